#include "backend_cuda/counter_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "backend_cuda/counter_choice.h"
#include "backend_cuda/cupti_check.h"
#include "backend_cuda/profiler_host.h"
#include "backend_cuda/range_session.h"

namespace warpledger {
namespace {

// CUPTI was reported to refuse configurations of more than 2000 to 3000 ranges.
constexpr std::size_t kMostRangesInSession = 1000;

Metric absent(const MetricRequest& request, const std::string& reason) {
  return {request.name, std::nullopt, request.unit, "cupti", reason};
}

std::vector<Metric> all_absent(std::span<const MetricRequest> requests, const std::string& reason) {
  std::vector<Metric> metrics;
  for (const MetricRequest& request : requests) metrics.push_back(absent(request, reason));
  return metrics;
}

// What is asked for, and the counters that answer it.
struct Selection {
  std::span<const MetricRequest> requests;
  std::vector<ChosenCounter> chosen;  ///< one a request
  std::vector<std::string> counters;  ///< those chosen, each once
};

// The metrics from the values of the selection's counters, which are in the counters' order.
std::vector<Metric> metrics_of(const Selection& selection, const std::vector<double>& values) {
  std::map<std::string, double> by_name;
  for (std::size_t i = 0; i < selection.counters.size(); ++i) by_name[selection.counters[i]] = values.at(i);
  std::vector<Metric> metrics;
  for (std::size_t i = 0; i < selection.requests.size(); ++i) {
    const MetricRequest& request = selection.requests[i];
    const auto& [choice, reason] = selection.chosen[i];
    if (!choice) {
      metrics.push_back(absent(request, reason));
    } else if (const double value = by_name.at(choice->counter); !std::isfinite(value)) {
      metrics.push_back(absent(request, fmt::format("CUPTI has no value of {} for this launch", choice->counter)));
    } else {
      metrics.push_back({request.name, choice->scale * value, request.unit, "cupti", ""});
    }
  }
  return metrics;
}

// One list of metrics for each of `count` ranges, which are named by their numbers from 0.
std::vector<std::vector<Metric>> evaluate(const ProfilerHost& host, const CounterData& data, std::size_t count,
                                          const Selection& selection) {
  std::vector<std::vector<Metric>> metrics;
  for (std::size_t i = 0; i < count; ++i) {
    const auto range = data.ranges.find(std::to_string(i));
    metrics.push_back(range == data.ranges.end()
                          ? all_absent(selection.requests, "CUPTI dropped this launch's counters")
                          : metrics_of(selection, host.evaluate(data.image, range->second, selection.counters)));
  }
  return metrics;
}

}  // namespace

std::vector<std::vector<Metric>> CounterCollector::count(std::span<const Work> works, Cache cache,
                                                         std::span<const MetricRequest> requests) {
  if (chip_.empty())
    return Metrics(works.size(), all_absent(requests, "this CUPTI does not know the GPU's chip: use a newer toolkit"));
  try {
    return collect(works, cache, requests);
  } catch (const CuptiFailure& failure) {
    return Metrics(works.size(), all_absent(requests, failure.what()));
  }
}

const std::vector<ChosenCounter>& CounterCollector::counters_of(std::span<const MetricRequest> requests) {
  if (!availability_) availability_ = counter_availability();
  if (!choice_ || !std::equal(requests.begin(), requests.end(), choice_->requests.begin(), choice_->requests.end()))
    choice_ = {{requests.begin(), requests.end()}, choose_counters(chip_, *availability_, requests).counters};
  return choice_->counters;
}

CounterCollector::Metrics CounterCollector::collect(std::span<const Work> works, Cache cache,
                                                    std::span<const MetricRequest> requests) {
  if (cache == Cache::cold) flush_.prepare();
  Selection selection{requests, counters_of(requests), {}};
  selection.counters = counter_names(selection.chosen);
  if (selection.counters.empty()) return Metrics(works.size(), metrics_of(selection, {}));

  ProfilerHost host(chip_, *availability_);
  const std::vector<std::uint8_t> config = host.configure(selection.counters);
  Metrics metrics;
  for (std::size_t begin = 0; begin < works.size(); begin += kMostRangesInSession) {
    const auto batch = works.subspan(begin, std::min(kMostRangesInSession, works.size() - begin));
    RangeSession session;
    session.configure(selection.counters, config, batch.size());
    do {
      session.begin_pass();
      for (std::size_t i = 0; i < batch.size(); ++i) run_range(session, batch[i], cache, std::to_string(i));
    } while (!session.end_pass());
    for (std::vector<Metric>& of_work : evaluate(host, session.decode(), batch.size(), selection))
      metrics.push_back(std::move(of_work));
  }
  return metrics;
}

// User replay saves nothing: each pass starts again from the same buffers and the same state of the L2.
void CounterCollector::run_range(RangeSession& session, const Work& work, Cache cache, const std::string& name) {
  stream_.enqueue_constants(work.constants);
  stream_.enqueue_restores(work.restores);
  stream_.enqueue(work.prepare);
  if (cache == Cache::cold) {
    flush_.enqueue(stream_.get());
  } else {
    stream_.enqueue(work.launches);
    stream_.enqueue_restores(work.restores);
  }
  stream_.wait(work.launches);
  session.push(name);
  stream_.enqueue(work.launches);
  stream_.wait(work.launches);
  session.pop();
}

}  // namespace warpledger
