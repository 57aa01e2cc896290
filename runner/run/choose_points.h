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

/// Point selection of a run; by default all points are measured.
struct ChoiceOfPoints {
  std::optional<StrategyKind> strategy;
  std::optional<Budget> budget;  ///< for the strategy; replaces the rest of a resumed run's
  std::optional<Asker> asker;    ///< instead of a strategy

  bool any() const { return strategy || asker; }
};

/// Point selector; null runs every point. `plan` must outlive it. `before` holds results from before a resume.
std::unique_ptr<PointChooser> make_chooser(const ChoiceOfPoints& choice, const Plan& plan, std::uint64_t seed,
                                           std::vector<Result> before);

/// "search (local, 10min) of ", to precede the number of points; empty if all are measured.
std::string text_of(const ChoiceOfPoints& choice);

/// The entry in a run's settings; null if all points are measured.
nlohmann::json settings_of(const ChoiceOfPoints& choice);

/// True if the points were chosen, so missing ones are not errors.
bool has_chosen_points(const StoredRun& run);

/// Selection for a resumed run: as before, with the rest of its budget or the `given` one. Throws Error if `given`
/// selects differently. `before` holds earlier results.
ChoiceOfPoints choice_of_resumed(const StoredRun& run, const ChoiceOfPoints& given, const std::vector<Result>& before);

}  // namespace warpledger
