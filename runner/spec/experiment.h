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

/// Which kernels, over which grid, measured how, shown by which report.
struct Experiment {
  std::string name;
  std::string about;
  std::string file;                  ///< path
  std::string text;                  ///< the file's content
  std::string report;                ///< name of a report page of the library; empty when the file names none
  std::string submission;            ///< name of the one that some kernels' programs are of; empty: none
  std::shared_ptr<DataFiles> files;  ///< data files in the folder of `file`
  Families families;
  Symbols symbols;  ///< the families', the axes and the derived names
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
  /// The names of those `files` that its points use, sorted; once it is read.
  std::vector<std::string> files_in_grid() const;
  /// The families whose kernels the grid has, each once.
  std::vector<const Family*> families_in_grid() const;
  /// Of an experiment that is graded or takes a submission: it has one.
  const Family& only_family() const { return families.at(0); }
  /// The first slot of a name that is of no family: an axis or a derived one.
  std::size_t first_own_slot() const { return families.back().symbols.size(); }
};

/// Reads an experiment by name or path, its families and the metrics it names, and applies `overrides`. A file outside
/// the library's roots adds its own root in front (Library::with_root_of). No parameter, axis or derived value may have
/// one of the names in `taken`. Throws Error of all that is wrong, each at its place.
Experiment load_experiment(const Library& library, const std::string& name_or_path, const Overrides& overrides = {},
                           const ResultNames& taken = {});

}  // namespace warpledger
