#include "compare/comparison_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/json_rows.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const ComparedSide& side) {
  Json json = {{"run_uuid", side.run.uuid},
               {"started_utc", side.run.started_utc},
               {"experiment", side.run.experiment},
               {"device_uuid", side.run.device_uuid},
               {"device_name", side.run.device_name}};
  json["submission"] = side.run.submission.empty() ? Json() : Json(side.run.submission);
  json["kernel"] = side.kernel.empty() ? Json() : Json(side.kernel);
  return json;
}

/// JSON has no infinity: an unbounded interval is null.
Json to_json(const std::optional<Ratio>& ratio) {
  if (!ratio) return nullptr;
  const bool has_interval = std::isfinite(ratio->upper);
  return {{"value", ratio->value},
          {"lower", has_interval ? Json(ratio->lower) : Json()},
          {"upper", has_interval ? Json(ratio->upper) : Json()}};
}

Json to_json(const NoiseFloor& floor) {
  return {{"device_name", floor.device_name}, {"measured_utc", floor.measured_utc},
          {"comparisons", floor.comparisons}, {"false_verdicts", floor.false_verdicts},
          {"relative", floor.relative},       {"offset_ns", floor.offset_ns},
          {"threshold", floor.threshold}};
}

Json to_json(const ComparedPoint& point) {
  Json effects = Json::array();
  for (const CounterEffect& effect : point.effects)
    effects.push_back({{"name", effect.name},
                       {"before", effect.before},
                       {"after", effect.after},
                       {"modelled", point.modelled.contains(effect.name)}});
  const auto& needed = point.comparison.samples_needed;
  return {{"point", point.name},
          {"before", point.identity_before},
          {"after", point.identity_after},
          {"before_us", number_or_null<Json>(point.before_us)},
          {"after_us", number_or_null<Json>(point.after_us)},
          {"ratio", to_json(point.comparison.time)},
          {"ratio_in_cycles", to_json(point.comparison.cycles)},
          {"verdict", name_of(point.comparison.verdict)},
          {"reason", point.comparison.reason},
          {"probability", number_or_null<Json>(point.comparison.probability)},
          {"holds", point.holds},
          {"dependence", point.comparison.dependence},
          {"rounds", point.comparison.rounds},
          {"samples_needed", needed ? Json(*needed) : Json()},
          {"needs_runs", point.comparison.needs_runs},
          {"counters", effects}};
}

Json to_json(const OtherProblem& problem) { return {{"point", problem.name}, {"difference", problem.difference}}; }

Json to_json(const std::array<std::size_t, 4>& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kVerdictNames.size(); ++i) json[std::string(kVerdictNames.at(i))] = counts.at(i);
  return json;
}

template <class T>
Json list(const std::vector<T>& items) {
  Json result = Json::array();
  for (const T& item : items) result.push_back(to_json(item));
  return result;
}

}  // namespace

std::string comparison_json(const RunComparison& comparison) {
  const Json gate = {{"correction", "Holm"},
                     {"level", as_decimal(1 - comparison.criteria.confidence)},
                     {"counts", to_json(comparison.holding)}};
  const auto& again = comparison.again;
  const Json json = {{"before", to_json(comparison.before)},
                     {"after", to_json(comparison.after)},
                     {"again", again ? Json{{"before", again->first.uuid}, {"after", again->second.uuid}} : Json()},
                     {"threshold", comparison.criteria.threshold},
                     {"confidence", comparison.criteria.confidence},
                     {"clocks_unknown", comparison.clocks_unknown},
                     {"noise_floors", list(comparison.noise_floors)},
                     {"empty_launch_us",
                      {{"before", number_or_null<Json>(comparison.empty_launch_us.first)},
                       {"after", number_or_null<Json>(comparison.empty_launch_us.second)}}},
                     {"points", list(comparison.points)},
                     {"other_problems", list(comparison.other_problems)},
                     {"only_before", comparison.only_before},
                     {"only_after", comparison.only_after},
                     {"geometric_mean", to_json(comparison.mean)},
                     {"counts", to_json(comparison.counts)},
                     {"gate", gate}};
  return json_text(json);
}

}  // namespace warpledger
