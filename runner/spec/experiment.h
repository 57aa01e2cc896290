#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/grading.h"
#include "model/job.h"
#include "model/metric.h"
#include "spec/data_files.h"
#include "spec/expression.h"
#include "spec/families.h"
#include "spec/grid.h"
#include "spec/library.h"
#include "spec/overrides.h"
#include "spec/symbols.h"

namespace warpledger {

/// Kernels, their grid, and how to measure and report them.
struct Experiment {
  std::string name;
  std::string about;
  std::string file;                  ///< path
  std::string text;                  ///< content of `file`
  std::string report;                ///< report page of the library; empty if not set
  std::string submission;            ///< submission that provides some kernels' programs; empty if none
  std::shared_ptr<DataFiles> files;  ///< data files in the folder of `file`
  Families families;
  Symbols symbols;  ///< names of families, axes and derived values
  std::vector<PositionalArgument> arguments;
  Grid grid;
  Measure measure;
  std::uint64_t seed = 1;  ///< of the inputs
  std::vector<MetricRequest> metrics;
  std::optional<Grading> grading;

  const Family& family_of(const KernelChoice& choice) const { return families.at(choice.kernel.family); }
  const Kernel& kernel_of(const KernelChoice& choice) const {
    return family_of(choice).kernels.at(choice.kernel.kernel);
  }
  /// Returns the sorted names of the experiment's data files that its points use.
  std::vector<std::string> files_in_grid() const;
  std::vector<const Family*> families_in_grid() const;
  /// Graded experiments and those that take a submission have exactly one family.
  const Family& only_family() const { return families.at(0); }
  /// First slot that is an axis or derived value of the experiment.
  std::size_t first_own_slot() const { return families.back().symbols.size(); }
};

/// Loads an experiment by name or path (see Library::with_root_of()), with `overrides`. Names in `taken` must not be
/// used. Throws Error with all problems, each at its place.
Experiment load_experiment(const Library& library, const std::string& name_or_path, const Overrides& overrides = {},
                           const ResultNames& taken = {});

}  // namespace warpledger
