#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/report.h"
#include "command/terminal.h"
#include "exec/inputs.h"
#include "grading/class_page.h"
#include "grading/grade_submissions.h"
#include "grading/graded_class.h"
#include "grading/pseudonyms.h"
#include "grading/write_class.h"
#include "ledger/ledger_reader.h"
#include "model/cell_format.h"
#include "run/resume.h"
#include "run/run_options.h"
#include "run/stop_signal.h"
#include "store/quoted.h"
#include "store/writer.h"

namespace warpledger {
namespace {

constexpr const char* kGradeExplanation =
    "With --submissions, every folder and .cu file in that folder is one submission. Each is verified on the public "
    "and\n"
    "hidden grids with secret seeds, counted, and timed in rounds that alternate with the reference. The class is "
    "then\n"
    "graded by the rules in the experiment's `grading:`. Without --submissions nothing runs: the newest grading in "
    "the\n"
    "ledger is graded again by the current rules.\n\n"
    "Exit codes: 0 graded, 1 stopped by the user, 2 usage or input error.";

struct GradeArguments {
  std::string experiment;
  std::string submissions;
  std::string session;  ///< "latest", or the start of its UUID; empty: a new one, or without submissions the latest
  std::vector<std::string> only;
  std::string ledger = "results.db";
  std::string device = "auto";
  int jobs = 0;  ///< 0: by the machine
  std::string command_line;
  bool quiet = false;
  Format format = Format::text;
  std::string output;      ///< folder of pages; empty: none are written
  std::string pseudonyms;  ///< file of the mapping; empty: names stand as they are
};

/// Gives `setup` the session to resume, or a new one.
void choose_session(const GradeArguments& options, const Library& library, const Experiment& experiment,
                    GradingSetup& setup) {
  if (options.session.empty()) {
    setup.session = boost::uuids::to_string(boost::uuids::random_generator()());
    for (int i = 0; i < experiment.grading->seeds; ++i) setup.seeds.push_back(secret_number());
    return;
  }
  const LedgerReader ledger = open_ledger(options.ledger, library);
  const GradingSession session = read_grading_session(ledger, experiment.name, options.session);
  setup.session = session.uuid;
  setup.seeds = session.seeds;
}

/// Those that are asked for: by name; else, of a session that is resumed, those that are not whole yet.
std::vector<ReadSubmission> chosen_submissions(const GradeArguments& options, const Library& library,
                                               const std::string& experiment) {
  std::vector<ReadSubmission> all = read_submissions(options.submissions);
  std::vector<std::string> names;
  for (const ReadSubmission& submission : all) names.push_back(submission.name);
  for (const std::string& name : options.only)
    if (std::ranges::count(names, name) == 0)
      throw Error(fmt::format("--only: '{}' has no submission '{}'", options.submissions, name),
                  did_you_mean(name, names));
  if (!options.only.empty()) {
    std::erase_if(all, [&](const ReadSubmission& s) { return std::ranges::count(options.only, s.name) == 0; });
  } else if (!options.session.empty()) {
    const LedgerReader ledger = open_ledger(options.ledger, library);
    const GradingSession session = read_grading_session(ledger, experiment, options.session);
    std::erase_if(all, [&](const ReadSubmission& s) {
      const auto found = session.submissions.find(s.name);
      return found != session.submissions.end() && found->second.whole;
    });
  }
  return all;
}

/// How many submissions are checked at once: checking is mostly work of the processor.
int jobs_of(const GradeArguments& options) {
  if (options.jobs > 0) return options.jobs;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
}

/// Writes runs as they are measured, from any thread.
class RunRecorder {
 public:
  RunRecorder(const GradeArguments& options, const std::vector<std::string>& roots)
      : options_(options), writer_(options.ledger, schema_folder(roots)) {}

  void record(MeasuredGrid grid, const GradingMark& mark) {
    grid.info.command_line = options_.command_line;
    const nlohmann::json settings = {{"experiment", lasting_name(options_.experiment)},
                                     {"submissions", std::filesystem::absolute(options_.submissions).string()},
                                     {"grading", to_json(mark)}};
    grid.info.settings_json = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::lock_guard lock(mutex_);
    record_grid(writer_, grid);
  }

 private:
  const GradeArguments& options_;
  std::mutex mutex_;
  LedgerWriter writer_;
};

/// Runs what is asked for; false when the user stopped it.
bool run_session(const GradeArguments& options, const Library& library, const Experiment& experiment,
                 std::string& session) {
  GradingSetup setup;
  setup.paths = find_paths();
  setup.roots = library.roots();
  setup.device = options.device;
  setup.rounds = experiment.grading->rounds;
  choose_session(options, library, experiment, setup);
  session = setup.session;
  setup.grids = grading_grids(library, options.experiment, setup.seeds);
  {
    WorkerProcess worker = make_worker(setup.paths, setup.roots, setup.device);
    const Device device = described(worker);
    setup.timed = timed_ordinals(setup.grids, library, device);
    setup.goals = goal_ordinals(setup.grids, library, device);
  }
  const std::vector<ReadSubmission> submissions = chosen_submissions(options, library, experiment.name);
  RunRecorder recorder(options, setup.roots);
  setup.record = [&](const MeasuredGrid& grid, const GradingMark& mark) { recorder.record(grid, mark); };
  watch_for_stop();
  const bool whole = grade_submissions(setup, submissions, jobs_of(options), [&](const std::string& line) {
    if (!options.quiet) messages().tell(line + "\n");
  });
  end_watch_for_stop();
  return whole;
}

/// The assignment's tables of a submission's run; empty where no point of it is right.
std::string tables_of(const GradeArguments& options, const Library& library, const GradedSubmission& submission,
                      Format format) {
  const LedgerReader ledger = open_ledger(options.ledger, library);
  const Table right = ledger.query(
      fmt::format("SELECT ok_points FROM runs WHERE run_uuid = {} AND report <> ''", quoted_text(submission.run)));
  if (right.rows.empty() || whole_in(right.rows[0][0]) == 0) return "";
  return report_of_run({options.ledger, submission.run, "", format}, library);
}

/// Before anything runs: what the pages need, and that they can be written.
PageAssets assets_of_pages(const GradeArguments& options, const Library& library) {
  if (!options.pseudonyms.empty()) pseudonyms_of(options.pseudonyms, {});
  if (!options.output.empty()) require_new_folder(options.output);
  if (options.format == Format::html || !options.output.empty()) return load_page_assets(library.roots());
  return {};
}

/// The class's table, and with --output all pages.
void print_class(const GradeArguments& options, const Library& library, const PageAssets& assets, GradedClass graded) {
  if (!options.pseudonyms.empty()) {
    std::vector<std::string> names;
    for (const GradedSubmission& submission : graded.submissions) names.push_back(submission.sheet.submission);
    graded = renamed(std::move(graded), pseudonyms_of(options.pseudonyms, names));
  }
  std::cout << class_page(graded, {options.format, line_width(STDOUT_FILENO), assets}) << std::flush;
  if (options.output.empty()) return;
  write_class(graded, options.output, assets, [&](const GradedSubmission& submission, Format format) {
    return tables_of(options, library, submission, format);
  });
  std::cerr << fmt::format("pages of the class and each student: {}\n", options.output);
}

int grade(const GradeArguments& options) {
  const Library found(find_paths().roots);
  const Library library = found.with_root_of(found.experiment_path(options.experiment));
  const Experiment experiment = load_graded_experiment(library, options.experiment);
  const PageAssets assets = assets_of_pages(options, library);
  std::string session = options.session.empty() ? "latest" : options.session;
  const bool whole = options.submissions.empty() || run_session(options, library, experiment, session);
  const GradedClass graded = grade_session(options.ledger, library, experiment, session);
  print_class(options, library, assets, graded);
  if (whole) return kAllOk;
  const std::vector<std::string> words = {
      "warpledger", "grade", options.experiment, "--submissions", options.submissions, "--session",
      session,      "--db",  options.ledger,     "--device",      options.device};
  std::cerr << fmt::format("stopped; resume with: {}\n", shell_command(words));
  return kSomePointFailed;
}

}  // namespace

void add_grade(Arguments& arguments) {
  const auto options = std::make_shared<GradeArguments>();
  arguments.explain(kGradeExplanation);
  arguments.text("experiment", options->experiment, "an experiment with a `grading:`")
      .value_name("EXPERIMENT")
      .required();
  const CommandArgument submissions =
      arguments.text("--submissions", options->submissions, "a folder of submissions to run").value_name("FOLDER");
  arguments.text("--session", options->session, "the grading to resume or show: latest, or the start of its UUID");
  arguments.list("--only", options->only, "run only these, even if already graded")
      .value_name("NAME")
      .needs(submissions);
  arguments.text("--device", options->device, kDeviceHelp).value_name("DEVICE").needs(submissions);
  arguments
      .whole("--jobs", options->jobs, "submissions to verify in parallel; 0: half the number of processors", 0, 1024)
      .needs(submissions);
  declare_ledger(arguments, options->ledger);
  declare_format(arguments, options->format);
  arguments
      .text("-o,--output", options->output,
            "create this folder with the class table in all formats, gradebook.csv, and per student a page and "
            "Gradescope's results.json")
      .value_name("FOLDER");
  arguments
      .text("--pseudonyms", options->pseudonyms,
            "replace submission names by pseudonyms; this file maps them and is created or extended")
      .value_name("FILE");
  arguments.flag("--quiet", options->quiet, "do not show progress");
  arguments.run([options] {
    options->command_line = "grade " + options->experiment;
    return grade(*options);
  });
}

}  // namespace warpledger
