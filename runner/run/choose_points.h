#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/result.h"
#include "plan/plan.h"
#include "run/asked_points.h"
#include "run/budget.h"
#include "run/point_chooser.h"
#include "run/searched_points.h"
#include "store/run_info.h"

namespace warpledger {

/// Who chooses the points of a run; nobody: all are measured.
struct ChoiceOfPoints {
  std::optional<StrategyKind> strategy;
  std::optional<Budget> budget;  ///< of the strategy; of a run that is resumed, in place of the rest of its own
  std::optional<Asker> asker;    ///< in place of a strategy

  bool any() const { return strategy || asker; }
};

/// Who chooses; null: nobody. `plan` must outlive it. `before`: what the run has measured already.
std::unique_ptr<PointChooser> make_chooser(const ChoiceOfPoints& choice, const Plan& plan, std::uint64_t seed,
                                           std::vector<Result> before);

/// "search (local, 10min) of ", before the number of points; empty where all are measured.
std::string text_of(const ChoiceOfPoints& choice);

/// What a run's settings say of it; null: nobody chooses.
nlohmann::json settings_of(const ChoiceOfPoints& choice);

/// Whether the points of a run were chosen: those that it lacks are no mistake.
bool has_chosen_points(const StoredRun& run);

/// How a run's points are chosen that is resumed: as before, with the rest of its budget or with the one that is
/// `given`. Throws Error where that is another way than the run began with. `before`: what it has measured.
ChoiceOfPoints choice_of_resumed(const StoredRun& run, const ChoiceOfPoints& given, const std::vector<Result>& before);

}  // namespace warpledger
