#include "run/campaign_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

#include "base/error.h"
#include "base/sql_text.h"
#include "ledger/ledger_reader.h"
#include "model/device_name.h"
#include "plan/shard.h"

namespace warpledger {

std::int64_t anchor_of(const Plan& plan) {
  std::vector<std::int64_t> costs_us;
  for (const std::int64_t ordinal : plan.ordinals()) costs_us.push_back(plan.cost_us(ordinal));
  std::vector<std::int64_t> sorted_us = costs_us;
  const auto middle = sorted_us.begin() + (std::ssize(sorted_us) - 1) / 2;
  std::ranges::nth_element(sorted_us, middle);
  return std::distance(costs_us.begin(), std::ranges::find(costs_us, *middle));
}

std::vector<std::vector<std::int64_t>> shares_of(const Plan& plan, std::int64_t count) {
  const std::int64_t anchor = anchor_of(plan);
  std::vector<std::vector<std::int64_t>> shares = split_plan(plan, count);
  for (std::vector<std::int64_t>& share : shares) {
    std::erase(share, anchor);
    share.insert(share.begin(), anchor);
  }
  return shares;
}

std::size_t place_of_device(const CampaignPlace& place, const std::string& device) {
  return static_cast<std::size_t>(std::distance(place.devices.begin(), std::ranges::find(place.devices, device)));
}

void refuse_to_split_on(std::span<const Device> devices) {
  const Device& first = devices.front();
  for (const Device& device : devices.subspan(1)) {
    if (device.name != first.name)
      throw Error(fmt::format("{} and {} are different models", label_of(first), label_of(device)),
                  "their times belong on no page together: name one model, as --device all:h200 does, or leave out "
                  "--split");
    if (device.facts != first.facts)
      throw Error(fmt::format("{} is set up in another way than {}", label_of(device), label_of(first)),
                  "compare `warpledger devices` of both: their memory, MIG slices and clocks must agree");
  }
}

std::vector<AnchorTimes> anchors_of(const std::string& path, const std::string& campaign, const Library& library) {
  LedgerReader ledger = open_ledger(path, library);
  const Table runs = ledger.query("SELECT min(run_uuid) FROM runs WHERE campaign = " + quoted_text(campaign));
  ledger.select_run(text_in(runs.rows.at(0).at(0)));
  const auto time_in = [](const Cell& cell) {
    const double* const time = std::get_if<double>(&cell);
    return time == nullptr ? std::nullopt : std::optional(*time);
  };
  std::vector<AnchorTimes> anchors;
  for (const std::vector<Cell>& row :
       ledger.query("SELECT on_device, identity, before_us, after_us FROM campaign_anchor ORDER BY on_device").rows)
    anchors.push_back({text_in(row[0]), text_in(row[1]), time_in(row[2]), time_in(row[3])});
  return anchors;
}

}  // namespace warpledger
