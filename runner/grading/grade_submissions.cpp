#include "grading/grade_submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/text_width.h"
#include "exec/inputs.h"
#include "grading/hidden_identities.h"
#include "grading/rule_text.h"
#include "grading/submission_grader.h"
#include "ledger/ledger_reader.h"
#include "run/open_experiment.h"
#include "run/stop_signal.h"
#include "store/writer.h"

namespace warpledger {
namespace {

/// Checks submissions, each in the thread that is free first.
class ParallelCheck {
 public:
  ParallelCheck(std::deque<SubmissionGrader>& graders, const std::function<void(const std::string&)>& tell)
      : graders_(graders), tell_(tell) {}

  /// Throws what the first failing check threw, after all threads have ended.
  void run(int jobs) {
    {
      std::vector<std::jthread> threads;
      const auto count = std::min(static_cast<std::size_t>(jobs), graders_.size());
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    while (!stop_requested()) {
      const std::size_t next = next_++;
      if (next >= graders_.size()) return;
      try {
        graders_[next].check();
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = graders_.size();
        return;
      }
      const std::lock_guard lock(mutex_);
      tell_(fmt::format("checked {} of {}: {}: {}", ++done_, graders_.size(), graders_[next].name(),
                        graders_[next].summary()));
    }
  }

  std::deque<SubmissionGrader>& graders_;
  const std::function<void(const std::string&)>& tell_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

/// Once a grading: what submissions' machine code is compared with. A host has none.
void record_known(const GradingSetup& setup, WorkerProcess& worker) {
  const Device device = described(worker);
  if (device.backend != "cuda") return;
  const MeasuredGrid grid = measure_grid(
      {.experiment = setup.grids.known.experiment, .untrusted = false, .untrusted_counts = false}, worker, device);
  if (grid.stopped) return;
  setup.record(grid, {.session = setup.session, .seeds = setup.seeds, .role = GradingRole::known, .grid = "public"});
}

/// Once a grading: the points of kernels that no submission replaces, which every submission's run has.
MeasuredGrid measure_others(const GradingSetup& setup, WorkerProcess& worker) {
  return measure_grid({.experiment = setup.grids.profiled.experiment,
                       .ordinals = setup.profiled.others,
                       .untrusted = false,
                       .untrusted_counts = false},
                      worker, described(worker));
}

/// Their checked grids several at once, in `jobs` threads; then, one after another, what needs the device for itself.
/// False when the user stopped it.
bool grade_all(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
               const std::function<void(const std::string&)>& tell) {
  std::deque<SubmissionGrader> graders;
  for (const ReadSubmission& submission : submissions) graders.emplace_back(setup, submission);
  if (!setup.grids.checked.empty()) ParallelCheck(graders, tell).run(jobs);
  WorkerProcess reference = make_worker(setup.paths, setup.roots, setup.device);
  reference.describe();  // it holds the device from now on (SubmissionGrader::finish)
  record_known(setup, reference);
  const MeasuredGrid others = measure_others(setup, reference);
  if (others.stopped) return false;
  std::size_t done = 0;
  for (SubmissionGrader& grader : graders) {
    if (stop_requested()) return false;
    grader.finish(reference, others);
    if (!grader.whole()) return false;
    tell(fmt::format("graded {} of {}: {}: {}", ++done, graders.size(), grader.name(), grader.summary()));
  }
  return true;
}

/// Gives `setup` the session to resume, or a new one.
void choose_session(const ClassRequest& request, const Library& library, const Experiment& experiment,
                    GradingSetup& setup) {
  if (request.session.empty()) {
    setup.session = boost::uuids::to_string(boost::uuids::random_generator()());
    for (int i = 0; i < experiment.grading->seeds; ++i) setup.seeds.push_back(secret_number());
    return;
  }
  const LedgerReader ledger = open_ledger(request.ledger, library);
  const GradingSession session = read_grading_session(ledger, experiment.name, request.session);
  setup.session = session.uuid;
  setup.seeds = session.seeds;
}

/// Leaves those that are not whole yet in the session. Tells of others whose files are not those that were graded.
void leave_unfinished(std::vector<ReadSubmission>& submissions, const GradingSession& session,
                      const std::function<void(const std::string&)>& tell) {
  std::erase_if(submissions, [&](const ReadSubmission& submission) {
    const auto found = session.hand_ins.find(submission.name);
    if (found == session.hand_ins.end()) return false;
    const auto hand_in = found->second.find(submission.hand_in.attempt);
    if (hand_in == found->second.end() || !hand_in->second.whole) return false;
    const std::string& graded = hand_in->second.files;
    if (!graded.empty() && graded != digest_of(submission))
      tell(fmt::format("note: the files of {} have changed since they were graded; hint: --only {} grades them",
                       submission.name, submission.name));
    return true;
  });
}

/// Those that are asked for: by name; else, of a session that is resumed, those that are not whole yet.
std::vector<ReadSubmission> chosen_submissions(const ClassRequest& request, const Library& library,
                                               const std::string& experiment, std::vector<ReadSubmission> all,
                                               const std::function<void(const std::string&)>& tell) {
  std::vector<std::string> names;
  for (const ReadSubmission& submission : all) names.push_back(submission.name);
  for (const std::string& name : request.only)
    if (std::ranges::count(names, name) == 0)
      throw Error(fmt::format("--only: '{}' has no submission '{}'", request.submissions, name),
                  did_you_mean(name, names));
  for (ReadSubmission& one : all) one.rules_waived = one.name == request.waived;
  if (!request.only.empty()) {
    std::erase_if(all, [&](const ReadSubmission& s) { return std::ranges::count(request.only, s.name) == 0; });
  } else if (!request.session.empty()) {
    leave_unfinished(all, read_grading_session(open_ledger(request.ledger, library), experiment, request.session),
                     tell);
  }
  return all;
}

/// How many submissions are checked at once: checking is mostly a compiler's work, with one thread.
int jobs_of(const ClassRequest& request) {
  if (request.jobs > 0) return request.jobs;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Writes runs as they are measured, from any thread.
class RunRecorder {
 public:
  RunRecorder(const ClassRequest& request, const std::vector<std::string>& roots,
              const std::vector<PassedOver>& passed_over)
      : request_(request), passed_over_(to_json(passed_over)), writer_(request.ledger, schema_folder(roots)) {}

  void record(MeasuredGrid grid, const GradingMark& mark) {
    grid.info.command_line = request_.command_line;
    const nlohmann::json settings = {{"experiment", lasting_name(request_.experiment)},
                                     {"submissions", std::filesystem::absolute(request_.submissions).string()},
                                     {"passed_over", passed_over_},
                                     {"grading", to_json(mark)}};
    for (Result& result : grid.results) result.reason = without_folders(result.reason);  // students read them
    grid.info.settings_json = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::lock_guard lock(mutex_);
    record_grid(writer_, grid);
  }

 private:
  const ClassRequest& request_;
  nlohmann::json passed_over_;
  std::mutex mutex_;
  LedgerWriter writer_;
};

/// The points that rules about time look at, and those of the submissions' kernels, on the device that the class is
/// graded on.
void choose_points(GradingSetup& setup, const Library& library, const std::function<void(const std::string&)>& tell) {
  WorkerProcess worker = make_worker(setup.paths, setup.roots, setup.device);
  const Device device = described(worker);
  setup.timed = timed_ordinals(setup.grids, library, device);
  setup.profiled = profiled_ordinals(setup.grids, device);
  for (const std::string& input : inputs_alike(setup.grids, setup.timed, device))
    tell(fmt::format(
        "note: the input {} is the same in each timed launch: a kernel can remember what it made of it; hint: "
        "fill it at random",
        input));
}

/// What the ledger is to know of the class, and of `request` the names as they are there.
ReadClass read_hidden(ClassRequest& request, const std::function<void(const std::string&)>& tell) {
  ReadClass read = read_class(request.submissions);
  for (const PassedOver& one : read.passed_over) tell(fmt::format("passed over {}: {}", one_line(one.file), one.why));
  if (request.pseudonym_file.empty()) return read;
  std::vector<std::string> names;
  for (const ReadSubmission& submission : read.submissions) names.push_back(submission.name);
  const Pseudonyms pseudonyms = pseudonyms_of(request.pseudonym_file, names);
  for (const std::string& one : hide_identities(read, pseudonyms))
    tell(fmt::format("note: the sources of {} say who wrote them; they are kept as they are", one));
  for (std::string& name : request.only)
    if (const auto known = pseudonyms.find(name); known != pseudonyms.end()) name = known->second;
  if (const auto known = pseudonyms.find(request.waived); known != pseudonyms.end()) request.waived = known->second;
  return read;
}

}  // namespace

bool grade_submissions(const ClassRequest& asked, const Library& library, const Experiment& experiment,
                       std::string& session, const std::function<void(const std::string&)>& tell) {
  ClassRequest request = asked;
  GradingSetup setup;
  setup.paths = find_paths();
  setup.roots = library.roots();
  setup.device = request.device;
  setup.rounds = experiment.grading->rounds;
  ReadClass read = read_hidden(request, tell);
  const std::vector<ReadSubmission> submissions =
      chosen_submissions(request, library, experiment.name, std::move(read.submissions), tell);
  choose_session(request, library, experiment, setup);
  session = setup.session;
  setup.grids = grading_grids(library, request.experiment, setup.seeds);
  choose_points(setup, library, tell);
  RunRecorder recorder(request, setup.roots, read.passed_over);
  setup.record = [&](const MeasuredGrid& grid, const GradingMark& mark) { recorder.record(grid, mark); };
  watch_for_stop();
  const bool complete = grade_all(setup, submissions, jobs_of(request), tell);
  end_watch_for_stop();
  return complete;
}

}  // namespace warpledger
