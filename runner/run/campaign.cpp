#include "run/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <deque>
#include <future>
#include <iterator>
#include <thread>
#include <utility>

#include "base/cores.h"
#include "base/error.h"
#include "base/text.h"
#include "model/device_name.h"
#include "run/campaign_device.h"
#include "run/campaign_parts.h"
#include "run/campaign_resume.h"
#include "run/campaign_split.h"
#include "run/progress.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "run/stop_signal.h"
#include "spec/library.h"
#include "store/writer.h"

namespace warpledger {
namespace {

/// Runs one thread per device.
void work_all(CampaignShared& shared, const std::vector<Device>& devices, const std::vector<CampaignPart>& own) {
  std::deque<CampaignDevice> working;
  for (const Device& device : devices) working.emplace_back(shared, device, working.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const auto part = std::ranges::find(own, unique_name(devices[i]), &CampaignPart::of_device);
    threads.emplace_back([&, i, part = part == own.end() ? std::nullopt : std::optional(*part)] {
      // Otherwise each host starts as many threads as there are cores.
      if (devices[i].backend == "host") keep_to_share_of_cores(i, devices.size());
      working[i].work(part);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

CampaignEnd run_parts(const RunOptions& options, const LoadedExperiment& loaded, const LedgerWriter& ledger,
                      const std::vector<Device>& devices, const CampaignParts& given, const Console& console) {
  watch_for_stop();
  ProgressLines lines(console.out, console.takes_escape_codes, console.width, devices.size());
  PartsLeft parts(devices.size(), given.waiting);
  CampaignShared shared{options, loaded, ledger, lines, parts, {}, {}, 0, given.shares, {}, {}};
  shared.end.campaign = options.place.campaign;
  shared.end.devices = options.place.devices;
  shared.plan_size = given.plan_size;
  work_all(shared, devices, given.own);
  end_watch_for_stop();
  if (shared.wrong) throw Error(*shared.wrong);
  if (shared.plan_size == 0 && shared.first_failure) throw DeviceFailed(*shared.first_failure, true);
  CampaignEnd& end = shared.end;
  end.planned = options.place.split ? shared.plan_size : shared.plan_size * std::ssize(end.devices);
  const auto size_of = [&](const CampaignPart& part) {
    if (part.ordinals) return std::ssize(*part.ordinals);
    if (shared.shares.empty()) return static_cast<std::ptrdiff_t>(shared.plan_size);
    return std::ssize(shared.shares.at(place_of_device(options.place, part.of_device)));
  };
  for (const CampaignPart& part : parts.rest()) end.left += size_of(part);
  end.stopped = stop_requested();
  return std::move(end);
}

/// A MIG slice, or a GPU that has some: its facts are visible only to a process that sees no other device.
bool is_opened_alone(const Device& device) {
  return device.backend == "cuda" && why_unusable(device).empty() && !device.facts.contains("cc_major");
}

/// Keeps the known facts if the device cannot be opened; measuring reports why.
void add_facts(Device& device, const Paths& paths) {
  try {
    Device alone = make_worker(paths, paths.roots, device.uuid).describe();
    alone.id = device.id;
    device = std::move(alone);
  } catch (const Error&) {
  }
}

}  // namespace

std::vector<Device> devices_here(DeviceDetail detail) {
  const Paths paths = find_paths();
  std::vector<Device> devices = make_worker(paths, paths.roots, "auto").devices(detail);
  for (Device& device : devices)
    if (is_opened_alone(device)) add_facts(device, paths);
  return devices;
}

CampaignEnd begin_campaign(const RunOptions& given, const Console& console) {
  std::future<std::vector<Device>> here = std::async(std::launch::async, [] { return devices_here(); });
  const LoadedExperiment loaded = load_with_library(given);
  const std::vector<Device> devices = listed_devices(given.device, here.get());
  if (given.place.split) refuse_to_split_on(devices);
  RunOptions options = given;
  options.place.campaign = boost::uuids::to_string(boost::uuids::random_generator()());
  CampaignParts parts;
  for (const Device& device : devices) {
    options.place.devices.push_back(unique_name(device));
    parts.own.push_back({.of_device = unique_name(device), .model = device.name});
  }
  CampaignEnd end;
  {
    const LedgerWriter ledger(options.ledger, schema_folder(loaded.library.roots()));
    end = run_parts(options, loaded, ledger, devices, parts, console);
  }
  end.experiment = loaded.experiment.name;
  end.library = loaded.library;
  if (options.place.split) end.anchors = anchors_of(options.ledger, end.campaign, loaded.library);
  return end;
}

CampaignEnd resume_campaign(const RunOptions& given, const std::string& campaign, const Console& console) {
  StoredCampaign stored = read_campaign(given.ledger, campaign);
  const RunOptions options = options_of(stored, given);
  const LoadedExperiment loaded = load_with_library(options);
  if (stored.is_split) plan_shares(stored, loaded.experiment);
  if (stored.points_left() == 0) {
    console.tell(fmt::format("campaign {} is finished: all of its points are recorded\n", campaign.substr(0, 8)));
    CampaignEnd done;
    done.campaign = campaign;
    done.experiment = loaded.experiment.name;
    done.devices = options.place.devices;
    done.planned = options.place.split ? stored.plan_size : stored.plan_size * std::ssize(done.devices);
    done.not_ok = stored.not_ok();
    done.was_done = true;
    return done;
  }
  refuse_changed_texts(stored.runs.front().run, loaded.experiment);
  const std::vector<Device> devices = devices_to_resume_on(stored, given.device);
  CampaignEnd end;
  {
    const LedgerWriter ledger(options.ledger, schema_folder(loaded.library.roots()));
    refuse_under_way(stored, ledger);
    end = run_parts(options, loaded, ledger, devices, parts_left(stored, devices), console);
  }
  end.experiment = stored.runs.front().run.experiment;
  end.library = loaded.library;
  end.not_ok += stored.not_ok();
  if (stored.is_split) end.anchors = anchors_of(options.ledger, campaign, loaded.library);
  return end;
}

}  // namespace warpledger
