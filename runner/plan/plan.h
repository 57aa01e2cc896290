#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/device.h"
#include "model/job.h"
#include "model/table.h"
#include "plan/identity.h"
#include "plan/point.h"
#include "spec/experiment.h"

namespace warpledger {

struct PointLine {
  std::string instance;
  Cell threads;              ///< per block; NULL for a library program
  Cell grid, block;          ///< of the first timed launch: "8x8"; NULL for a library program
  std::vector<Cell> values;  ///< in the order of Plan::columns(); NULL for unused names
};

/// All points of an experiment on a device, as nested loops with the first axis outermost. Stores numbers; makes jobs
/// on demand.
class Plan {
 public:
  std::int64_t size() const { return static_cast<std::int64_t>(choices_.size()); }
  std::vector<std::int64_t> ordinals() const;

  /// Kernels that cannot run: on a host library programs, PTX and machine code; with a submission library programs.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// Kernels without points because of filters.
  std::vector<std::string> filtered_out() const;
  /// Pairs of points that differ only in their identity: two declared values, such as 132 blocks and one per SM, are
  /// equal on this device.
  const std::vector<std::pair<std::int64_t, std::int64_t>>& coinciding() const { return coinciding_; }

  Job job(std::int64_t ordinal) const;

  /// Axes and derived names in file order, other parameters of the families, and blocks and warps if a kernel uses
  /// them.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Much cheaper than job().
  PointLine line(std::int64_t ordinal) const;

  /// Returns the numbers that define the point's problem (shape_slots()); -infinity for those of other families. Points
  /// of one shape do the same work.
  std::vector<double> shape(std::int64_t ordinal) const;
  /// Returns the shape as text: "d_l=4 n_l=65536".
  std::string problem(std::int64_t ordinal) const;
  /// Returns the kernel choice, then the values of each axis (several if they vary together); -infinity for axes that
  /// the kernel does not use.
  std::vector<std::vector<double>> coordinates(std::int64_t ordinal) const;
  /// Estimates the point's cost relative to others of the plan; at least 1.
  std::int64_t cost_us(std::int64_t ordinal) const;

 private:
  friend Plan make_plan(const Experiment& experiment, const Device& device);
  friend class Expansion;

  Plan(const Experiment& experiment, const Device& device);
  struct Digests {
    std::string program, reference;
  };

  Values values_of(std::int64_t ordinal) const;
  Identity identity_of(std::int64_t ordinal, const Values& values) const;
  const KernelChoice& choice_of(std::int64_t ordinal) const;
  const PointNames& names_of(std::int64_t ordinal) const { return names_[choices_[static_cast<std::size_t>(ordinal)]]; }
  /// True if device and submission let the kernel run.
  bool allows(const Kernel& kernel) const;

  Experiment experiment_;
  Values device_values_;
  std::vector<std::size_t> stored_slots_;
  std::vector<std::vector<std::size_t>> axes_;  ///< by axis, the indices in `stored_slots_`
  std::vector<double> stored_;                  ///< stored_slots_.size() numbers per point
  std::vector<std::uint32_t> stored_texts_;     ///< as `stored_`: index in `texts_`; empty if no axis has texts
  std::vector<std::string> texts_;              ///< expressions over device facts; the first is empty
  std::vector<std::uint32_t> choices_;          ///< index in Grid::kernels, by point
  std::vector<std::string> columns_;
  std::vector<std::size_t> column_slots_;
  std::vector<std::size_t> shape_slots_;
  std::vector<Digests> digests_;   ///< by choice
  std::vector<PointNames> names_;  ///< by choice
  std::vector<std::pair<std::int64_t, std::int64_t>> coinciding_;
  bool on_host_ = false;
  std::vector<std::string> left_out_;
};

/// Evaluates every expression of every point, so that errors appear before anything runs. Throws all errors, each with
/// the first affected point. Also throws Error if the grid is too large, no point is left, or two points have the same
/// identity.
Plan make_plan(const Experiment& experiment, const Device& device);

}  // namespace warpledger
