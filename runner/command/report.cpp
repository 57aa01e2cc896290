#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "base/atomic_file.h"
#include "base/error.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/run_page.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct ReportArguments : ReportRequest {
  std::string output;
  std::optional<std::string> campaign;
};

/// Users may pass a run, as for other commands.
void check_page(const std::string& page, const Library& library) {
  if (page.empty()) return;
  try {
    library.report_path_or_file(page);
  } catch (const Error& error) {
    throw Error(error.problem(), fmt::format("{}; to choose a run: warpledger report --run {}", error.hint(), page));
  }
}

}  // namespace

void add_report(Arguments& arguments) {
  auto options = std::make_shared<ReportArguments>();
  options->ledger = "results.db";
  arguments.text("page", options->page, "a report's name or file; default: the one that the run's experiment names")
      .value_name("REPORT");
  const CommandArgument run =
      arguments.text("--run", options->run, "latest, latest~1, tag:NAME, or the start of the run's UUID")
          .value_name("RUN");
  arguments
      .text_or_latest("--campaign", options->campaign,
                      "all runs of a campaign on one page: latest, or the start of its UUID")
      .value_name("CAMPAIGN")
      .excludes(run);
  declare_format(arguments, options->format);
  arguments.text("-o,--output", options->output, "write to this file instead of the terminal").value_name("FILE");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    options->width = line_width(options->output.empty() ? STDOUT_FILENO : kFile);
    options->tell = [](const std::string& note) {
      messages().tell(note + "; to keep such columns, add `-- keep empty` to their block of the page\n");
    };
    const Library library(find_paths().roots);
    check_page(options->page, library);
    if (options->campaign) options->run = *options->campaign;
    const std::string text =
        options->campaign ? report_of_campaign(*options, library) : report_of_run(*options, library);
    if (options->output.empty()) {
      std::cout << text << std::flush;
    } else {
      replace_file(options->output, text);
    }
    return kAllOk;
  });
}

}  // namespace warpledger
