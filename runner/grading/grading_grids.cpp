#include "grading/grading_grids.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace warpledger {
namespace {

/// Leaves out the kernels that no submission replaces.
void keep_submitted_kernels(Experiment& experiment) {
  std::erase_if(experiment.grid.kernels, [&](const KernelChoice& choice) {
    return std::ranges::count(experiment.grading->submission, experiment.family.kernels.at(choice.kernel).name) == 0;
  });
}

/// Puts each kernel's reference in its place.
void choose_references(Experiment& experiment) {
  const std::vector<Kernel>& kernels = experiment.family.kernels;
  for (KernelChoice& choice : experiment.grid.kernels) {
    const std::string& reference = experiment.grading->reference.at(kernels.at(choice.kernel).name);
    choice.kernel =
        static_cast<std::size_t>(std::distance(kernels.begin(), std::ranges::find(kernels, reference, &Kernel::name)));
  }
}

GradingGrid checked_grid(const Library& library, const std::string& experiment, const std::string& name,
                         const std::vector<std::string>& set, std::uint64_t seed) {
  GradingGrid grid{GradingRole::checked, name, set,
                   load_experiment(library, experiment, {.set = set, .positional = {}})};
  keep_submitted_kernels(grid.experiment);
  grid.experiment.seed = seed;
  grid.experiment.metrics.clear();
  grid.experiment.measure.min_samples = grid.experiment.measure.max_samples = 0;
  return grid;
}

}  // namespace

GradingGrids grading_grids(const Library& library, const std::string& experiment,
                           const std::vector<std::uint64_t>& seeds) {
  GradingGrids grids;
  grids.counted = {GradingRole::counted, "public", {}, load_experiment(library, experiment)};
  Measure& measure = grids.counted.experiment.measure;
  const int most_samples = measure.max_samples;
  measure.max_samples = measure.min_samples;  // its times are for the tables alone
  const Grading& grading = *grids.counted.experiment.grading;
  for (const std::uint64_t seed : seeds) grids.checked.push_back(checked_grid(library, experiment, "public", {}, seed));
  std::vector<std::uint64_t> hidden_seeds = seeds;
  if (seeds.empty()) hidden_seeds.push_back(grids.counted.experiment.seed);
  for (std::size_t i = 0; i < grading.hidden.size(); ++i)
    for (const std::uint64_t seed : hidden_seeds)
      grids.checked.push_back(
          checked_grid(library, experiment, fmt::format("hidden {}", i + 1), grading.hidden[i], seed));
  grids.timed = grids.counted;
  grids.timed.role = GradingRole::round;
  grids.timed.experiment.measure.max_samples = most_samples;
  keep_submitted_kernels(grids.timed.experiment);
  grids.timed.experiment.metrics.clear();
  grids.reference = grids.timed;
  grids.reference.role = GradingRole::reference;
  choose_references(grids.reference.experiment);
  return grids;
}

}  // namespace warpledger
