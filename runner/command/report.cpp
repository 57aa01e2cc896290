#include <iostream>
#include <memory>

#include "base/file.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/run_page.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct ReportArguments : ReportRequest {
  std::string output;
};

}  // namespace

void add_report(Arguments& arguments) {
  auto options = std::make_shared<ReportArguments>();
  options->ledger = "results.db";
  arguments.text("page", options->page, "a report's name or file; default: the one that the run's experiment names")
      .value_name("REPORT");
  arguments.text("--run", options->run, "latest, or the start of the run's UUID").value_name("RUN");
  declare_format(arguments, options->format);
  arguments.text("-o,--output", options->output, "write to this file instead of the terminal").value_name("FILE");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    options->width = line_width(options->output.empty() ? STDOUT_FILENO : kFile);
    options->tell = [](const std::string& note) {
      messages().tell(note + "; to keep such columns, add `-- keep empty` to their block of the page\n");
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
