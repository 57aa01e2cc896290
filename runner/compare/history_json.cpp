#include <nlohmann/json.hpp>

#include "compare/history_page.h"
#include "report/json_text.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const ChangePoint& change, const Series& series) {
  return {{"run_uuid", series.observations[change.index].run_uuid},
          {"index", change.index},
          {"before", change.before},
          {"after", change.after},
          {"confidence", change.confidence}};
}

Json to_json(const Observation& observation, const std::vector<std::string>& marks) {
  return {{"started_utc", observation.started_utc},
          {"run_uuid", observation.run_uuid},
          {"outcome", observation.outcome},
          {"value", number_or_null<Json>(observation.value)},
          {"modelled", observation.mark != Mark::none},
          {"lower_quartile", number_or_null<Json>(observation.lower_quartile)},
          {"upper_quartile", number_or_null<Json>(observation.upper_quartile)},
          {"marks", marks}};
}

Json to_json(const MarkedSeries& marked, const std::string& metric) {
  const Series& series = marked.series;
  Json changes = Json::array(), observations = Json::array();
  for (const ChangePoint& change : marked.changes) changes.push_back(to_json(change, series));
  for (std::size_t i = 0; i < series.observations.size(); ++i)
    observations.push_back(to_json(series.observations[i], marked.marks[i]));
  return {{"point", series.identity},
          {"experiment", series.experiment},
          {"submission", series.submission.empty() ? Json() : Json(series.submission)},
          {"device_uuid", series.device_uuid},
          {"device_name", series.device_name},
          {"metric", metric},
          {"verdict", verdict_of(marked)},
          {"changes", changes},
          {"observations", observations}};
}

}  // namespace

std::string history_json(const std::vector<MarkedSeries>& all, const std::string& metric) {
  Json json = Json::array();
  for (const MarkedSeries& marked : all) json.push_back(to_json(marked, metric));
  return json_text(json);
}

}  // namespace warpledger
