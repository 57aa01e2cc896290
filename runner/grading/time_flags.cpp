#include "grading/time_flags.h"

#include <fmt/format.h>

#include <optional>

#include "grading/physics_floor.h"
#include "model/cell_value.h"
#include "store/quoted.h"

namespace warpledger {
namespace {

/// Columns are identity, gpu_time_us, ideal_bytes, fmas, whether the cache was warm, dram_peak_gbs, l2_bytes,
/// fma_per_us. No limit of an L2 cache's throughput is known: l2_peak_gbs is an assignment's convention, which real
/// traffic exceeds.
std::optional<PhysicsFloor> floor_of(const std::vector<Cell>& row) {
  const LeastWork work = {
      .bytes = number_in(row[2]).value_or(0), .fmas = number_in(row[3]).value_or(0), .in_l2 = whole_in(row[4]) != 0};
  DevicePeaks peaks = {.dram_gbs = number_in(row[5]), .l2_gbs = {}, .l2_bytes = number_in(row[6]), .fp32_gfma = {}};
  if (const auto fma_per_us = number_in(row[7])) peaks.fp32_gfma = 1e-3 * *fma_per_us;
  return physics_floor(work, peaks);
}

}  // namespace

std::vector<std::string> time_flags(const LedgerReader& ledger, const std::vector<std::string>& run_uuids) {
  const Table points = ledger.query(fmt::format(
      "SELECT identity, gpu_time_us, ideal_bytes, fmas, cache = 'warm', dram_peak_gbs, l2_bytes, fma_per_us "
      "FROM points WHERE run_uuid IN {} AND gpu_time_us > 0 AND outcome = 'ok' ORDER BY started_utc, ordinal",
      quoted_list(run_uuids)));
  std::size_t too_fast_points = 0;
  double furthest = 0;
  std::string sentence;
  for (const std::vector<Cell>& row : points.rows) {
    const std::optional<PhysicsFloor> floor = floor_of(row);
    const double median_ns = 1e3 * *number_in(row[1]);
    const auto found = floor ? too_fast(median_ns, *floor) : std::nullopt;
    if (!found) continue;
    ++too_fast_points;
    if (floor->least_ns / median_ns <= furthest) continue;
    furthest = floor->least_ns / median_ns;
    sentence = fmt::format("{}: {}", text_in(row[0]), *found);
  }
  if (too_fast_points == 0) return {};
  if (too_fast_points == 1) return {sentence};
  return {fmt::format("{}, and {} more measurements", sentence, too_fast_points - 1)};
}

}  // namespace warpledger
