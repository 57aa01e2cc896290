#include "exec/time_point.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "exec/inputs.h"
#include "model/samples.h"
#include "stats/shift.h"

namespace warpledger {
namespace {

bool fits_l2(const Job& job, const Device& device) {
  const auto l2 = device.facts.find("l2_bytes");
  if (l2 == device.facts.end()) return false;
  double bytes = 0;
  for (const BufferSpec& buffer : job.buffers)
    bytes += static_cast<double>(buffer.count) * static_cast<double>(facts_of(buffer.type).bytes);
  return bytes <= static_cast<double>(l2->second);
}

/// Discarded samples, which bring clocks to a steady state. One is enough for all placements: Backend::time warms up
/// code and caches in each call.
constexpr int kWarmups = 1;

constexpr double kLongHostLaunch_s = 0.5;

int warmups(const Backend& backend) { return backend.times_gpu() ? kWarmups : 0; }

/// Limits a host to a single sample.
Measure measure_on(const Backend& backend, Measure measure) {
  if (!backend.times_gpu()) measure.min_samples = measure.max_samples = 1;
  return measure;
}

/// Times the prepare launches separately, with few samples: only the point's own time is compared.
std::optional<Timing> time_prepare(const Job& job, const Work& work, Backend& backend, const Stopwatch& stopwatch) {
  if (work.prepare.empty()) return std::nullopt;
  const Work alone{.constants = work.constants, .restores = work.restores, .prepare = {}, .launches = work.prepare};
  Measure measure = measure_on(backend, job.measure);
  measure.max_samples = measure.min_samples;
  backend.time(alone, measure.cache, warmups(backend));
  const auto take = [&](int samples) { return backend.time(alone, measure.cache, samples); };
  Timing timing = sample_until_known(measure, take, [&] { return stopwatch.elapsed_s(); });
  timing.clock = backend.clock_name();
  return timing;
}

/// Confidence of compare()'s intervals.
constexpr double kConfidence = 0.99;

/// Samples per request: enough for a backend to queue together, few enough to stop soon.
constexpr int kChunk = 10;

std::vector<double> times_of(const std::vector<Sample>& samples) {
  std::vector<double> times;
  times.reserve(samples.size());
  for (const Sample& sample : samples) times.push_back(sample.time_ns);
  return times;
}

/// SAME needs the whole interval within the threshold. Half of it is 2.6 standard errors. If that is 0.55 of the
/// threshold, 2.1 standard errors remain, and the ratio of two identical runs exceeds those in one case of 25.
constexpr double kShareOfInterval = 0.55;

/// Stop rule that these samples meet, or "".
std::string_view enough(const Measure& measure, const std::vector<Sample>& samples) {
  if (samples.size() < static_cast<std::size_t>(measure.min_samples)) return "";
  const std::vector<double> times = times_of(samples);
  if (relative_error_of_median(times) > measure.max_relative_error) return "";
  if (measure.resolve == 0) return "max_relative_error";
  return half_width_beside_twin(times, kConfidence) <= kShareOfInterval * measure.resolve ? "resolve" : "";
}

/// Number of samples to request. The interval shrinks with the root of the count, so small steps would be wasted far
/// from the goal.
int next_chunk(const Measure& measure, int count) { return measure.resolve > 0 ? std::max(kChunk, count / 2) : kChunk; }

}  // namespace

BufferPlacements::BufferPlacements(const Job& job, Prepared first, PointContext& context)
    : job_(job), backend_(context.backend) {
  places_.push_back(std::move(first));
  const int count = job.measure.timed() && fits_l2(job, backend_.describe()) ? backend_.places() : 1;
  for (int place = 1; place < count; ++place) places_.push_back(prepare(job, backend_, context.workspace, place));
}

std::vector<Sample> BufferPlacements::take(int samples) {
  std::vector<Sample> taken;
  const int count = static_cast<int>(places_.size());
  for (int left = samples, turns = count; left > 0; turns = std::max(1, turns - 1)) {
    Prepared& place = places_[next_];
    const int share = std::min(left, drawn((left + turns - 1) / turns));
    const std::vector<Sample> here = call(place, share);
    taken.insert(taken.end(), here.begin(), here.end());
    next_ = (next_ + 1) % places_.size();
    left -= share;
  }
  return taken;
}

void BufferPlacements::launch(int launches) {
  Prepared& place = places_.front();
  for (int left = launches; left > 0;) {
    const int share = std::min(left, drawn(launches));
    place.work.renewed_with = secret_stream();
    backend_.begin_repeatedly(place.work, share);
    audit_->check(place, static_cast<std::uint64_t>(share), audited_when_);
    left -= share;
  }
}

/// Takes samples in one backend call. If an audit takes much longer than the samples, audits only one call in four,
/// drawn afterwards. The audit's time is the fastest so far, because other load must not make audits look costly; the
/// first is excluded, because it loads the reference.
std::vector<Sample> BufferPlacements::call(Prepared& place, int samples) {
  constexpr double kMostAuditsPerCall = 3;
  constexpr double kCheapAudit_s = 1e-3;
  constexpr std::uint64_t kOneIn = 4;
  place.work.renewed_with = secret_stream();
  const Stopwatch of_call;
  std::vector<Sample> taken = backend_.time(place.work, job_.measure.cache, samples);
  const bool costly = audit_s_ && *audit_s_ > std::max(kCheapAudit_s, kMostAuditsPerCall * of_call.elapsed_s());
  if (audit_ == nullptr || (costly && secret_number() % kOneIn != 0)) return taken;
  const Stopwatch of_audit;
  audit_->check(place, static_cast<std::uint64_t>(samples), audited_when_);
  if (++audits_ > 1) audit_s_ = std::min(audit_s_.value_or(of_audit.elapsed_s()), of_audit.elapsed_s());
  return taken;
}

/// Samples of a call: `mean`, or unpredictable around it if audited.
int BufferPlacements::drawn(int mean) const {
  if (audit_ == nullptr) return mean;
  return 1 + static_cast<int>(secret_number() % static_cast<std::uint64_t>(2 * mean - 1));
}

bool worth_timing(const Backend& backend, double launch_s) {
  return backend.times_gpu() || launch_s <= kLongHostLaunch_s;
}

Timing timing_of_one(const Backend& backend, double launch_s) {
  return {{{.time_ns = 1e9 * launch_s}}, backend.clock_name(), "time_limit"};
}

Metric not_timed() { return {"launch_time", std::nullopt, "ns", "event", "not timed: the point is only verified"}; }

void time_point(const Job& job, BufferPlacements& places, Backend& backend, const Stopwatch& stopwatch,
                Result& result) {
  // Before the point's own samples, which run prepare again: the results of these launches are not checked.
  result.prepare_timing = time_prepare(job, places.all().front().work, backend, stopwatch);
  places.take(warmups(backend));
  backend.watch();
  const auto take = [&](int samples) { return places.take(samples); };
  const Measure measure = measure_on(backend, job.measure);
  Timing timing = sample_until_known(measure, take, [&] { return stopwatch.elapsed_s(); });
  timing.clock = backend.clock_name();
  result.timing = std::move(timing);
  std::ranges::move(metrics_of(backend.health()), std::back_inserter(result.metrics));
}

Timing sample_until_known(const Measure& measure, const std::function<std::vector<Sample>(int)>& take,
                          const std::function<double()>& elapsed_s) {
  Timing timing;
  const double budget_s = measure.time_limit_s / 2;
  // Starts with a single sample, to recognise slow points.
  int chunk = 1;
  while (true) {
    const double before_s = elapsed_s();
    const std::vector<Sample> taken = take(chunk);
    timing.samples.insert(timing.samples.end(), taken.begin(), taken.end());
    const int count = static_cast<int>(timing.samples.size());
    const double now_s = elapsed_s();
    if (const std::string_view rule = enough(measure, timing.samples); !rule.empty()) {
      timing.stop_rule = rule;
    } else if (count >= measure.max_samples) {
      timing.stop_rule = "max_samples";
    } else if (now_s >= budget_s) {
      timing.stop_rule = "time_limit";
    }
    if (!timing.stop_rule.empty()) return timing;
    const double sample_s = (now_s - before_s) / chunk;
    const int affordable = sample_s > 0 ? static_cast<int>(std::min(1e6, (budget_s - now_s) / sample_s)) : kChunk;
    chunk = std::max(1, std::min({next_chunk(measure, count), measure.max_samples - count, affordable}));
  }
}

}  // namespace warpledger
