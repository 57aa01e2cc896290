#include "l1_model/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "model/metric.h"

namespace warpledger {
namespace {

/// Up to this share, L1 reads were close to the counters of an RTX 4090 and an H200 (benchmarks/model.md). Above it,
/// the order of warps decides which lines stay.
constexpr double kGoodPressure = 0.5;

/// Maximum deviation of measured from modelled conflicts per request on an H200, in either direction: loads and stores
/// compete for the data banks.
constexpr double kMeetingConflicts = 0.8;

QuantityEstimate scaled(QuantityEstimate unscaled, const Sampling& facts) {
  *unscaled.value *= facts.scale;
  unscaled.lower *= facts.scale_lower;
  unscaled.upper *= facts.scale_upper;
  return unscaled;
}

/// Estimates a number that follows from addresses only. The `divergent_` bounds hold for any reconvergence.
QuantityEstimate counted(std::uint64_t count, std::uint64_t divergent_lower, std::uint64_t divergent_upper,
                         const Sampling& facts) {
  const auto value = static_cast<double>(count);
  QuantityEstimate quantity{value, value, value, Confidence::exact, "counted"};
  if (!facts.whole_grid) {
    quantity.confidence = Confidence::good;
    quantity.because = "scaled from the traced SMs to the whole grid";
  }
  if (facts.divergent) {
    quantity.lower = static_cast<double>(std::min(divergent_lower, count));
    quantity.upper = static_cast<double>(std::max(divergent_upper, count));
    quantity.confidence = Confidence::good;
    quantity.because = "lanes diverge, and where the GPU's compiler reconverges them is unknown";
  }
  return scaled(quantity, facts);
}

template <Space space, AccessKind kind>
QuantityEstimate requests(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& sums = counts.accesses.of(space, kind);
  return counted(sums.requests, (sums.lane_accesses + 31) / 32, sums.lane_accesses, facts);
}

QuantityEstimate load_sectors(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& loads = counts.accesses.of(Space::global, AccessKind::load);
  return counted(loads.sectors, counts.loaded_sectors, loads.lane_accesses, facts);
}

QuantityEstimate store_sectors(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& stores = counts.accesses.of(Space::global, AccessKind::store);
  return counted(stores.sectors, counts.stored_sectors, stores.lane_accesses, facts);
}

template <AccessKind kind>
QuantityEstimate shared_conflicts(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& sums = counts.accesses.of(Space::shared, kind);
  return counted(sums.conflicts, 0, sums.lane_accesses, facts);
}

QuantityEstimate global_conflicts(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& loads = counts.accesses.of(Space::global, AccessKind::load);
  const AccessCounts& stores = counts.accesses.of(Space::global, AccessKind::store);
  const auto requests = static_cast<double>(loads.requests + stores.requests);
  const auto most = static_cast<double>(loads.conflicts + stores.conflicts);
  const auto least = static_cast<double>(counts.global_conflicts_least);
  QuantityEstimate quantity{static_cast<double>(counts.global_conflicts),
                            std::max(least - kMeetingConflicts * requests, 0.0), most + kMeetingConflicts * requests};
  if (facts.divergent) quantity.lower = 0;
  if (facts.divergent) quantity.upper = static_cast<double>(loads.lane_accesses + stores.lane_accesses);
  const double pressure = counts.pressure();
  quantity.confidence = facts.divergent || pressure > kGoodPressure ? Confidence::poor : Confidence::good;
  quantity.because =
      fmt::format("{}{:.3g} to {:.3g} per request, depending on how many wait for the L2; pressure {:.3g}",
                  facts.divergent ? "lanes diverge; " : "", requests > 0 ? least / requests : 0,
                  requests > 0 ? most / requests : 0, pressure);
  return scaled(quantity, facts);
}

/// Doubts besides pressure, or "".
std::string doubt_about_reads(const SmCounts& counts, const Sampling& facts) {
  const AccessTotals& accesses = counts.accesses;
  std::vector<std::string> doubts;
  if (facts.divergent) doubts.emplace_back("lanes diverge");
  if (accesses.of(Space::local, AccessKind::load).requests + accesses.of(Space::local, AccessKind::store).requests > 0)
    doubts.emplace_back("local memory shares the L1 and is not included");
  if (accesses.of(Space::global, AccessKind::atomic).requests > 0) doubts.emplace_back("atomics are not included");
  return fmt::format("{}", fmt::join(doubts, "; "));
}

QuantityEstimate read_sectors(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& loads = counts.accesses.of(Space::global, AccessKind::load);
  const AccessCounts& atomics = counts.accesses.of(Space::global, AccessKind::atomic);
  QuantityEstimate quantity{
      static_cast<double>(counts.l1_read_sectors), static_cast<double>(counts.loaded_sectors),
      static_cast<double>((facts.divergent ? loads.lane_accesses : loads.sectors) + atomics.sectors)};
  const double pressure = counts.pressure();
  const std::string doubt = doubt_about_reads(counts, facts);
  quantity.confidence = pressure <= kGoodPressure && doubt.empty() ? Confidence::good : Confidence::poor;
  quantity.because = fmt::format("pressure {:.3g}, {:.3g} % of the sectors miss{}{}", pressure,
                                 100 * counts.miss_share(), doubt.empty() ? "" : "; ", doubt);
  if (quantity.lower == quantity.upper && doubt.empty() && facts.whole_grid) {
    quantity.confidence = Confidence::exact;
    quantity.because = "no sector is requested twice";
  }
  return scaled(quantity, facts);
}

QuantityEstimate written_sectors(const SmCounts& counts, const Sampling& facts) {
  const AccessCounts& stores = counts.accesses.of(Space::global, AccessKind::store);
  const AccessCounts& atomics = counts.accesses.of(Space::global, AccessKind::atomic);
  QuantityEstimate quantity{
      static_cast<double>(counts.l1_written_sectors), static_cast<double>(counts.stored_sectors),
      static_cast<double>((facts.divergent ? stores.lane_accesses : stores.sectors) + atomics.sectors)};
  quantity.because = "how long stores to a sector wait for each other is unknown";
  if (atomics.requests > 0) quantity.because += "; atomics are not included";
  if (quantity.lower == quantity.upper) {
    quantity.confidence = facts.whole_grid ? Confidence::exact : Confidence::good;
    quantity.because = "no sector is written twice";
  }
  return scaled(quantity, facts);
}

QuantityEstimate hit_pct(const SmCounts& counts, const Sampling& facts) {
  const auto asked = static_cast<double>(counts.accesses.of(Space::global, AccessKind::load).sectors);
  if (asked == 0) return {.because = "no global load was traced"};
  const QuantityEstimate reads = read_sectors(counts, facts);
  const auto hits = [&](double read_sectors) { return std::max(100 * (1 - read_sectors / asked), 0.0); };
  return {hits(static_cast<double>(counts.l1_read_sectors)), hits(reads.upper / facts.scale_upper),
          hits(reads.lower / facts.scale_lower), reads.confidence, reads.because};
}

struct Entry {
  std::string_view name;
  QuantityEstimate (*compute)(const SmCounts&, const Sampling&);
};

constexpr Entry kQuantities[] = {
    {"global_load_requests", requests<Space::global, AccessKind::load>},
    {"global_store_requests", requests<Space::global, AccessKind::store>},
    {"global_atomic_requests", requests<Space::global, AccessKind::atomic>},
    {"global_load_sectors", load_sectors},
    {"global_store_sectors", store_sectors},
    {"global_bank_conflicts", global_conflicts},
    {"shared_load_requests", requests<Space::shared, AccessKind::load>},
    {"shared_store_requests", requests<Space::shared, AccessKind::store>},
    {"shared_atomic_requests", requests<Space::shared, AccessKind::atomic>},
    {"shared_load_conflicts", shared_conflicts<AccessKind::load>},
    {"shared_store_conflicts", shared_conflicts<AccessKind::store>},
    {"l1_read_sectors", read_sectors},
    {"l1_written_sectors", written_sectors},
    {"l1_hit_pct", hit_pct},
};
static_assert(std::size(kQuantities) + 1 == kModelQuantities.size(), "inst_executed needs machine code");

}  // namespace

QuantityEstimate quantity(std::string_view name, const SmCounts& counts, const Sampling& facts) {
  std::vector<std::string> known;
  for (const Entry& entry : kQuantities) {
    if (entry.name == name) return entry.compute(counts, facts);
    known.emplace_back(entry.name);
  }
  throw Error(fmt::format("the memory model has no quantity '{}'", name), did_you_mean(name, known));
}

SmCounts& SmCounts::operator+=(const SmCounts& other) {
  accesses += other.accesses;
  global_conflicts += other.global_conflicts;
  global_conflicts_least += other.global_conflicts_least;
  l1_missed_lines += other.l1_missed_lines;
  l1_read_sectors += other.l1_read_sectors;
  loaded_sectors += other.loaded_sectors;
  l1_written_sectors += other.l1_written_sectors;
  stored_sectors += other.stored_sectors;
  for (std::size_t group = 0; group < reuses.size(); ++group) reuses[group] += other.reuses[group];
  return *this;
}

double SmCounts::pressure() const {
  std::uint64_t farther = 0;
  for (std::uint32_t group = kGroups; group > 0; --group) {
    farther += kReuseSampling * reuses[group - 1];
    if (farther * 100 > l1_missed_lines) return static_cast<double>(group) / kGroupsPerL1;
  }
  return 0;
}

double SmCounts::miss_share() const {
  const std::uint64_t asked = accesses.of(Space::global, AccessKind::load).sectors;
  return asked == 0 ? 0 : static_cast<double>(l1_read_sectors) / static_cast<double>(asked);
}

}  // namespace warpledger
