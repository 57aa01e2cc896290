#include "remeasure/take_turns.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <random>

#include "exec/stopwatch.h"
#include "ledger/measured_points.h"
#include "model/device.h"
#include "stats/rounds.h"

namespace warpledger {
namespace {

std::optional<double> value_of(const Result& result, std::string_view name) {
  const auto metric = std::ranges::find(result.metrics, name, &Metric::name);
  return metric == result.metrics.end() ? std::nullopt : metric->value;
}

bool was_disturbed(const Result& result) {
  return value_of(result, kThrottled).value_or(0) > 0 || value_of(result, kOtherGpuProcesses).value_or(0) > 0;
}

std::size_t samples_of(const Result& result) { return result.timing ? result.timing->samples.size() : 0; }

struct Member {
  std::size_t side = 0;
  std::size_t place = 0;
  Job job;
  Result latest;               ///< of this round
  std::optional<Result> kept;  ///< all rounds that count, or how the point failed
  double wall_s = 0;           ///< of all rounds

  void measure(WorkerProcess& worker) {
    latest = worker.measure(job);
    wall_s += latest.wall_s;
  }

  bool ok() const { return latest.outcome == Outcome::ok; }

  bool is_whole() const { return !kept || samples_of(latest) == static_cast<std::size_t>(job.measure.max_samples); }

  void keep() {
    if (kept) {
      std::ranges::copy(latest.timing->samples, std::back_inserter(kept->timing->samples));
      return;
    }
    kept = latest;
    job.measure.min_samples = job.measure.max_samples = static_cast<int>(samples_of(latest));
  }
};

/// Points of both sides that are compared with each other.
class Group {
 public:
  std::vector<Member> members;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< indices in `members`: before, after

  bool over() const { return over_; }
  bool had_a_turn() const { return had_a_turn_; }
  void take_turn(WorkerProcess& worker, std::mt19937_64& random, const Criteria& criteria);
  Result result_of(const Member& member) const;

 private:
  void look(const Criteria& criteria);

  bool had_a_turn_ = false;
  std::size_t rounds_ = 0;
  bool over_ = false;
  bool decided_ = false;
};

void Group::take_turn(WorkerProcess& worker, std::mt19937_64& random, const Criteria& criteria) {
  std::vector<Member*> order;
  for (Member& member : members) order.push_back(&member);
  std::ranges::shuffle(order, random);
  for (Member* member : order) member->measure(worker);
  had_a_turn_ = true;
  over_ = !std::ranges::all_of(members, &Member::ok);
  const bool counts = std::ranges::all_of(
      members, [](const Member& member) { return !was_disturbed(member.latest) && member.is_whole(); });
  if (over_) {
    for (Member& member : members)
      if (!member.ok()) member.kept = member.latest;
  } else if (counts) {
    std::ranges::for_each(members, &Member::keep);
    ++rounds_;
    if (next_look(rounds_ - 1) == rounds_) look(criteria);
  }
}

Result Group::result_of(const Member& member) const {
  Result result = member.kept ? *member.kept : member.latest;
  result.wall_s = member.wall_s;
  if (result.timing) result.timing->stop_rule = decided_ ? "resolve" : "time_limit";
  if (result.outcome == Outcome::ok && rounds_ > 0)
    result.metrics.push_back({kRounds, static_cast<double>(rounds_), "round", "attribute", ""});
  return result;
}

void Group::look(const Criteria& criteria) {
  decided_ = over_ = std::ranges::all_of(pairs, [&](const auto& pair) {
    return compare(launches_in_turns(result_of(members[pair.first])),
                   launches_in_turns(result_of(members[pair.second])), criteria)
               .verdict != Verdict::inconclusive;
  });
}

using Point = std::pair<std::size_t, std::size_t>;  ///< side, index

/// Points connected by pairs share a number.
std::map<Point, std::size_t> numbers_of_groups(const TurnsRequest& request) {
  std::map<Point, std::size_t> numbers;
  std::size_t next = 0;
  for (const auto& pair : request.pairs) {
    const Point before{0, pair.first}, after{1, pair.second};
    const std::size_t of_before = numbers.try_emplace(before, next++).first->second;
    const std::size_t of_after = numbers.try_emplace(after, of_before).first->second;
    if (of_before == of_after) continue;
    for (auto& [point, number] : numbers)
      if (number == of_after) number = of_before;
  }
  return numbers;
}

std::vector<Group> groups_of(const TurnsRequest& request) {
  const std::map<Point, std::size_t> numbers = numbers_of_groups(request);
  std::map<std::size_t, Group> groups;
  std::map<Point, std::size_t> places;
  for (const auto& [point, number] : numbers) {
    std::vector<Member>& members = groups[number].members;
    places[point] = members.size();
    members.push_back({.side = point.first,
                       .place = point.second,
                       .job = request.jobs.at(point.first)[point.second],
                       .latest = {},
                       .kept = {}});
  }
  for (const auto& [before, after] : request.pairs)
    groups[numbers.at({0, before})].pairs.emplace_back(places[{0, before}], places[{1, after}]);
  std::vector<Group> result;
  for (auto& [number, group] : groups) result.push_back(std::move(group));
  return result;
}

void take_all_turns(std::vector<Group>& groups, const TurnsRequest& request, WorkerProcess& worker,
                    const TurnsCallbacks& callbacks, const std::function<bool()>& ends) {
  std::mt19937_64 random(std::random_device{}());
  std::vector<Group*> left;
  for (Group& group : groups) left.push_back(&group);
  for (std::size_t round = 1; !left.empty() && !ends(); ++round) {
    std::ranges::shuffle(left, random);
    for (std::size_t i = 0; i < left.size() && !ends(); ++i) left[i]->take_turn(worker, random, request.criteria);
    std::erase_if(left, [](const Group* group) { return group->over(); });
    std::size_t pairs = 0;
    for (const Group* group : left) pairs += group->pairs.size();
    if (callbacks.after_round) callbacks.after_round(round, request.pairs.size() - pairs);
  }
}

}  // namespace

Turns take_turns(const TurnsRequest& request, WorkerProcess& worker, const TurnsCallbacks& callbacks) {
  std::vector<Group> groups = groups_of(request);
  Turns turns;
  const Stopwatch since_begin;
  const auto ends = [&] {
    turns.stopped = callbacks.stop_requested();
    return turns.stopped || since_begin.elapsed_s() >= request.budget_s;
  };
  try {
    take_all_turns(groups, request, worker, callbacks, ends);
  } catch (const Error& error) {
    turns.failure = error;
  }
  for (const std::size_t side : {0u, 1u}) turns.results.at(side).resize(request.jobs.at(side).size());
  for (const Group& group : groups)
    for (const Member& member : group.members)
      if (group.had_a_turn()) turns.results.at(member.side).at(member.place) = group.result_of(member);
  return turns;
}

TimedLaunches launches_in_turns(const Result& result) {
  TimedLaunches launches;
  launches.rounds = static_cast<std::size_t>(value_of(result, kRounds).value_or(0));
  if (!result.timing) return launches;
  for (const Sample& sample : result.timing->samples) {
    launches.samples_ns.push_back(sample.time_ns);
    launches.sm_clock_mhz.push_back(sample.sm_clock_mhz.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return launches;
}

}  // namespace warpledger
