#include "backend_host/modelled_metrics.h"

#include <algorithm>
#include <string_view>

namespace warpledger {
namespace {

/// True for shares, which do not add up over launches.
bool is_share(std::string_view quantity_name) { return quantity_name.ends_with("_pct"); }

/// Largest deviations of an H200's counts from the cheapest path, over the 457 points of benchmarks/model.md.
constexpr double kFewer = 0.12;
constexpr double kMore = 0.4;

QuantityEstimate instructions_of(const LaunchModel& launch) {
  if (!launch.instructions) return {.because = launch.no_instructions};
  const auto traced = static_cast<double>(*launch.instructions);
  const Sampling& sampling = launch.sampling;
  QuantityEstimate estimate{traced * sampling.scale, (1 - kFewer) * traced * sampling.scale_lower,
                            (1 + kMore) * traced * sampling.scale_upper, Confidence::good,
                            "machine code followed along the traced accesses"};
  if (sampling.divergent || launch.silent_loop || launch.only_global) estimate.confidence = Confidence::poor;
  if (launch.only_global) estimate.because = "only the accesses to global memory match; " + estimate.because;
  if (launch.silent_loop)
    estimate.because = "a loop of the machine code has no access that shows how often it runs; " + estimate.because;
  if (sampling.divergent) estimate.because = "lanes diverge; " + estimate.because;
  return estimate;
}

QuantityEstimate quantity_of(const std::string& name, const LaunchModel& launch) {
  return name == "inst_executed" ? instructions_of(launch) : quantity(name, launch.counts, launch.sampling);
}

/// Adds a part; the sum keeps the lowest confidence.
void add(QuantityEstimate& sum, const QuantityEstimate& part) {
  if (!sum.value || !part.value) {
    if (sum.value) sum.because = part.because;
    sum.value.reset();
    return;
  }
  *sum.value += *part.value;
  sum.lower += part.lower;
  sum.upper += part.upper;
  if (part.confidence <= sum.confidence) return;
  sum.confidence = part.confidence;
  sum.because = part.because;
}

QuantityEstimate over_all(const std::string& name, std::span<const LaunchModel> launches) {
  if (is_share(name) && launches.size() > 1)
    return {.because = "memory model: a share of several launches is not modelled"};
  QuantityEstimate sum = quantity_of(name, launches.front());
  for (const LaunchModel& launch : launches.subspan(1)) add(sum, quantity_of(name, launch));
  return sum;
}

Metric absent(const MetricRequest& request, const std::string& reason) {
  return {request.name, std::nullopt, request.unit, "model", reason};
}

Metric modelled(const MetricRequest& request, std::span<const LaunchModel> launches,
                const std::string& profile_digest) {
  const QuantityEstimate quantity = over_all(request.model->quantity, launches);
  if (!quantity.value) return absent(request, quantity.because);
  const double scale = request.model->scale;
  Metric metric{request.name, scale * *quantity.value, request.unit, "model", ""};
  // The bounds come from other sums than the value and may be off by rounding.
  metric.estimate = {.lower = std::min(scale * quantity.lower, *metric.value),
                     .upper = std::max(scale * quantity.upper, *metric.value),
                     .confidence = quantity.confidence,
                     .because = quantity.because,
                     .model_version = kModelVersion,
                     .profile_digest = profile_digest};
  for (const LaunchModel& launch : launches)
    metric.estimate->sampled_sms = std::max(metric.estimate->sampled_sms, launch.sampled_sms);
  return metric;
}

}  // namespace

std::vector<Metric> modelled_metrics(std::span<const MetricRequest> requests, std::span<const LaunchModel> launches,
                                     const std::string& profile_digest, const std::string& reason) {
  std::vector<Metric> metrics;
  for (const MetricRequest& request : requests) {
    if (!request.model)
      metrics.push_back({request.name, std::nullopt, request.unit, "cupti",
                         "host backend: no hardware counters, and the memory model does not provide this metric"});
    else if (launches.empty())
      metrics.push_back(absent(request, reason));
    else
      metrics.push_back(modelled(request, launches, profile_digest));
  }
  return metrics;
}

}  // namespace warpledger
