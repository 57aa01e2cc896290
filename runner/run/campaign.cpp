#include "run/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "model/device_name.h"
#include "plan/plan.h"
#include "run/campaign_parts.h"
#include "run/campaign_resume.h"
#include "run/progress.h"
#include "run/resume.h"
#include "run/stop_signal.h"
#include "spec/library.h"
#include "store/writer.h"

namespace warpledger {
namespace {

/// What the threads of a campaign share.
struct Shared {
  const RunOptions& options;  ///< of all runs, but for their device and place
  const LedgerWriter& ledger;
  ProgressLines& lines;
  PartsLeft& parts;
  std::mutex mutex;  ///< of what follows
  CampaignEnd end;
  std::int64_t plan_size = 0;  ///< points of a device; 0: no device was opened
  std::optional<Error> wrong;  ///< the experiment or the ledger is at fault
  std::optional<Error> first_failure;
};

/// One device of a campaign: its worker, and the runs on it one after the other.
class CampaignDevice {
 public:
  /// `line`: which of the lines of progress is its own.
  CampaignDevice(Shared& shared, const Device& device, std::size_t line)
      : shared_(shared), listed_(device), line_(line), options_(shared.options) {
    options_.device = unique_name(device);
  }

  /// Measures `part`, then parts of devices that failed, until there are no more. Lets go of the device in the thread
  /// that opened it: the system kills a worker when the thread ends that started it.
  void work(std::optional<CampaignPart> part) {
    measure_all(std::move(part));
    clocks_.reset();
    opened_.reset();
  }

 private:
  void measure_all(std::optional<CampaignPart> part) {
    if (part && !open(*part)) return;
    if (!part) part = shared_.parts.next(listed_.name);
    while (part) {
      if (!opened_ && !open(*part)) return;
      if (!measured(*part)) return;
      part = shared_.parts.next(listed_.name);
    }
  }

  void tell(std::string_view text) { shared_.lines.tell(line_, fmt::format("{}: {}", listed_.id, text)); }

  /// False when the device cannot be opened: `part` then waits for another one.
  bool open(const CampaignPart& part) {
    try {
      opened_.reset(new Opened(open_experiment(options_)));  // what cannot be moved
      device_ = described(opened_->worker);
      clocks_ = locked_clocks(options_.lock_clocks_mhz, device_);
      return true;
    } catch (const Error& error) {
      fail(error, part);
      return false;
    }
  }

  void fail(const Error& error, CampaignPart part) {
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

  /// False when the device failed, or all shall stop.
  bool measured(CampaignPart& part) {
    try {
      plan_.emplace(make_plan(opened_->experiment, device_));
      if (!part.ordinals) part.ordinals = plan_->ordinals();
      RunTask task = begun(part);
      part.ordinals = task.ordinals;
      record(task, part);
      return true;
    } catch (const DeviceFailed& failure) {
      fail(failure, part);
    } catch (const Error& error) {
      {
        const std::lock_guard guard(shared_.mutex);
        if (!shared_.wrong) shared_.wrong = error;
      }
      shared_.parts.leave();
    }
    return false;
  }

  RunTask begun(const CampaignPart& part) {
    options_.place.of_device = part.of_device;
    LedgerWriter ledger = shared_.ledger.another();
    const auto points = static_cast<std::int64_t>(part.ordinals->size());
    const RunInfo info = describe_run(options_, opened_->experiment, *plan_, device_, points);
    std::vector<std::int64_t> left = *part.ordinals;
    std::string run = part.run;
    if (run.empty()) {
      run = ledger.begin_run(info);
    } else {
      left = resumed(ledger, run, info, std::move(left));
    }
    if (!options_.quiet)
      tell(fmt::format("{} on {}: {}{} point{}\n", opened_->experiment.name, label_of(device_),
                       part.of_device == options_.device ? "" : "going on for " + part.of_device + ", ",
                       with_thousands(static_cast<std::int64_t>(left.size())), left.size() == 1 ? "" : "s"));
    return {*opened_, device_, *plan_, std::move(ledger), std::move(run), std::move(left), points};
  }

  /// Claims a run that this device began; those of `left` that it has not recorded.
  std::vector<std::int64_t> resumed(LedgerWriter& ledger, const std::string& uuid, const RunInfo& info,
                                    std::vector<std::int64_t> left) {
    StoredRun run = ledger.claim_run(uuid);
    refuse_another_device(run, device_);
    refuse_changed_points(run, *plan_);
    const std::size_t recorded_before = run.recorded.size();
    take_in_spill(options_.ledger, *plan_, ledger, run, [&](std::string_view text) { tell(text); });
    for (std::size_t i = recorded_before; i < run.recorded.size(); ++i) {
      std::erase(left, run.recorded[i].ordinal);
      const std::lock_guard guard(shared_.mutex);
      shared_.end.not_ok += run.recorded[i].ok ? 0 : 1;
    }
    const std::string changes = changes_since(run, device_, kVersion);
    ledger.resume_run(info, changes);
    if (!changes.empty()) tell(fmt::format("changed since the run was last worked on: {}\n", changes));
    return left;
  }

  /// Measures the points of `task`; `part` keeps those that are left of it.
  void record(RunTask& task, CampaignPart& part) {
    const auto keep_rest = [&] {
      part.ordinals->erase(part.ordinals->begin(),
                           part.ordinals->begin() + static_cast<std::ptrdiff_t>(task.completed));
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
    shared_.end.left += static_cast<std::int64_t>(part.ordinals->size());  // not 0 only when the user stops
  }

  Shared& shared_;
  Device listed_;
  std::size_t line_;
  RunOptions options_;
  std::unique_ptr<Opened> opened_;
  Device device_;
  std::unique_ptr<LockedClocks> clocks_;
  std::optional<Plan> plan_;
};

/// Lets every device work in a thread of its own.
void work_all(Shared& shared, const std::vector<Device>& devices, const std::vector<CampaignPart>& own) {
  std::deque<CampaignDevice> working;
  for (const Device& device : devices) working.emplace_back(shared, device, working.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const auto part = std::ranges::find(own, unique_name(devices[i]), &CampaignPart::of_device);
    threads.emplace_back(
        [&device = working[i], part = part == own.end() ? std::nullopt : std::optional(*part)] { device.work(part); });
  }
  for (std::thread& thread : threads) thread.join();
}

/// Runs the parts of a campaign whose ledger is open.
CampaignEnd run_parts(const RunOptions& options, const LedgerWriter& ledger, const std::vector<Device>& devices,
                      const CampaignParts& given, const Console& console) {
  watch_for_stop();
  ProgressLines lines(console.out, console.takes_escape_codes, console.width, devices.size());
  PartsLeft parts(devices.size(), given.waiting);
  Shared shared{options, ledger, lines, parts, {}, {}, 0, {}, {}};
  shared.end.campaign = options.place.campaign;
  shared.end.devices = options.place.devices;
  shared.plan_size = given.plan_size;
  work_all(shared, devices, given.own);
  end_watch_for_stop();
  if (shared.wrong) throw Error(*shared.wrong);
  if (shared.plan_size == 0 && shared.first_failure) throw DeviceFailed(*shared.first_failure, true);
  CampaignEnd& end = shared.end;
  end.planned = shared.plan_size * static_cast<std::int64_t>(end.devices.size());
  for (const CampaignPart& part : parts.rest())
    end.left += part.ordinals ? static_cast<std::int64_t>(part.ordinals->size()) : shared.plan_size;
  end.stopped = stop_requested();
  return std::move(end);
}

}  // namespace

std::vector<Device> devices_here() {
  const Paths paths = find_paths();
  return make_worker(paths, paths.roots, "auto").devices();
}

CampaignEnd begin_campaign(const RunOptions& given, const std::vector<Device>& devices, const Console& console) {
  const Paths paths = find_paths();
  const Library found(paths.roots);
  const Library library = found.with_root_of(found.experiment_path(given.experiment));
  const std::string experiment = load_experiment(library, given).name;  // its mistakes are told once, before all
  RunOptions options = given;
  options.place.campaign = boost::uuids::to_string(boost::uuids::random_generator()());
  CampaignParts parts;
  for (const Device& device : devices) {
    options.place.devices.push_back(unique_name(device));
    parts.own.push_back({.of_device = unique_name(device), .model = device.name});
  }
  CampaignEnd end;
  {
    const LedgerWriter ledger(options.ledger, schema_folder(paths.roots));
    end = run_parts(options, ledger, devices, parts, console);
  }
  end.experiment = experiment;
  end.library = library;
  return end;
}

std::optional<CampaignEnd> resume_campaign(const RunOptions& given, const std::string& campaign,
                                           const Console& console) {
  const Paths paths = find_paths();
  StoredCampaign stored = read_campaign(given.ledger, campaign);
  const RunOptions options = options_of(stored, given);
  if (stored.points_left() == 0) {
    console.tell(fmt::format("campaign {} is finished: all of its points are recorded\n", campaign.substr(0, 8)));
    return std::nullopt;
  }
  const Library found(paths.roots);
  const Library library = found.with_root_of(found.experiment_path(options.experiment));
  refuse_changed_texts(stored.runs.front().run, load_experiment(library, options));
  const std::vector<Device> devices = devices_to_resume_on(stored, given.device);
  CampaignEnd end;
  {
    const LedgerWriter ledger(options.ledger, schema_folder(paths.roots));
    refuse_under_way(stored, ledger);
    end = run_parts(options, ledger, devices, parts_left(stored, devices), console);
  }
  end.experiment = stored.runs.front().run.experiment;
  end.library = library;
  end.not_ok += stored.not_ok();
  return end;
}

}  // namespace warpledger
