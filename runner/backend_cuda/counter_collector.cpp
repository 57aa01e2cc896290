#include "backend_cuda/counter_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <system_error>
#include <utility>

#include "backend_cuda/counter_plan.h"
#include "backend_cuda/cuda_check.h"
#include "backend_cuda/profiler_host.h"
#include "backend_cuda/range_session.h"
#include "backend_cuda/toolkit_library.h"

namespace warpledger {
namespace {

Metric absent(const MetricRequest& request, const std::string& reason) {
  return {request.name, std::nullopt, request.unit, "cupti", reason};
}

/// Returns the first nonzero counter of `choice.without`; null if all are 0.
const std::string* left_out(const CounterChoice& choice, const CounterValues& values) {
  const auto found = std::find_if(choice.without.begin(), choice.without.end(),
                                  [&](const std::string& counter) { return values.at(counter) != 0; });
  return found == choice.without.end() ? nullptr : &*found;
}

Metric counted(const MetricRequest& request, const ChosenCounter& chosen, const CounterValues& values) {
  if (!chosen.choice) return absent(request, chosen.reason);
  const CounterChoice& choice = *chosen.choice;
  if (const std::string* other = left_out(choice, values))
    return absent(request,
                  fmt::format("{} is incomplete for this kernel: {} is {}", choice.counter, *other, values.at(*other)));
  const double value = values.at(choice.counter);
  if (!std::isfinite(value))
    return absent(request, fmt::format("CUPTI returned no value of {} for this launch", choice.counter));
  return {request.name, choice.scale * value, request.unit, "cupti", ""};
}

// Capacity of a pass. On an H200 (CUDA 13.0) a session's first pass takes 150 ms plus 1 ms per range, and freeing 0.2
// ms per range; two further passes together take 55 ms, however many ranges there are. CUPTI reportedly rejects more
// than 2000 to 3000.
constexpr std::size_t kMostRanges = 120;

std::size_t ranges_of_pass(std::size_t works) {
  const std::size_t rounds = (works + kMostRanges - 1) / kMostRanges;
  return (works + rounds - 1) / rounds;
}

// Ranges are named by the index of their work; absent if CUPTI dropped one.
std::vector<std::optional<CounterValues>> evaluate(const ProfilerHost& host, const CounterData& data, std::size_t works,
                                                   const std::vector<std::string>& counters) {
  std::vector<std::optional<CounterValues>> all;
  for (std::size_t i = 0; i < works; ++i) {
    std::optional<CounterValues>& of_work = all.emplace_back();
    const auto range = data.ranges.find(std::to_string(i));
    if (range == data.ranges.end()) continue;
    const std::vector<double> values = host.evaluate(data.image, range->second, counters);
    of_work.emplace();
    for (std::size_t k = 0; k < counters.size(); ++k) of_work->emplace(counters[k], values.at(k));
  }
  return all;
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

std::string CounterCollector::problem() const {
  if (std::string missing = cupti_library().problem(); !missing.empty()) return missing;
  return chip_.empty() ? "this version of CUPTI does not know the GPU's chip: install a newer CUDA Toolkit" : "";
}

void CounterCollector::get_ready(std::span<const MetricRequest> requests) {
  if (is_asked_ || availability_ || !problem().empty()) return;
  is_asked_ = true;
  const auto ask = [chip = chip_, of = std::vector(requests.begin(), requests.end())](CUctx_st* context) {
    Ready ready{counter_availability(context), {of, {}}};
    ready.choice.counters = choose_counters(chip, ready.availability, of).counters;
    return ready;
  };
  try {
    ready_ = std::async(std::launch::async, ask, current_context());
  } catch (const CuptiFailure&) {       // collect() reports it
  } catch (const std::system_error&) {  // no thread available: collect() asks
  }
}

void CounterCollector::ask_availability() {
  if (availability_) return;
  if (!ready_.valid()) {
    availability_ = counter_availability(current_context());
    return;
  }
  Ready ready = ready_.get();
  availability_ = std::move(ready.availability);
  choices_.push_back(std::move(ready.choice));
}

std::vector<std::vector<Metric>> CounterCollector::collect(std::span<const Work> works, Cache cache,
                                                           std::span<const MetricRequest> requests,
                                                           const Backend::AfterPass& after_pass) {
  if (const std::string reason = problem(); !reason.empty())
    return Metrics(works.size(), absent_metrics(requests, reason));
  try {
    return collect_from_gpu(works, cache, requests, after_pass);
  } catch (const CuptiFailure& failure) {
    return Metrics(works.size(), absent_metrics(requests, failure.what()));
  }
}

std::vector<ChosenCounter> CounterCollector::counters_of(std::span<const MetricRequest> requests) {
  for (const Choice& made : choices_)
    if (std::equal(requests.begin(), requests.end(), made.requests.begin(), made.requests.end())) return made.counters;
  choices_.push_back({{requests.begin(), requests.end()}, choose_counters(chip_, *availability_, requests).counters});
  return choices_.back().counters;
}

CounterCollector::Metrics CounterCollector::collect_from_gpu(std::span<const Work> works, Cache cache,
                                                             std::span<const MetricRequest> requests,
                                                             const Backend::AfterPass& after_pass) {
  ask_availability();
  const std::vector<ChosenCounter> chosen = counters_of(requests);
  Metrics metrics;
  std::set<std::size_t> works_again;
  std::set<std::size_t> requests_again;
  for (const std::optional<CounterValues>& values : count_once(works, cache, counter_names(chosen), after_pass)) {
    if (!values) {
      metrics.push_back(absent_metrics(requests, "CUPTI dropped this launch's counters"));
      continue;
    }
    const std::vector<std::size_t> again = to_count_again(requests, chosen, *values);
    if (!again.empty()) works_again.insert(metrics.size());
    requests_again.insert(again.begin(), again.end());
    metrics.push_back(counted_metrics(requests, chosen, *values));
  }
  if (!works_again.empty()) count_again(works, cache, requests, works_again, requests_again, after_pass, metrics);
  return metrics;
}

void CounterCollector::count_again(std::span<const Work> works, Cache cache, std::span<const MetricRequest> requests,
                                   const std::set<std::size_t>& works_again,
                                   const std::set<std::size_t>& requests_again, const Backend::AfterPass& after_pass,
                                   Metrics& metrics) {
  const std::vector<std::size_t> numbers(works_again.begin(), works_again.end());
  std::vector<Work> left_works;
  for (const std::size_t work : numbers) left_works.push_back(works[work]);
  Backend::AfterPass after_pass_of_left;
  if (after_pass)
    after_pass_of_left = [&](std::size_t left, std::uint64_t execution) { after_pass(numbers[left], execution); };
  std::vector<MetricRequest> left_requests;
  for (const std::size_t request : requests_again) left_requests.push_back(unconditional(requests[request]));
  const Metrics again = collect(left_works, cache, left_requests, after_pass_of_left);
  std::size_t row = 0;
  for (const std::size_t work : works_again) {
    auto metric = again[row++].begin();
    for (const std::size_t request : requests_again) metrics[work][request] = *metric++;
  }
}

std::vector<std::optional<CounterValues>> CounterCollector::count_once(std::span<const Work> works, Cache cache,
                                                                       const std::vector<std::string>& counters,
                                                                       const Backend::AfterPass& after_pass) {
  std::vector<std::optional<CounterValues>> values;
  if (counters.empty() || works.empty())
    return std::vector<std::optional<CounterValues>>(works.size(), CounterValues());
  if (cache == Cache::cold) flush_.prepare();
  ProfilerHost host(chip_, *availability_);
  const std::vector<std::uint8_t> config = host.configure(counters);
  RangeSession session;
  const std::size_t ranges = ranges_of_pass(works.size());
  for (std::size_t begin = 0; begin < works.size(); begin += ranges) {
    const auto batch = works.subspan(begin, std::min(ranges, works.size() - begin));
    session.configure(counters, config, ranges);
    for (bool done = false; !done;) {
      ++execution_;
      session.begin_pass();
      for (std::size_t i = 0; i < batch.size(); ++i) run_range(session, batch[i], cache, std::to_string(i));
      done = session.end_pass();
      for (std::size_t i = 0; after_pass && i < batch.size(); ++i) after_pass(begin + i, execution_);
    }
    for (std::optional<CounterValues>& of_work : evaluate(host, session.decode(), batch.size(), counters))
      values.push_back(std::move(of_work));
  }
  return values;
}

// User replay saves nothing: each pass restarts from the same buffers and L2 state.
void CounterCollector::run_range(RangeSession& session, const Work& work, Cache cache, const std::string& name) {
  stream_.enqueue_constants(work.constants);
  stream_.enqueue_restores(work.restores);
  stream_.enqueue(work.prepare);
  if (cache == Cache::warm) stream_.enqueue(work.launches);
  buffers_.renew(work, execution_);
  if (cache == Cache::warm || !work.renewals.empty()) stream_.enqueue_restores(work.restores);
  if (cache == Cache::cold) flush_.enqueue(stream_.get());
  const std::string who = "the counted launches of " + function_names(work.launches);
  stream_.wait(who);
  session.push(name);
  stream_.enqueue(work.launches);
  stream_.wait(who);
  session.pop();
}

}  // namespace warpledger
