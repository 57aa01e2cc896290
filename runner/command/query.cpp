#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"
#include "ledger/view_reference.h"
#include "report/draw.h"
#include "report/json_rows.h"
#include "report/legend.h"
#include "spec/library.h"

namespace warpledger {
namespace {

constexpr const char* kHelp = R"(Examples:
  warpledger query "SELECT kernel, warps, time_us FROM point ORDER BY time_us LIMIT 5"
  warpledger query --run 3f2a --format csv "SELECT identity, outcome, reason FROM point WHERE outcome <> 'ok'"
  warpledger query --columns runs

docs/ledger.md describes the views and has more queries. A query cannot change the ledger; Ctrl-C ends it at any time.

Exit codes: 0 the query ran, even if no row matched; 2 usage or input error.)";

struct QueryArguments {
  std::string sql;
  std::string file;
  bool views = false;
  std::string columns_of;
  bool reference = false;
  std::string ledger = "results.db";
  std::string run;
  Output output = Output::text;
  std::optional<std::size_t> limit;
  std::optional<std::size_t> timeout_s;
};

/// One row per line, so that the text can be read and compared.
std::string rows_as_json(const Table& table) {
  std::string text = "[";
  for (const nlohmann::ordered_json& row : json_rows(table)) {
    text += text.size() == 1 ? "\n" : ",\n";
    // What a kernel printed need not be UTF-8, which JSON must be.
    text += row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
  return text + (text.size() == 1 ? "]\n" : "\n]\n");
}

/// `query` is for what is below a table with marks.
std::string text_of(const Table& table, Output output, const Query& query) {
  if (output == Output::json) return rows_as_json(table);
  if (output == Output::csv) return render_table(table, Format::csv, {});
  const Format format = output == Output::markdown ? Format::markdown : Format::text;
  if (table.rows.empty()) return "(no rows)\n";
  const LineWidth width = line_width(STDOUT_FILENO);
  const std::string text = render_table(table, format, width) + legend_of(table, query, format);
  return format == Format::text ? wrap_lines(text, width) : text;
}

/// The statement, and the place that its errors are in.
std::string statement(const QueryArguments& options) {
  if (options.file.empty()) return options.sql;
  if (options.file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  return read_file(options.file);
}

Table answer(const LedgerReader& ledger, const QueryArguments& options) {
  const std::string sql = statement(options);
  try {
    QueryLimits limits{.rows = options.limit};
    if (options.timeout_s)
      limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(*options.timeout_s);
    return ledger.marked_query(sql, limits);
  } catch (const Error& error) {
    if (options.file.empty() || error.where().line == 0) throw;
    Place where = error.where();
    where.file = options.file == "-" ? "standard input" : options.file;
    throw Error(where, error.problem(), error.hint());
  }
}

std::string answer_text(const QueryArguments& options, const Library& library) {
  LedgerReader ledger = open_ledger(options.ledger, library);
  if (!options.run.empty())
    ledger.select_run(options.run);
  else if (!ledger.query("SELECT 1 FROM runs LIMIT 1").rows.empty())
    ledger.select_run("latest");
  const Query query = [&](const std::string& sql) { return ledger.query(sql); };
  return text_of(answer(ledger, options), options.output, query);
}

/// About the views of the ledger; without a ledger that is named or exists, about the views that every ledger has.
std::string reference_text(const QueryArguments& options, bool ledger_is_named, const Library& library) {
  const bool of_ledger = !options.reference && (ledger_is_named || std::filesystem::exists(options.ledger));
  const LedgerReader ledger = of_ledger ? open_ledger(options.ledger, library) : open_empty_ledger(library);
  const ViewReference reference(ledger, library);
  if (options.reference) return reference.markdown();
  const Query query = [&](const std::string& sql) { return ledger.query(sql); };
  return text_of(options.views ? reference.views() : reference.columns(options.columns_of), options.output, query);
}

void declare(Arguments& arguments, QueryArguments& options) {
  Arguments question = arguments.exactly_one_of("a question");
  question.text("sql", options.sql, "one SELECT over the ledger's views").value_name("SQL");
  question.text("--file", options.file, "read the SELECT from this file; -: standard input").value_name("FILE");
  question.flag("--views", options.views, "list the views");
  question.text("--columns", options.columns_of, "list the columns of this view, with units and meanings")
      .value_name("VIEW");
  question.flag("--reference", options.reference,
                "print all views and their columns as Markdown, as in docs/ledger.md");
  declare_output(arguments, options.output);
  arguments.text("--run", options.run,
                 "the run for the views of one run (point, device, ...): the start of its UUID; default: latest");
  arguments.whole("--limit", options.limit, "read at most this many rows");
  arguments.whole("--timeout", options.timeout_s, "end with an error after so many seconds; default: no limit");
  arguments.explain(kHelp);
}

}  // namespace

void add_query(Arguments& arguments) {
  auto options = std::make_shared<QueryArguments>();
  declare(arguments, *options);
  const CommandArgument ledger = declare_ledger(arguments, options->ledger);
  arguments.run([options, ledger] {
    const Library library(find_paths().roots);
    const bool about_views = options->views || options->reference || !options->columns_of.empty();
    std::cout << (about_views ? reference_text(*options, ledger.given(), library) : answer_text(*options, library))
              << std::flush;
    return kAllOk;
  });
}

}  // namespace warpledger
