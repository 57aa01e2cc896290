#include "backend_cuda/counted_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpledger {
namespace {

Metric absent(const MetricRequest& request, const std::string& reason) {
  return {request.name, std::nullopt, request.unit, "cupti", reason};
}

/// The first counter of what `choice` leaves out that is not 0; null when there is none.
const std::string* left_out(const CounterChoice& choice, const CounterValues& values) {
  const auto found = std::find_if(choice.without.begin(), choice.without.end(),
                                  [&](const std::string& counter) { return values.at(counter) != 0; });
  return found == choice.without.end() ? nullptr : &*found;
}

Metric counted(const MetricRequest& request, const ChosenCounter& chosen, const CounterValues& values) {
  if (!chosen.choice) return absent(request, chosen.reason);
  const CounterChoice& choice = *chosen.choice;
  if (const std::string* other = left_out(choice, values))
    return absent(request, fmt::format("{} leaves out what this kernel does: {} is {}", choice.counter, *other,
                                       values.at(*other)));
  const double value = values.at(choice.counter);
  if (!std::isfinite(value))
    return absent(request, fmt::format("CUPTI has no value of {} for this launch", choice.counter));
  return {request.name, choice.scale * value, request.unit, "cupti", ""};
}

}  // namespace

std::vector<Metric> counted_metrics(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                    const CounterValues& values) {
  std::vector<Metric> metrics;
  for (std::size_t i = 0; i < requests.size(); ++i) metrics.push_back(counted(requests[i], chosen[i], values));
  return metrics;
}

std::vector<Metric> absent_metrics(std::span<const MetricRequest> requests, const std::string& reason) {
  std::vector<Metric> metrics;
  for (const MetricRequest& request : requests) metrics.push_back(absent(request, reason));
  return metrics;
}

std::vector<std::size_t> to_count_again(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                        const CounterValues& values) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (chosen[i].choice && left_out(*chosen[i].choice, values) && !unconditional(requests[i]).choices.empty())
      numbers.push_back(i);
  return numbers;
}

MetricRequest unconditional(MetricRequest request) {
  std::erase_if(request.choices, [](const CounterChoice& choice) { return !choice.without.empty(); });
  return request;
}

}  // namespace warpledger
