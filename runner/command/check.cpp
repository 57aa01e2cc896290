#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend_host/gpu_code.h"
#include "base/atomic_file.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "base/text_width.h"
#include "command/check_queue.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/received_archive.h"
#include "command/terminal.h"
#include "grading/hand_in/student_limit.h"
#include "grading/pages/checked_rules.h"
#include "grading/pages/gradescope_results.h"
#include "grading/score/graded_class.h"
#include "grading/score/rule_text.h"
#include "ledger/ledger_reader.h"
#include "model/table.h"
#include "run/record_run.h"
#include "spec/submitted_kernels.h"
#include "submissions/read_archive.h"
#include "submissions/submissions.h"

namespace warpledger {
namespace {

constexpr const char* kCheckExplanation =
    "Runs a submission as a grader would, on your own GPU or on the host. Says whether its includes are allowed, "
    "whether it compiles, whether every point of the experiment is correct, and what the rules of the grading say "
    "about the points; then prints the experiment's page. Rules about times are left to the grading, which has the "
    "reference.\n\n"
    "--results writes what Gradescope takes, --autolab prints what Autolab takes; both also of a submission that "
    "cannot be run. The submission `-` is an archive on standard input.\n\n"
    "Exit codes: 0 all points correct, 1 some point is not or a kernel has no points, 2 usage error, or a submission "
    "that cannot be read or has an include that is not allowed.";

constexpr const char* kStandard = "-";  ///< standard input or output

struct CheckArguments : RunOptions {
  bool keeps_ledger = false;
  std::string results;             ///< Gradescope's results.json; empty: not written
  bool autolab = false;            ///< print Autolab's scores as the last line
  std::optional<int> queue;        ///< max. number of waiting checks; absent: no queue
  std::optional<int> per_student;  ///< max. submissions per hour; absent or 0: unlimited

  /// A platform also needs an answer about a submission that cannot run.
  bool for_platform() const { return !results.empty() || autolab; }
};

void print_verdicts(const LedgerReader& ledger) {
  const Table verdicts = ledger.query(
      "SELECT kernel, outcome, count(*), (SELECT count(*) FROM point AS all_points WHERE all_points.kernel = "
      "point.kernel), min(ordinal), coalesce(identity || ' (' || launch || ')', identity), reason FROM point GROUP BY "
      "kernel, outcome ORDER BY min(ordinal)");
  for (const std::vector<Cell>& row : verdicts.rows) {
    const std::string outcome = text_in(row[1]);
    print_text(fmt::format("{}: {} of {} points {}\n", text_in(row[0]), with_thousands(whole_in(row[2])),
                           with_thousands(whole_in(row[3])), outcome == "ok" ? "correct" : outcome));
    if (outcome != "ok") print_text(fmt::format("  first: {}: {}\n", text_in(row[5]), text_in(row[6])));
  }
}

/// Warns about points that are correct on the host but exceed a GPU's limits. Requires a CUDA Toolkit.
void print_refusals_for_gpus(const LedgerReader& ledger) {
  const Table refusals = ledger.query(fmt::format(
      "WITH why(name, start) AS (VALUES ('registers', {}), ('blocks_per_sm', {})) SELECT kernel, substr(m.reason, "
      "instr(m.reason, start)) FROM metrics AS m JOIN point ON m.point = point.point JOIN why ON m.name = "
      "why.name WHERE instr(m.reason, start) > 0 GROUP BY kernel, why.name ORDER BY min(point.ordinal)",
      quoted_text(kRefusedForGpu), quoted_text(kNoBlockOf)));
  for (const std::vector<Cell>& row : refusals.rows)
    print_text(fmt::format("{}: warning: runs on the host, but {}\n", text_in(row[0]), text_in(row[1])));
}

bool has_report(const LedgerReader& ledger) {
  return whole_in(ledger.query("SELECT count(*) FROM point WHERE outcome = 'ok'").rows.at(0).at(0)) > 0;
}

/// Autolab reads the scores on the last line of `feedback`.
void tell_platform(const CheckArguments& options, const std::string& json, const std::string& feedback) {
  if (options.autolab) print_text(feedback + "\n");
  if (options.results == kStandard) std::cout << json << std::flush;
  if (!options.results.empty() && options.results != kStandard) replace_file(options.results, json);
}

int refuse(const CheckArguments& options, const Experiment& experiment, const Error& error,
           const ReceivedArchive& received) {
  const Error told = received.told(error);
  messages().tell(fmt::format("warpledger: {}\n", told.what()));
  tell_platform(options, gradescope_refusal(experiment.name, without_folders(told.what())),
                autolab_refusal(*experiment.grading));
  return kUsageOrInputError;
}

/// Ignores --set. Empty if the experiment or submission cannot be read, which the run reports.
UnusedSources unused_in(const CheckArguments& options) {
  try {
    const Library found(find_paths().roots);
    const Library library = found.with_root_of(found.experiment_path(options.experiment));
    return unused_sources(load_experiment(library, options.experiment), read_submission(options.submission));
  } catch (const Error&) {
    return {};
  }
}

int run_check(const CheckArguments& options) {
  const UnusedSources unused = unused_in(options);  // before the run: the author may edit it meanwhile
  const RunEnd end = run_experiment(options, messages());
  LedgerReader ledger = open_ledger(options.ledger, end.library);
  ledger.select_run(end.run);
  const Experiment experiment = load_experiment(end.library, options.experiment, options.overrides);
  if (options.results != kStandard) {
    print_verdicts(ledger);
    for (const std::string& kernel : end.without_points)
      print_text(fmt::format("{}: not checked: `where` leaves no point of it\n", kernel));
    if (const std::string text = text_of(unused, one_line); !text.empty()) print_text(text + "\n");
    print_refusals_for_gpus(ledger);
    if (experiment.grading && (!options.quiet || options.autolab))
      print_text("\n" + checked_rules(read_check(ledger, experiment, end.run)));
    if (has_report(ledger) && !options.quiet) {
      std::cout << '\n';
      print_report(end, options.ledger);
    }
  }
  if (options.for_platform()) {
    CheckedSubmission checked = read_check(ledger, experiment, end.run);
    checked.unused = unused;
    tell_platform(options, gradescope_json(checked), autolab_feedback(checked));
  }
  const int code = tell_end(end, options.ledger);
  return code == kAllOk && !end.without_points.empty() ? kSomePointFailed : code;
}

std::optional<CheckTurn> turn_of(const CheckArguments& options) {
  std::optional<CheckTurn> turn;
  if (options.queue) turn.emplace(*options.queue);
  return turn;
}

/// A submission through the bridge, which counts towards its students' limit unless the queue is full.
class CountedArrival {
 public:
  explicit CountedArrival(const CheckArguments& options) {
    if (options.per_student.value_or(0) == 0) return;
    limit_.emplace(state_folder(), *options.per_student);
    const char* asked = std::getenv("SSH_ORIGINAL_COMMAND");
    students_ = students_in(asked == nullptr ? "" : asked);
    limit_->count(students_, now_s());
  }

  std::optional<CheckTurn> turn(const CheckArguments& options) const {
    try {
      return turn_of(options);
    } catch (const Error&) {
      if (limit_) limit_->give_back(students_, now_s());
      throw;
    }
  }

 private:
  static std::int64_t now_s() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }

  std::optional<StudentLimit> limit_;
  std::vector<std::string> students_;
};

/// Reports errors of the submission to its author; throws those of the course or machine.
int check_for_platform(CheckArguments& options) {
  const Library found(find_paths().roots);
  const Library library = found.with_root_of(found.experiment_path(options.experiment));
  const Experiment experiment = load_graded_experiment(library, options.experiment);
  ReceivedArchive received;
  std::optional<CheckTurn> turn;
  try {
    const CountedArrival arrival(options);
    if (options.submission == kStandard) {
      received.receive();
      options.submission = received.path();
    }
    load_experiment(library, options);
    turn = arrival.turn(options);
  } catch (const LibraryMissing&) {
    throw;
  } catch (const Error& error) {
    return refuse(options, experiment, error, received);
  }
  return run_check(options);
}

/// Throws Error that a student can read.
void receive_checked(ReceivedArchive& received, CheckArguments& options) {
  received.receive();
  options.submission = received.path();
  try {
    read_submission(options.submission);
  } catch (const LibraryMissing&) {
    throw;
  } catch (const Error& error) {
    throw received.told(error);
  }
}

int check(CheckArguments& options) {
  std::optional<TemporaryFolder> folder;
  if (!options.keeps_ledger) options.ledger = (folder.emplace().path() / "check.db").string();
  if (options.for_platform()) return check_for_platform(options);
  if (options.queue) throw Error("--queue is for a check that answers a platform", "add --results or --autolab");
  ReceivedArchive received;
  if (options.submission == kStandard) receive_checked(received, options);
  if (options.experiment.empty()) {
    options.experiment = experiment_for(read_submission(options.submission), Library(find_paths().roots));
    messages().tell(fmt::format("experiment: {}\n", options.experiment));
  }
  return run_check(options);
}

}  // namespace

void add_check(Arguments& arguments) {
  auto options = std::make_shared<CheckArguments>();
  arguments.explain(kCheckExplanation);
  arguments
      .text("submission", options->submission,
            "a folder of device code, or a .cu file; -: an archive on standard input")
      .required()
      .value_name("PATH");
  const CommandArgument experiment =
      arguments.text("--experiment", options->experiment,
                     "the experiment, a name or a file; default: the only one with kernels of these names, or the only "
                     "graded one");
  arguments.repeated("--set", options->overrides.set, "change an axis or a measure field: warps=4, d_l=4,8")
      .value_name("NAME=VALUE");
  arguments.text("--device", options->device, kDeviceHelp).value_name("DEVICE");
  arguments.flag("--quiet", options->quiet, "print only the verdict on each kernel");
  const CommandArgument results =
      arguments.text("--results", options->results, "write Gradescope's results.json; -: alone on standard output")
          .value_name("FILE")
          .needs(experiment);
  arguments.flag("--autolab", options->autolab, "print Autolab's line of scores last")
      .needs(experiment)
      .excludes(results);
  arguments
      .whole("--queue", options->queue,
             "wait until no other check with this option runs; refuse this one when so many wait")
      .value_name("N")
      .needs(experiment);
  arguments
      .whole("--per-student", options->per_student,
             "refuse a student's submission when so many came within an hour; $SSH_ORIGINAL_COMMAND has the platform's "
             "numbers of who hands in: check 1234")
      .value_name("N")
      .needs(results);
  const CommandArgument ledger =
      arguments.text("--db", options->ledger, "store the run in this ledger; default: do not store it")
          .value_name("FILE");
  arguments.run([options, ledger] {
    options->keeps_ledger = ledger.given();
    options->command_line = "check " + options->submission;
    return check(*options);
  });
}

}  // namespace warpledger
