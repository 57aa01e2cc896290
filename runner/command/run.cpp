#include <csignal>
#include <memory>

#include "base/text.h"
#include "command/begin_run.h"
#include "command/command.h"
#include "command/resume.h"

namespace warpledger {
namespace {

int run(const RunOptions& options) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is an error of the write then, as a full disk is
  if (options.resume) return resume_run(options);
  if (options.experiment.empty()) throw CLI::RequiredError("experiment");
  return begin_run(options).exit_code;
}

std::string command_line_of(const CLI::App& app) {
  std::vector<std::string> words = {app.get_name()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->empty()) continue;
    if (!option->get_positional()) words.push_back(option->get_name());
    for (const std::string& value : option->results())
      if (!value.empty()) words.push_back(value);
  }
  return join(words, " ");
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  options->declare(app);
  app.get_option("experiment")->required(false);
  auto resumed = std::make_shared<std::string>();
  CLI::Option* resume =
      app.add_option("--resume", *resumed, "go on with a run that was interrupted: latest, or how its UUID begins")
          ->expected(0, 1)
          ->type_name("[RUN]")
          ->excludes(app.get_option("--set"))
          ->excludes(app.get_option("arguments"));
  declare_ledger(app, options->ledger);
  app.add_flag("--foreign", options->foreign, "treat the kernels as somebody else's code: confine and distrust them");
  app.add_flag("--quiet", options->quiet, "no progress and no report");
  app.add_flag("--json", options->json, "a summary for machines instead of the report");
  app.callback([options, resume, resumed, &app, &exit_code] {
    if (resume->count() > 0) options->resume = resumed->empty() ? "latest" : *resumed;
    options->command_line = command_line_of(app);
    exit_code = run(*options);
  });
}

}  // namespace warpledger
