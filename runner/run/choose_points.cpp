#include "run/choose_points.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr const char* kSearchKey = "search";
constexpr const char* kAskedFor = "points";  ///< instead of a strategy's name

nlohmann::json search_of(const StoredRun& run) {
  const nlohmann::json settings = nlohmann::json::parse(run.settings_json, nullptr, false);
  const auto search = settings.find(kSearchKey);
  return search != settings.end() && search->is_object() ? *search : nlohmann::json();
}

[[noreturn]] void refuse_choice(const StoredRun& run, const std::string& why, const std::string& hint) {
  throw Error(fmt::format("run {} cannot be resumed so: {}", run.uuid.substr(0, 8), why), hint);
}

}  // namespace

std::unique_ptr<PointChooser> make_chooser(const ChoiceOfPoints& choice, const Plan& plan, std::uint64_t seed,
                                           std::vector<Result> before) {
  if (choice.asker) return std::make_unique<AskedPoints>(plan, *choice.asker, before);
  if (!choice.strategy) return nullptr;
  return std::make_unique<SearchedPoints>(plan, SearchRequest{*choice.strategy, choice.budget.value()}, seed,
                                          std::move(before));
}

std::string text_of(const ChoiceOfPoints& choice) {
  if (choice.asker) return "what is asked for of ";
  return choice.strategy ? fmt::format("search ({}, {}) of ", name_of(*choice.strategy), choice.budget.value().text)
                         : "";
}

nlohmann::json settings_of(const ChoiceOfPoints& choice) {
  if (choice.asker) return {{"strategy", kAskedFor}};
  if (!choice.strategy) return nullptr;
  return {{"strategy", name_of(*choice.strategy)}, {"budget", choice.budget.value().text}};
}

bool has_chosen_points(const StoredRun& run) { return !search_of(run).is_null(); }

ChoiceOfPoints choice_of_resumed(const StoredRun& run, const ChoiceOfPoints& given, const std::vector<Result>& before) {
  const nlohmann::json search = search_of(run);
  if (search.is_null()) {
    if (given.budget) refuse_choice(run, "it has no search that a budget could be for", "remove --budget");
    if (given.asker) refuse_choice(run, "it was not begun with --points", "remove --points");
    return {};
  }
  const std::string strategy = search.value("strategy", "");
  if (strategy == kAskedFor) {
    if (given.budget) refuse_choice(run, "its points are asked for, without a budget", "remove --budget");
    if (!given.asker) refuse_choice(run, "another program asked for its points", "add --points -, and ask for more");
    return given;
  }
  if (given.asker) refuse_choice(run, "it was not begun with --points", "remove --points");
  const auto kind = strategy_named(strategy);
  if (!kind)
    throw Error(fmt::format("run {} has a search that this warpledger does not know: '{}'", run.uuid.substr(0, 8),
                            printable(strategy)),
                "use the version of warpledger that started it");
  if (given.budget) return {.strategy = kind, .budget = given.budget, .asker = {}};
  const Budget own = parse_budget(search.value("budget", ""), {.file = "run " + run.uuid.substr(0, 8)});
  return {.strategy = kind, .budget = rest_of(own, before), .asker = {}};
}

}  // namespace warpledger
