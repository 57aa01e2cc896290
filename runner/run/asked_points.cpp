#include "run/asked_points.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "model/samples.h"
#include "model/unique_keys.h"
#include "report/json_rows.h"
#include "run/search_summary.h"
#include "run/stop_signal.h"
#include "stats/median_interval.h"

namespace warpledger {
namespace {

using nlohmann::ordered_json;

constexpr const char* kPointKey = "point";
constexpr const char* kHowToAsk =
    R"(write {"point": 3}, or a point's values: {"kernel": "norm_base", "warps": 4}; `warpledger plan --format json` lists them)";

std::string line_of(ordered_json answer) { return json_line(std::move(answer)) + "\n"; }

std::string answer_of(const std::string& identity, const Result& result) {
  std::vector<double> samples;
  if (result.timing)
    for (const Sample& sample : result.timing->samples) samples.push_back(sample.time_ns);
  const auto interval = median_interval(samples, 0.95);
  const auto us = [](bool is_known, double ns) { return is_known ? ordered_json(1e-3 * ns) : ordered_json(nullptr); };
  return line_of({{kPointKey, result.ordinal},
                  {"identity", identity},
                  {"outcome", name_of(result.outcome)},
                  {"median_us", us(!samples.empty(), median(samples))},
                  {"lower_us", us(interval.has_value(), interval ? interval->lower : 0)},
                  {"upper_us", us(interval.has_value(), interval ? interval->upper : 0)},
                  {"samples", samples.size()},
                  {"reason", result.reason}});
}

std::map<std::string, Cell> values_in(const std::string& line) {
  const auto request = nlohmann::json::parse(line, unique_keys<nlohmann::json>(), false);
  if (request.is_discarded()) throw Error("the line is not JSON", kHowToAsk);
  if (!request.is_object() || request.empty())
    throw Error("the line is not an object with a point's values", kHowToAsk);
  std::map<std::string, Cell> values;
  for (const auto& [name, value] : request.items()) {
    if (value.is_number())
      values[name] = value.get<double>();
    else if (value.is_string())
      values[name] = value.get<std::string>();
    else
      throw Error(fmt::format("'{}' is neither a number nor a word", printable(name)), kHowToAsk);
  }
  return values;
}

}  // namespace

AskedPoints::AskedPoints(const Plan& plan, Asker asker, const std::vector<Result>& before)
    : plan_(plan), asker_(std::move(asker)), lines_(asker_.descriptor) {
  for (const Result& result : before) answers_[result.ordinal] = answer_of(plan.job(result.ordinal).identity, result);
}

std::optional<std::int64_t> AskedPoints::next() {
  while (true) {
    try {
      ++line_;
      const auto line = lines_.next(stop_requested);
      if (!line) break;
      if (trim(*line).empty()) throw Error("the line is empty", kHowToAsk);
      const std::int64_t point = point_of(*line);
      const auto known = answers_.find(point);
      if (known == answers_.end()) return point;
      asker_.answer(known->second);
    } catch (const Error& error) {
      asker_.answer(line_of({{"line", line_}, {"error", error.problem()}, {"hint", error.hint()}}));
    }
  }
  stopped_ = stop_requested();
  return std::nullopt;
}

void AskedPoints::recorded(std::span<const Job> jobs, std::span<const Result> results) {
  for (std::size_t i = 0; i < jobs.size(); ++i)
    asker_.answer(answers_[jobs[i].ordinal] = answer_of(jobs[i].identity, results[i]));
}

std::int64_t AskedPoints::point_of(const std::string& line) {
  std::map<std::string, Cell> values = values_in(line);
  const auto named = values.extract(kPointKey);
  if (!index_ && !values.empty()) index_ = std::make_unique<PointIndex>(plan_);
  std::vector<std::int64_t> found = values.empty() ? std::vector<std::int64_t>() : index_->find(values);
  if (!named.empty()) {
    const double* number = std::get_if<double>(&named.mapped());
    const bool is_one =
        number && *number >= 0 && *number < static_cast<double>(plan_.size()) && *number == std::floor(*number);
    if (!is_one) throw Error("there is no such point", fmt::format("the points are 0 to {}", plan_.size() - 1));
    const auto ordinal = static_cast<std::int64_t>(*number);
    if (!values.empty() && !std::ranges::binary_search(found, ordinal))
      throw Error(fmt::format("point {} has other values", ordinal), "leave them out, or correct its number");
    return ordinal;
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) throw Error("no point has these values", kHowToAsk);
  throw Error(fmt::format("{} points have these values, {} and {} among them",
                          with_thousands(static_cast<std::int64_t>(found.size())), found[0], found[1]),
              R"(name more of their values, or the point: {"point": 3})");
}

std::string AskedPoints::left_out() const {
  if (stopped_) return "stopped by the user";
  const std::int64_t left = most_points();
  return left == 0 ? "" : fmt::format("nobody asked for {} point{}", with_thousands(left), left == 1 ? "" : "s");
}

std::int64_t AskedPoints::most_points() const { return plan_.size() - static_cast<std::int64_t>(answers_.size()); }

}  // namespace warpledger
