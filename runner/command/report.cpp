#include "report/report.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "base/write_file.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/output.h"
#include "command/page_assets.h"
#include "command/print.h"
#include "command/show_report.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"
#include "spec/paths.h"

namespace warpledger {
namespace {

struct ReportArguments : ReportRequest {
  std::string output;
};

/// The file of the page that the selected run's experiment names. A ledger may come from elsewhere: it names no file.
std::string page_of_run(LedgerReader& ledger, const Library& library) {
  const Table answer = ledger.query("SELECT report FROM run_info");
  const std::string* page = answer.rows.empty() ? nullptr : std::get_if<std::string>(&answer.rows[0][0]);
  return library.report_path(page && !page->empty() ? *page : kDefaultReport);
}

}  // namespace

std::string report_of_run(const ReportRequest& request, const Library& library) {
  LedgerReader ledger = open_ledger(request.ledger, library);
  ledger.select_run(request.run);
  const std::string path =
      request.page.empty() ? page_of_run(ledger, library) : library.report_path_or_file(request.page);
  const Query query = [&](const std::string& sql) { return ledger.marked_query(sql); };
  ReportOptions options{.format = request.format, .width = request.width, .tell = request.tell};
  if (request.format == Format::html) options.assets = load_page_assets(library.roots());
  return render_report(read_file(path), path, query, options);
}

void add_report(Arguments& arguments) {
  auto options = std::make_shared<ReportArguments>();
  options->ledger = "results.db";
  arguments.text("page", options->page, "a report's name or file; without it the one that the run's experiment names")
      .value_name("REPORT");
  arguments.text("--run", options->run, "latest, or the beginning of a run's UUID").value_name("RUN");
  declare_format(arguments, options->format);
  arguments.text("-o,--output", options->output, "write to this file instead of the terminal").value_name("FILE");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    options->width = line_width(options->output.empty() ? STDOUT_FILENO : kFile);
    options->tell = [](const std::string& note) {
      messages().tell(note + "; a block of the page keeps such columns with -- keep empty\n");
    };
    const std::string text = report_of_run(*options, Library(find_paths().roots));
    if (options->output.empty()) {
      std::cout << text << std::flush;
    } else {
      write_file(options->output, text);
    }
    return kAllOk;
  });
}

}  // namespace warpledger
