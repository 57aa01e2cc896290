#include "grading/measure/grade_submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "base/cores.h"
#include "base/error.h"
#include "base/text.h"
#include "base/text_width.h"
#include "exec/inputs.h"
#include "grading/hand_in/pseudonyms.h"
#include "grading/measure/class_progress.h"
#include "grading/measure/grade_on_devices.h"
#include "grading/measure/grading_run.h"
#include "grading/measure/grading_session.h"
#include "grading/measure/submission_grader.h"
#include "ledger/ledger_reader.h"
#include "model/device_name.h"
#include "run/campaign.h"
#include "run/open_experiment.h"
#include "run/stop_signal.h"
#include "spec/submitted_kernels.h"
#include "store/run_lock.h"

namespace warpledger {
namespace {

using Tell = std::function<void(const std::string&)>;

/// The whole class must have the same points and the same reference.
void refuse_changes(const LedgerReader& ledger, const GradingSession& session, const Experiment& experiment) {
  const std::vector<std::string> changes = changes_since(ledger, session, experiment);
  if (!changes.empty())
    throw Error(
        {.file = experiment.file},
        fmt::format("{} changed since session {} graded others of the class", join(changes), session.uuid.substr(0, 8)),
        "put back what it was, or leave out --session and grade all in a new one");
}

/// Locks the session: two processes would time on one device simultaneously and grade twice.
void claim(RunLock& lock, const std::string& ledger, const std::string& session) {
  if (const std::optional<std::string> holder = lock.lock_session(ledger, session))
    throw Error({.file = ledger}, fmt::format("session {} is being graded by {}", session.substr(0, 8), *holder),
                "wait until it ends, or stop that process");
}

GradingSession chosen_session(const ClassRequest& request, const Library& library, const Experiment& experiment,
                              RunLock& lock) {
  if (!request.session.empty()) {
    const std::string uuid =
        read_grading_session(open_ledger(request.ledger, library), experiment.name, request.session).uuid;
    claim(lock, request.ledger, uuid);
    const LedgerReader ledger = open_ledger(request.ledger, library);  // others may have graded meanwhile
    GradingSession session = read_grading_session(ledger, experiment.name, uuid);
    refuse_changes(ledger, session, experiment);
    return session;
  }
  GradingSession session{.uuid = boost::uuids::to_string(boost::uuids::random_generator()())};
  for (int i = 0; i < experiment.grading->seeds; ++i) session.seeds.push_back(secret_number());
  return session;
}

/// Keeps incomplete submissions. Warns about complete ones whose files have changed.
void leave_unfinished(std::vector<ReadSubmission>& submissions, const GradingSession& session, const Tell& tell) {
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

std::vector<ReadSubmission> chosen_submissions(const ClassRequest& request, const GradingSession& session,
                                               std::vector<ReadSubmission> all, const Tell& tell) {
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
    leave_unfinished(all, session, tell);
  }
  return all;
}

void tell_unused(const std::vector<ReadSubmission>& submissions, const Experiment& experiment, const Tell& tell) {
  for (const ReadSubmission& one : submissions) {
    if (!one.submission) continue;
    const SourceRules rules = one.rules_waived ? SourceRules::waived : SourceRules::hold;
    if (const std::string text = text_of(unused_sources(experiment, *one.submission, rules), one_line); !text.empty())
      tell(fmt::format("note: {}: {}", one.name, text));
  }
}

/// Returns the number of parallel checks. A check is mostly single-threaded compilation.
int jobs_of(const ClassRequest& request) {
  if (request.jobs > 0) return request.jobs;
  return static_cast<int>(usable_cores());
}

/// Returns the devices. A single one is opened directly, because listing all takes a second.
std::vector<Device> devices_of(const ClassRequest& request, const GradingSetup& setup) {
  if (is_device_list(request.device)) return listed_devices(request.device, devices_here());
  WorkerProcess worker = make_worker(setup.paths, setup.roots, request.device);
  return {described(worker)};
}

void choose_devices(const ClassRequest& request, const Library& library, const GradingSession& session,
                    GradingSetup& setup, const Tell& tell) {
  const std::vector<Device> devices = devices_of(request, setup);
  refuse_unequal_devices(devices, session, setup.grids.profiled.experiment);
  const bool is_list = is_device_list(request.device);
  for (const Device& device : devices)
    setup.devices.push_back({is_list ? name_for_worker(device) : request.device, devices.size() > 1 ? device.id : ""});
  // This rejects a host immediately. A GPU's clocks are locked once a worker has it open (grade_on_devices).
  for (Device device : devices)
    if (device.backend != "cuda") locked_clocks(setup.lock_clocks_mhz, device);
  check_points(setup.grids, devices[0]);
  setup.timed = timed_ordinals(setup.grids, library, devices[0]);
  setup.profiled = profiled_ordinals(setup.grids, devices[0]);
  for (const auto& [input, hint] : inputs_alike(setup.grids, setup.timed, devices[0]))
    tell(fmt::format(
        "note: the input {} is the same in each timed launch: a kernel can remember what it made of it; hint: {}",
        input, hint));
}

/// Reads the class as the ledger will record it; also puts pseudonyms in `request`.
ReadClass read_hidden(ClassRequest& request, const Tell& tell) {
  ReadClass read = read_class(request.submissions);
  for (const PassedOver& one : read.passed_over) tell(fmt::format("passed over {}: {}", one_line(one.file), one.why));
  if (request.pseudonym_file.empty()) return read;
  std::vector<std::string> names;
  for (const ReadSubmission& one : read.submissions) names.push_back(one.name);
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
                       std::string& session_uuid, const Console* console) {
  const Tell tell = [&](const std::string& line) {
    if (console != nullptr) console->tell(line + "\n");
  };
  ClassRequest request = asked;
  GradingSetup setup;
  setup.paths = find_paths();
  setup.roots = library.roots();
  setup.rounds = experiment.grading->rounds;
  setup.lock_clocks_mhz = request.lock_clocks_mhz;
  ReadClass read = read_hidden(request, tell);
  RunLock lock;
  const GradingSession session = chosen_session(request, library, experiment, lock);
  const std::vector<ReadSubmission> submissions =
      chosen_submissions(request, session, std::move(read.submissions), tell);
  tell_unused(submissions, experiment, tell);
  session_uuid = setup.session = session.uuid;
  setup.seeds = session.seeds;
  setup.grids = grading_grids(library, request.experiment, setup.seeds);
  choose_devices(request, library, session, setup, tell);
  const GradingRuns runs(request, setup.roots, read.passed_over);
  claim(lock, request.ledger, session.uuid);
  setup.runs = &runs;
  ClassProgress progress(console, setup.devices);
  watch_for_stop();
  const bool complete = grade_on_devices(setup, submissions, jobs_of(request), progress);
  end_watch_for_stop();
  return complete;
}

}  // namespace warpledger
