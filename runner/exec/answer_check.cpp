#include "exec/answer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "exec/check.h"
#include "exec/frame.h"
#include "exec/reference.h"
#include "model/samples.h"

namespace warpledger {
namespace {

/// Names, units, clocks.
constexpr std::size_t kMostNameBytes = 256;
/// Reasons; a compiler's errors about a template are the longest.
constexpr std::size_t kMostTextBytes = std::size_t{1} << 20;
/// Attributes and disturbances of a point; in practice about twenty.
constexpr std::size_t kMostMeasuredMetrics = 100;

void require(bool holds, std::string_view what) {
  if (!holds) throw MalformedMessage(std::string(what));
}

bool is_name(const std::string& text) { return !text.empty() && text.size() <= kMostNameBytes; }

void check_timing(const Timing& timing, const Measure& measure, double elapsed_s) {
  require(is_name(timing.clock), "a clock without a name");
  require(std::ranges::count(kStopRules, timing.stop_rule) == 1, "a stop rule that does not exist");
  require(!timing.samples.empty(), "a timing without samples");
  require(timing.samples.size() <= static_cast<std::size_t>(std::max(1, measure.max_samples)), "too many samples");
  double sum_ns = 0;
  for (const Sample& sample : timing.samples) {
    require(is_launch_time(sample.time_ns), "a time that is not a time");
    sum_ns += sample.time_ns;
    require(!sample.sm_clock_mhz || is_clock(*sample.sm_clock_mhz), "an impossible clock");
  }
  require(sum_ns <= 1e9 * elapsed_s, "samples that take longer than the request");
}

void check_metric(const Metric& metric) {
  require(is_name(metric.name), "a metric without a name");
  require(metric.unit.size() <= kMostNameBytes, "a unit without end");
  require(std::ranges::count(kMetricSources, metric.source) == 1, "a source of metrics that does not exist");
  require(metric.reason.size() <= kMostTextBytes, "a reason without end");
  require(metric.value ? std::isfinite(*metric.value) : !metric.reason.empty(),
          "a metric with neither value nor reason");
  if (!metric.estimate) return;
  const Estimate& estimate = *metric.estimate;
  require(std::isfinite(estimate.lower) && std::isfinite(estimate.upper) && estimate.lower <= estimate.upper,
          "an estimate without bounds");
  require(estimate.because.size() <= kMostTextBytes && estimate.model_version.size() <= kMostNameBytes &&
              estimate.profile_digest.size() <= kMostNameBytes && estimate.sampled_sms >= 0,
          "an estimate of nothing");
}

/// Requires one check per compared buffer, in order, without mismatches if the point is ok.
void check_checks(const Job& job, const Result& result) {
  auto next = result.checks.begin();
  for (const BufferSpec& buffer : job.buffers) {
    if (!is_compared(buffer)) continue;
    if (next == result.checks.end()) break;
    require(next->buffer == buffer.name && next->elements == buffer.count, "a check of another buffer");
    require(next->mismatches >= 0 && next->mismatches <= next->elements, "more mismatches than elements");
    require(result.outcome != Outcome::ok || next->mismatches <= allowed_mismatches(buffer),
            "mismatches of a point that is ok");
    ++next;
  }
  require(next == result.checks.end(), "checks of buffers that do not exist");
  const auto checked = std::ranges::count_if(job.buffers, is_compared);
  require(result.outcome != Outcome::ok || std::ssize(result.checks) == checked, "an ok without its checks");
}

}  // namespace

void check_measured(const Job& job, const Result& result, double elapsed_s) {
  // The parent, not the worker, determines crashed and timed_out.
  const bool said = result.outcome == Outcome::ok || result.outcome == Outcome::incorrect ||
                    result.outcome == Outcome::invalid_point || result.outcome == Outcome::compile_failed ||
                    result.outcome == Outcome::launch_failed || result.outcome == Outcome::implausible;
  require(said, "an outcome that no worker tells");
  require((result.outcome == Outcome::ok) == result.reason.empty(), "a reason where there is none, or none");
  require(result.reason.size() <= kMostTextBytes, "a reason without end");
  check_checks(job, result);
  require(result.outcome != Outcome::ok || result.timing.has_value() == job.measure.timed(),
          "times that were not asked");
  for (const auto* timing : {&result.timing, &result.prepare_timing})
    if (*timing) check_timing(**timing, job.measure, elapsed_s);
  require(result.metrics.size() <= kMostMeasuredMetrics, "too many metrics");
  std::set<std::string> names;
  for (const Metric& metric : result.metrics) {
    check_metric(metric);
    require(metric.source != "cupti" && names.insert(metric.name).second, "a metric that was not asked");
  }
}

void check_collected(std::span<const Job> jobs, const std::vector<std::vector<Metric>>& collected, bool may_count) {
  require(collected.size() == jobs.size(), "metrics of other points");
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    require(collected[i].size() == jobs[i].metrics.size(), "other metrics than were asked");
    for (std::size_t k = 0; k < collected[i].size(); ++k) {
      const Metric& metric = collected[i][k];
      check_metric(metric);
      require(metric.name == jobs[i].metrics[k].name && metric.unit == jobs[i].metrics[k].unit,
              "other metrics than were asked");
      require(metric.source == "cupti" || metric.source == "model", "a counter that is none");
      require(may_count || metric.source != "cupti" || !metric.value, "hardware counters of a host");
    }
  }
}

}  // namespace warpledger
