#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_selection.h"
#include "ledger/view_reference.h"
#include "report/draw.h"
#include "report/filled_columns.h"
#include "report/legend.h"
#include "report/row_text.h"
#include "spec/library.h"

namespace warpledger {
namespace {

constexpr const char* kHelp = R"(Examples:
  warpledger query "SELECT kernel, warps, time_us FROM point ORDER BY time_us LIMIT 5"
  warpledger query --run 3f2a --format csv "SELECT identity, outcome, reason FROM point WHERE outcome <> 'ok'"
  warpledger query --omit-empty "SELECT * FROM point LIMIT 5"
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
  Output output;
  std::optional<std::size_t> limit;
  std::optional<double> timeout_s;
  std::size_t memory_mib = 1024;
  bool omits_empty = false;
};

std::string text_of(const Table& table, Format format, const Query& query) {
  if (table.rows.empty()) return "(no rows)\n";
  const LineWidth width = line_width(STDOUT_FILENO);
  const std::string text = render_table(table, format, width) + legend_of(table, query, format);
  return format == Format::text ? wrap_lines(text, width) : text;
}

bool comes_in_parts(Output output) { return output.format == Format::csv || output.json; }

void write_table(const Table& table, Output output, const Query& query) {
  if (!comes_in_parts(output)) {
    std::cout << text_of(table, output.format, query);
    return;
  }
  RowText text(output.json);
  std::cout << text.of(table) << text.end();
}

std::string statement(const QueryArguments& options) {
  if (options.file.empty()) return options.sql;
  if (options.file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  return read_file(options.file);
}

QueryLimits limits_of(const QueryArguments& options) {
  QueryLimits limits{.rows = options.limit, .memory_bytes = static_cast<std::int64_t>(options.memory_mib) << 20};
  using Clock = std::chrono::steady_clock;
  if (options.timeout_s)
    limits.deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*options.timeout_s));
  return limits;
}

void print_answer(const LedgerReader& ledger, const QueryArguments& options, const std::string& sql) {
  const QueryLimits limits = limits_of(options);
  FilledColumns filled;
  if (!comes_in_parts(options.output)) {
    const Query query = [&](const std::string& about_models) { return ledger.query(about_models); };
    const Table table = ledger.query(sql, {}, limits);
    if (options.omits_empty) filled.see(table);
    write_table(filled.of(table), options.output, query);
    return;
  }
  if (options.omits_empty)
    ledger.query_in_parts(
        sql, [&](const Table& part) { filled.see(part); }, limits);
  RowText text(options.output.json);
  ledger.query_in_parts(
      sql,
      [&](const Table& part) {
        std::cout << text.of(filled.of(part));
        require_output();
      },
      limits);
  std::cout << text.end();
}

/// Without a latest run, queries over all runs still work; a message explains the empty views.
void select_run(LedgerReader& ledger, const std::string& run) {
  if (run.empty() && ledger.query("SELECT 1 FROM runs LIMIT 1").rows.empty()) return;
  try {
    ledger.select_run(run_named(ledger, run.empty() ? "latest" : run));
  } catch (const Error& error) {
    if (!run.empty()) throw;
    messages().tell(fmt::format("views of one run are empty, as {}; name a run with --run\n", error.problem()));
  }
}

void answer(const QueryArguments& options, const Library& library) {
  LedgerReader ledger = open_ledger(options.ledger, library);
  select_run(ledger, options.run);
  const std::string sql = statement(options);
  try {
    print_answer(ledger, options, sql);
  } catch (const Error& error) {
    if (options.file.empty() || error.where().line == 0) throw;
    Place where = error.where();
    where.file = options.file == "-" ? "standard input" : options.file;
    throw Error(where, error.problem(), error.hint());
  }
}

/// Without a ledger, or with --reference, describes the views that every ledger has.
void print_reference(const QueryArguments& options, bool ledger_is_named, const Library& library) {
  const bool of_ledger = !options.reference && (ledger_is_named || std::filesystem::exists(options.ledger));
  const LedgerReader ledger = of_ledger ? open_ledger(options.ledger, library) : open_empty_ledger(library);
  const ViewReference reference(ledger, library);
  if (options.reference) {
    std::cout << reference.markdown();
    return;
  }
  const Query query = [&](const std::string& sql) { return ledger.query(sql); };
  write_table(options.views ? reference.views() : reference.columns(options.columns_of), options.output, query);
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
  arguments.text(
      "--run", options.run,
      "the run for the views of one run (point, device, ...): latest, latest~1, tag:NAME, or the start of its UUID; "
      "default: latest");
  arguments.flag("--omit-empty", options.omits_empty,
                 "leave out columns without a value in any row; CSV and JSON take twice as long");
  arguments.whole("--limit", options.limit, "read at most this many rows");
  arguments.duration("--timeout", options.timeout_s, "end with an error after so long; default: no limit");
  arguments.whole("--memory", options.memory_mib, "end with an error where it needs more than so many MiB")
      .value_name("MIB");
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
    if (about_views)
      print_reference(*options, ledger.given(), library);
    else
      answer(*options, library);
    return kAllOk;
  });
}

}  // namespace warpledger
