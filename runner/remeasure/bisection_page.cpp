#include "remeasure/bisection_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "ledger/run_files.h"
#include "report/json_rows.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

std::string not_the_sources(const Bisection& bisection, const std::string& what) {
  return fmt::format("{}\nwhat else changed: {}\n", what,
                     bisection.changes.empty() ? "nothing that a run keeps; the device itself, or what else ran on it"
                                               : bisection.changes);
}

std::string diff_of(const Bisection& bisection) {
  return changes_of_files(bisection.last_fast->files, bisection.first_slow->files);
}

Json to_json(const SourceVersion& version) {
  return {{"run_uuids", version.runs}, {"started_utc", version.started_utc}, {"why", version.why}};
}

Json to_json(const std::optional<SourceVersion>& version) { return version ? to_json(*version) : Json(); }

}  // namespace

std::string name_of(const SourceVersion& version) {
  const std::string first =
      fmt::format("run {} of {}", version.runs.front().substr(0, 8), version.started_utc.substr(0, 10));
  return version.runs.size() == 1 ? first : fmt::format("{} and {} after it", first, version.runs.size() - 1);
}

std::string bisection_text(const Bisection& bisection) {
  switch (bisection.end) {
    case BisectionEnd::same_sources:
      return not_the_sources(bisection, "all runs from the one to the other have the same sources");
    case BisectionEnd::not_slower:
      return not_the_sources(bisection, "the sources of the later run are not slower: the cause is another one");
    case BisectionEnd::unknown:
      return fmt::format("whether the later run's sources are slower is not known: {}\n", bisection.why);
    case BisectionEnd::found:
    case BisectionEnd::several_left:
      break;
  }
  std::string text = fmt::format("the last fast sources: {}\nthe first slow ones: {}\n", name_of(*bisection.last_fast),
                                 name_of(*bisection.first_slow));
  for (const SourceVersion& version : bisection.not_judged)
    text += fmt::format("not known, and may be the first slow ones: {}: {}\n", name_of(version), version.why);
  return fmt::format("{}\n{}", text, diff_of(bisection));
}

std::string bisection_json(const Bisection& bisection) {
  Json json = {{"end", kBisectionEnds.at(static_cast<std::size_t>(bisection.end))},
               {"last_fast", to_json(bisection.last_fast)},
               {"first_slow", to_json(bisection.first_slow)},
               {"not_judged", Json::array()}};
  for (const SourceVersion& version : bisection.not_judged) json["not_judged"].push_back(to_json(version));
  json["diff"] = bisection.last_fast ? Json(diff_of(bisection)) : Json();
  json["changes"] = bisection.changes;
  json["why"] = bisection.why;
  return json_text(std::move(json));
}

}  // namespace warpledger
