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

/// A point as a listing shows it.
struct PointLine {
  std::string instance;      ///< "norm_group<32,8>"
  Cell threads;              ///< of a block as it is launched; none of a library program
  Cell grid, block;          ///< of the first timed launch: "8x8"; none of a library program
  std::vector<Cell> values;  ///< numbers and words, in the order of Plan::columns(); none of names it does not use
};

/// All points of an experiment on a device, in their order: nested loops, the first axis outermost. Holds numbers only;
/// a job is made when it is asked for.
class Plan {
 public:
  std::int64_t size() const { return static_cast<std::int64_t>(choices_.size()); }
  /// Of all points: 0, 1, ...
  std::vector<std::int64_t> ordinals() const;

  /// Kernels without a point: on a host library programs, PTX and machine code, beside a submission library programs.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// Kernels that the filters leave no point of.
  std::vector<std::string> filtered_out() const;
  /// Pairs of points that differ in their identity only: two declared values, such as 132 blocks and one per SM, are
  /// the same number on this device.
  const std::vector<std::pair<std::int64_t, std::int64_t>>& coinciding() const { return coinciding_; }

  /// The point of that ordinal (0 to size() - 1), resolved.
  Job job(std::int64_t ordinal) const;

  /// The names that line() gives values for: axes and derived names in the file's order, the remaining parameters of
  /// the families, blocks and warps where a kernel uses them.
  const std::vector<std::string>& columns() const { return columns_; }
  /// The point of that ordinal, at a small part of job()'s cost.
  PointLine line(std::int64_t ordinal) const;

  /// What makes that point's problem: the numbers that its buffers and its reference are made of; -infinity where the
  /// point has no such number but one of another family has. Points of one shape do the same work, by other kernels and
  /// launches.
  std::vector<double> shape(std::int64_t ordinal) const;
  /// The same for a person: "d_l=4 n_l=65536".
  std::string problem(std::int64_t ordinal) const;
  /// Where that point stands in the grid: which choice of the kernel axis, and the numbers of each axis, of those that
  /// move together several; -infinity where the axis is not the point's kernel's.
  std::vector<std::vector<double>> coordinates(std::int64_t ordinal) const;
  /// About what measuring that point costs, at least 1. Only what points cost beside each other means something: it is
  /// made of the plan alone.
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
  /// Whether the device, and the submission if there is one, lets the kernel run.
  bool allows(const Kernel& kernel) const;

  Experiment experiment_;
  Values device_values_;
  std::vector<std::size_t> stored_slots_;       ///< what axes set
  std::vector<std::vector<std::size_t>> axes_;  ///< by axis: which of `stored_slots_` it sets
  std::vector<double> stored_;                  ///< stored_slots_.size() numbers per point
  std::vector<std::uint32_t> stored_texts_;     ///< as `stored_`: index in `texts_`; empty where no axis has any
  std::vector<std::string> texts_;              ///< what axes have over device facts; the first one is empty
  std::vector<std::uint32_t> choices_;          ///< index in Grid::kernels, one per point
  std::vector<std::string> columns_;
  std::vector<std::size_t> column_slots_;
  std::vector<std::size_t> shape_slots_;  ///< ascending
  std::vector<Digests> digests_;          ///< by choice
  std::vector<PointNames> names_;         ///< by choice
  std::vector<std::pair<std::int64_t, std::int64_t>> coinciding_;
  bool on_host_ = false;
  std::vector<std::string> left_out_;
};

/// Plans `experiment` on `device`. Every expression of every point is evaluated here, so that an error shows before
/// anything runs: throws Error of all that is wrong, each at its expression, naming the first point where it is. Throws
/// Error as well when the grid is too large, when filters leave no point, and when two points have the same identity.
Plan make_plan(const Experiment& experiment, const Device& device);

}  // namespace warpledger
