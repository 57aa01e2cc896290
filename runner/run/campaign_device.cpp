#include "run/campaign_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "exec/stopwatch.h"
#include "model/device_name.h"
#include "plan/shard.h"
#include "run/campaign_split.h"
#include "run/plan_page.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "run/stop_signal.h"

namespace warpledger {

CampaignDevice::CampaignDevice(CampaignShared& shared, const Device& device, std::size_t line)
    : shared_(shared), listed_(device), line_(line), options_(shared.options) {
  options_.device = name_for_worker(device);
}

void CampaignDevice::work(std::optional<CampaignPart> part) {
  measure_all(std::move(part));
  clocks_.reset();
  opened_.reset();
}

void CampaignDevice::measure_all(std::optional<CampaignPart> part) {
  if (part && !open(*part)) return;
  if (!part) part = shared_.parts.next(listed_.name);
  while (part) {
    if (!opened_ && !open(*part)) return;
    if (!measured(*part)) return;
    part = shared_.parts.next(listed_.name);
  }
}

void CampaignDevice::tell(std::string_view text) { shared_.lines.tell(line_, fmt::format("{}: {}", listed_.id, text)); }

/// False if the device cannot be opened; `part` then waits for another one.
bool CampaignDevice::open(const CampaignPart& part) {
  try {
    opened_ = open_loaded(shared_.loaded, options_);
    device_ = described(*opened_->worker);
    clocks_ = locked_clocks(options_.lock_clocks_mhz, device_);
    return true;
  } catch (const Error& error) {
    fail(error, part);
    return false;
  }
}

void CampaignDevice::fail(const Error& error, CampaignPart part) {
  {
    const std::lock_guard guard(shared_.mutex);
    shared_.end.failed.push_back(label_of(listed_));
    if (!shared_.first_failure) shared_.first_failure = error;
  }
  tell(fmt::format("this device failed: {}\n", error.problem()));
  if (part.ordinals && part.ordinals->empty())
    shared_.parts.leave();
  else
    shared_.parts.give_up(std::move(part));
}

/// False if the device failed or all devices should stop.
bool CampaignDevice::measured(CampaignPart& part) {
  try {
    plan_.emplace(make_plan(opened_->experiment, device_));
    if (!part.ordinals) part.ordinals = ordinals_of(part);
    RunTask task = begun(part);
    part.ordinals = task.ordinals;
    record(task, part);
    const bool is_own = part.of_device == unique_name(listed_);
    if (options_.place.split && is_own && part.ordinals->empty() && !stop_requested()) measure_anchor();
    return true;
  } catch (const DeviceFailed& failure) {
    fail(failure, part);
  } catch (const Error& error) {
    bool is_first = false;
    {
      const std::lock_guard guard(shared_.mutex);
      is_first = !shared_.wrong;
      if (is_first) shared_.wrong = error;
    }
    if (!is_first) tell(fmt::format("{}\n", error.what()));  // it may name a separate spill file
    shared_.parts.leave();
  }
  return false;
}

/// Points of a part that has not started.
std::vector<std::int64_t> CampaignDevice::ordinals_of(const CampaignPart& part) {
  if (!options_.place.split) return plan_->ordinals();
  const std::lock_guard guard(shared_.mutex);
  if (shared_.shares.empty()) shared_.shares = shares_of(*plan_, std::ssize(options_.place.devices));
  return shared_.shares.at(place_of_device(options_.place, part.of_device));
}

/// Repeats the anchor after the share, without counters, which do not depend on the device.
void CampaignDevice::measure_anchor() {
  Experiment timed = opened_->experiment;
  timed.metrics.clear();
  const Plan plan = make_plan(timed, device_);
  RunOptions options = options_;
  options.place.shard.clear();
  options.place.is_anchor = true;
  RunRecorder recorder(shared_.ledger.another(), describe_run(options, timed, plan, device_, 1));
  RunTask task{*opened_, device_, plan, std::move(recorder), {anchor_of(plan)}, 1};
  record_task(options, task, {.label = listed_.id, .tell = [&](std::string_view text) { tell(text); }});
  const std::lock_guard guard(shared_.mutex);
  shared_.end.not_ok += task.not_ok;
}

RunTask CampaignDevice::begun(const CampaignPart& part) {
  options_.place.of_device = part.of_device;
  if (options_.place.split) {
    const Shard share{static_cast<std::int64_t>(place_of_device(options_.place, part.of_device)) + 1,
                      std::ssize(options_.place.devices)};
    options_.place.shard = text_of(share);
    options_.place.anchor = anchor_of(*plan_);
  }
  const auto points = static_cast<std::int64_t>(part.ordinals->size());
  const RunInfo info = describe_run(options_, opened_->experiment, *plan_, device_, points);
  std::vector<std::int64_t> left = *part.ordinals;
  RunRecorder recorder = part.run.empty() ? RunRecorder(shared_.ledger.another(), info)
                                          : resumed(shared_.ledger.another(), part.run, info, left);
  if (!options_.quiet)
    tell(fmt::format("{} on {}: {}{} point{}\n", opened_->experiment.name, label_of(device_),
                     part.of_device == unique_name(listed_) ? "" : "going on for " + part.of_device + ", ",
                     with_thousands(static_cast<std::int64_t>(left.size())), left.size() == 1 ? "" : "s"));
  if (const std::string note = left_out_note(*plan_); !options_.quiet && !note.empty()) tell(note);
  return {*opened_, device_, *plan_, std::move(recorder), std::move(left), points};
}

/// Resumes a run of this device; removes the points of its spill file from `left`.
RunRecorder CampaignDevice::resumed(LedgerWriter ledger, const std::string& uuid, const RunInfo& info,
                                    std::vector<std::int64_t>& left) {
  StoredRun run = ledger.claim_run(uuid);
  refuse_another_device(run, device_);
  refuse_changed_points(run, *plan_);
  const std::size_t recorded_before = run.recorded.size();
  RunRecorder recorder = resumed_recorder(options_, {*opened_, device_, *plan_}, run, std::move(ledger), info,
                                          [&](std::string_view text) { tell(text); });
  for (std::size_t i = recorded_before; i < run.recorded.size(); ++i) {
    std::erase(left, run.recorded[i].ordinal);
    const std::lock_guard guard(shared_.mutex);
    shared_.end.not_ok += run.recorded[i].ok ? 0 : 1;
  }
  return recorder;
}

/// Gives points of `share` to an idle device.
void CampaignDevice::hand_over_of(ShareInHand& share, const CampaignPart& part, std::size_t done, double elapsed_s) {
  if (!shared_.parts.are_wanted_by(part.model)) return;
  std::optional<std::vector<std::int64_t>> points = share.hand_over(done, elapsed_s);
  if (!points) return;
  if (!options_.quiet) tell(fmt::format("{} points go to a device that is done\n", points->size()));
  shared_.parts.hand_over({.of_device = part.of_device, .model = part.model, .ordinals = std::move(points), .run = ""});
}

/// Measures the points of `task`; `part` keeps what is left.
void CampaignDevice::record(RunTask& task, CampaignPart& part) {
  ShareInHand share(*plan_, task.ordinals);
  if (options_.place.split)
    task.is_rest_given = [&, since = Stopwatch()](std::size_t begun) {
      hand_over_of(share, part, begun, since.elapsed_s());
      return begun >= share.size();
    };
  const auto keep_rest = [&] {
    part.ordinals->resize(share.size());
    part.ordinals->erase(part.ordinals->begin(), part.ordinals->begin() + static_cast<std::ptrdiff_t>(task.completed));
    const std::lock_guard guard(shared_.mutex);
    shared_.end.not_ok += task.not_ok;
    shared_.plan_size = plan_->size();
  };
  const RunWatch watch{.lines = options_.quiet ? nullptr : &shared_.lines,
                       .line = line_,
                       .label = listed_.id,
                       .tell = [&](std::string_view text) { tell(text); }};
  try {
    record_task(options_, task, watch);
  } catch (const Error&) {
    keep_rest();
    throw;
  }
  keep_rest();
  const std::lock_guard guard(shared_.mutex);
  shared_.end.left += static_cast<std::int64_t>(part.ordinals->size());  // 0 unless the user stopped
}

}  // namespace warpledger
