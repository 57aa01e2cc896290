#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/shell_command.h"
#include "base/text.h"
#include "base/text_width.h"
#include "command/class_pages.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/notes.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "grading/hand_in/roster.h"
#include "grading/hand_in/submission_times.h"
#include "grading/measure/grade_submissions.h"
#include "grading/measure/grading_session.h"
#include "grading/pages/inspection_page.h"
#include "grading/score/class_names.h"
#include "grading/score/class_roster.h"
#include "grading/score/graded_class.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_page.h"
#include "spec/experiment.h"
#include "spec/library.h"
#include "store/notes.h"

namespace warpledger {
namespace {

constexpr const char* kTimesHelp =
    "CSV of when submissions were handed in, with the columns submission, time, attempt and, for several assignments, "
    "experiment";

/// Rows without an experiment belong to `experiment`.
SubmissionTimes times_in(const std::string& file, const std::string& experiment, const Library& library) {
  return file.empty() ? SubmissionTimes() : read_submission_times(file, experiment, library.experiments());
}

struct InspectArguments {
  std::string experiment;
  std::string submission;
  std::string session = "latest";
  std::string times;
  std::string names;  ///< maps the ledger's pseudonyms to names; empty: show the ledger's names
  std::string ledger = "results.db";
  Format format = Format::text;
};

void inspect(const InspectArguments& options) {
  const Library found(find_paths().roots);
  const Library library = found.with_root_of(found.experiment_path(options.experiment));
  const Experiment experiment = load_graded_experiment(library, options.experiment);
  const Pseudonyms pseudonyms = options.names.empty() ? Pseudonyms{} : read_pseudonyms(options.names);
  const SubmissionTimes times = with_pseudonyms(times_in(options.times, experiment.name, library), pseudonyms);
  const GradedClass graded = grade_session(options.ledger, library, experiment, options.session, times);
  const LedgerReader ledger = open_ledger(options.ledger, library);
  const GradingSession session = read_grading_session(ledger, experiment.name, graded.session);
  ReportOptions shown{.format = options.format, .width = line_width(STDOUT_FILENO)};
  if (options.format == Format::html) shown.assets = load_page_assets(library.roots());
  const std::string submission = in_ledger(options.submission, pseudonyms);
  std::cout << inspection_page(ledger, experiment, graded, session, submission, shown) << std::flush;
}

constexpr const char* kGradeExplanation =
    "With --submissions, every folder, .cu or .cpp file, .zip and .tar.gz in that folder is one submission, and "
    "NAME@2.zip is the second attempt of NAME. What Gradescope or Canvas exports is taken as it was downloaded, "
    "packed or unpacked. Each submission is verified on the public and hidden grids with secret seeds, counted, and "
    "timed in rounds that alternate with the reference. The class is then graded by the rules in the experiment's "
    "`grading:`. Without --submissions nothing runs: the newest grading in the ledger is graded again by the current "
    "rules.\n\n"
    "With several devices of one model (--device all, --device cuda:0,cuda:1) they share the class.\n\n"
    "Exit codes: 0 graded, 1 stopped by the user or a submission is left, 2 usage or input error, 3 every device "
    "failed.";

struct GradeArguments {
  ClassRequest request;
  ShownClass shown;
  bool quiet = false;
  std::string roster;  ///< CSV of the class; empty: everyone who submitted
  std::string times;   ///< CSV of submission times; empty: the ledger's times
  std::string reason;  ///< why source rules are waived
};

/// Empty if no pseudonym has been assigned yet.
Pseudonyms known_pseudonyms(const GradeArguments& options) {
  if (!options.shown.names.empty()) return read_pseudonyms(options.shown.names);
  const std::string& file = options.shown.pseudonyms;  // may not exist yet
  return file.empty() || !std::filesystem::exists(file) ? Pseudonyms{} : read_pseudonyms(file);
}

/// Each submission keeps one name in a session.
void refuse_second_names(const GradeArguments& options, const Library& library, const Experiment& experiment,
                         const std::string& session_uuid) {
  const bool runs = !options.request.submissions.empty();
  if (runs ? options.request.session.empty() : options.shown.pseudonyms.empty()) return;
  const LedgerReader ledger = open_ledger(options.request.ledger, library);
  const GradingSession session = read_grading_session(ledger, experiment.name, session_uuid);
  if (runs) refuse_names(ledger, session, options.shown.pseudonyms);
  refuse_other_pseudonyms(ledger, session, options.shown.pseudonyms);
}

/// Records the waiver as an adjustment of 0 points, before the last run so that it settles no flag.
void record_override(const GradeArguments& options, const Library& library, const std::string& experiment) {
  if (options.request.waived.empty() != options.reason.empty())
    throw Error("--override and --reason belong together", "write both; the student reads the reason");
  if (options.request.waived.empty()) return;
  refuse_blank(options.reason, "the reason");
  const Adjustment overridden{.experiment = experiment,
                              .submission = in_ledger(options.request.waived, known_pseudonyms(options)),
                              .problem = {},
                              .points = 0,
                              .percent = {},
                              .reason = "rules of sources are waived for it: " + options.reason,
                              .author = user(),
                              .written_utc = {}};
  write_adjustment(options.request.ledger, schema_folder(library.roots()), overridden);
}

/// Warns about times of submissions or attempts that do not exist.
void tell_of_strangers(const GradeArguments& options, const SubmissionTimes& times, const GradedClass& graded,
                       const Pseudonyms& pseudonyms) {
  std::map<std::string, std::set<int>> attempts;
  for (const GradedSubmission& submission : graded.submissions) {
    attempts[submission.sheet.submission] = submission.attempts;
    attempts[in_ledger(submission.sheet.submission, pseudonyms)] = submission.attempts;
  }
  const std::set<std::string> strangers = timed_strangers(times, graded.experiment, attempts);
  if (strangers.empty()) return;
  std::cerr << fmt::format(
      "note: {} has times of {}, but there is no such hand-in; hint: write names as the class table does, and attempts "
      "as NAME@2.zip has them\n",
      options.times, one_line(join({strangers.begin(), strangers.end()})));
}

/// Warns if the points or the reference changed since the session.
void tell_of_changes(const GradeArguments& options, const Library& library, const Experiment& experiment,
                     const std::string& session_uuid) {
  const LedgerReader ledger = open_ledger(options.request.ledger, library);
  const GradingSession session = read_grading_session(ledger, experiment.name, session_uuid);
  const std::vector<std::string> changes = changes_since(ledger, session, experiment);
  if (changes.empty()) return;
  std::cerr << fmt::format(
      "note: {} changed since this session measured: these are the grades of what it ran; hint: grade the folder "
      "again, without --session, to measure what is there now\n",
      join(changes));
}

std::string resuming(const GradeArguments& options, const std::string& session) {
  std::vector<std::string> words = {
      "warpledger", "grade", options.request.experiment, "--submissions", options.request.submissions, "--session",
      session,      "--db",  options.request.ledger,     "--device",      options.request.device};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  if (!options.request.only.empty() && options.request.waived.empty()) words.emplace_back("--only");
  if (options.request.waived.empty())
    words.insert(words.end(), options.request.only.begin(), options.request.only.end());
  add("--override", options.request.waived);
  add("--reason", options.reason);
  add("--jobs", options.request.jobs > 0 ? std::to_string(options.request.jobs) : "");
  add("--lock-clocks", options.request.lock_clocks_mhz ? std::to_string(*options.request.lock_clocks_mhz) : "");
  add("--roster", options.roster);
  add("--times", options.times);
  add("--pseudonyms", options.shown.pseudonyms);
  add("--names", options.shown.names);
  return shell_command(words);
}

int grade(const GradeArguments& options) {
  const Library found(find_paths().roots);
  const Library library = found.with_root_of(found.experiment_path(options.request.experiment));
  const Experiment experiment = load_graded_experiment(library, options.request.experiment);
  const PageNeeds needs = read_page_needs(options.shown, library);
  std::string session = options.request.session.empty() ? "latest" : options.request.session;
  const std::optional<Roster> roster =
      options.roster.empty() ? std::nullopt : std::optional(read_roster(options.roster));
  const SubmissionTimes times = times_in(options.times, experiment.name, library);
  const Console console = messages();
  refuse_second_names(options, library, experiment, session);
  record_override(options, library, experiment.name);
  const bool complete =
      options.request.submissions.empty() ||
      grade_submissions(options.request, library, experiment, session, options.quiet ? nullptr : &console);
  const Pseudonyms pseudonyms = known_pseudonyms(options);
  GradedClass graded = with_names(
      grade_session(options.request.ledger, library, experiment, session, with_pseudonyms(times, pseudonyms)),
      pseudonyms);
  if (complete) tell_of_strangers(options, times, graded, pseudonyms);
  for (const LostAdjustment& lost : graded.notes.lost)
    std::cerr << fmt::format("note: {}\n", one_line(note_text(lost)));
  if (options.request.submissions.empty()) tell_of_changes(options, library, experiment, graded.session);
  if (roster) apply_roster(graded, *roster);
  print_class(options.shown, {options.request.ledger, library, experiment, needs}, std::move(graded));
  if (complete) return kAllOk;
  std::cerr << fmt::format("stopped; resume with: {}\n", resuming(options, session));
  return kSomePointFailed;
}

}  // namespace

void add_grade(Arguments& arguments) {
  const auto options = std::make_shared<GradeArguments>();
  arguments.explain(kGradeExplanation);
  arguments.text("experiment", options->request.experiment, "an experiment with a `grading:`")
      .value_name("EXPERIMENT")
      .required();
  const CommandArgument submissions =
      arguments
          .text("--submissions", options->request.submissions, "a folder of submissions to run, or an archive of it")
          .value_name("FOLDER");
  arguments.text("--session", options->request.session,
                 "the grading to resume or show: latest, or the start of its UUID");
  arguments.list("--only", options->request.only, "run only these, even if already graded")
      .value_name("NAME")
      .needs(submissions);
  arguments
      .text("--override", options->request.waived,
            "run this one, in the newest session or that of --session, though a rule of sources refuses it; read its "
            "source first")
      .value_name("NAME")
      .needs(submissions);
  arguments.text("--reason", options->reason, "why it is overridden; the student reads it").value_name("TEXT");
  arguments
      .text("--device", options->request.device,
            std::string(kDeviceHelp) + "; several of one model with commas between them; all, or all:MODEL")
      .value_name("DEVICE")
      .needs(submissions);
  arguments
      .whole("--jobs", options->request.jobs, "submissions to verify in parallel; 0: as many as there are processors",
             0, 1024)
      .needs(submissions);
  declare_lock_clocks(arguments, options->request.lock_clocks_mhz).needs(submissions);
  arguments
      .text("--roster", options->roster,
            "CSV of who is in the class, with the columns name, id and section, or as Canvas or Gradescope exports it")
      .value_name("FILE");
  arguments.text("--times", options->times, kTimesHelp).value_name("FILE");
  declare_ledger(arguments, options->request.ledger);
  declare_format(arguments, options->shown.format);
  const CommandArgument output =
      arguments
          .text("-o,--output", options->shown.output,
                "create this folder with the class table in all formats, gradebook.csv, copies.html, and per student a "
                "page and Gradescope's results.json")
          .value_name("FOLDER");
  arguments
      .list("--compare-with", options->shown.compare_with,
            "look for near copies in these folders, too: earlier years, public solutions; each sub-folder or .cu file "
            "is one")
      .value_name("FOLDER")
      .needs(output);
  arguments.number("--alike", options->shown.alike_percent, "percent of its code that a near copy shares; default: 60")
      .value_name("PERCENT")
      .needs(output);
  const CommandArgument pseudonyms = arguments
                                         .text("--pseudonyms", options->shown.pseudonyms,
                                               "replace submission names by pseudonyms, with --submissions in the "
                                               "ledger, too; this file maps them and is "
                                               "created or extended")
                                         .value_name("FILE");
  arguments.text("--names", options->shown.names, "show the names that this file maps the ledger's pseudonyms to")
      .value_name("FILE")
      .excludes(pseudonyms);
  arguments.flag("--quiet", options->quiet, "do not show progress");
  arguments.run([options] {
    options->request.command_line = "grade " + options->request.experiment;
    options->request.pseudonym_file = options->shown.pseudonyms;
    if (!options->request.waived.empty()) {
      options->request.only = {options->request.waived};
      if (options->request.session.empty()) options->request.session = "latest";
    }
    return grade(*options);
  });
}

void add_inspect(Arguments& arguments) {
  const auto options = std::make_shared<InspectArguments>();
  arguments.text("experiment", options->experiment, "the graded experiment").value_name("EXPERIMENT").required();
  arguments.text("submission", options->submission, "the submission").required();
  arguments.text("--session", options->session, "latest, or the start of the session's UUID");
  arguments.text("--times", options->times, kTimesHelp).value_name("FILE");
  declare_names(arguments, options->names);
  declare_format(arguments, options->format);
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    inspect(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
