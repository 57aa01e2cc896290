#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "base/error.h"
#include "base/text.h"
#include "plan/axes.h"
#include "plan/plan.h"
#include "plan/point.h"

namespace warpledger {

/// Walks the loops and fills a plan.
class Expansion {
 public:
  /// Goes on with the errors of the axes, whose other values may make points with errors of their own.
  Expansion(Plan& plan, const NumberedGrid& grid, ErrorList errors)
      : plan_(plan),
        grid_(grid),
        errors_(std::move(errors)),
        axis_values_(plan.experiment_.symbols.size(), std::numeric_limits<double>::quiet_NaN()) {}

  void run() {
    outer(0);
    errors_.raise();
    if (!plan_.choices_.empty()) return refuse_same_points();
    if (last_filter_ == nullptr)
      throw Error(
          plan_.experiment_.grid.place,
          "no point is left: library programs and PTX run on a GPU, and library programs not beside a submission",
          "choose another kernel, or a GPU with --device");
    throw Error(last_filter_->place(),
                fmt::format("no point is left: this filter removed the last of {}{}", points_, other_filters()),
                "weaken it, or change the values of the axes");
  }

 private:
  void outer(std::size_t depth) {
    if (depth < grid_.outer.size()) {
      loop(grid_.outer[depth], [&] { outer(depth + 1); });
      return;
    }
    for (std::size_t choice = 0; choice < grid_.inside.size(); ++choice) inside(choice, 0);
  }

  void inside(std::size_t choice, std::size_t depth) {
    const std::vector<NumberedAxis>& axes = grid_.inside[choice];
    if (depth < axes.size())
      loop(axes[depth], [&] { inside(choice, depth + 1); });
    else
      point(choice);
  }

  /// Runs `body` for each row, and leaves the axis unset as it found it.
  template <class Body>
  void loop(const NumberedAxis& axis, Body body) {
    for (std::size_t row = 0; row < axis.size(); ++row) {
      for (std::size_t i = 0; i < axis.slots.size(); ++i)
        axis_values_[axis.slots[i]] = axis.rows[row * axis.slots.size() + i];
      body();
    }
    for (const std::size_t slot : axis.slots) axis_values_[slot] = std::numeric_limits<double>::quiet_NaN();
  }

  void point(std::size_t index) {
    const KernelChoice& choice = plan_.experiment_.grid.kernels[index];
    const Kernel& kernel = plan_.experiment_.kernel_of(choice);
    if (!plan_.allows(kernel)) return leave_out(kernel);
    ++points_;
    values_ = plan_.device_values_;
    for (const std::size_t slot : plan_.stored_slots_) values_[slot] = axis_values_[slot];
    ErrorList errors;
    const Expression* filter = nullptr;
    const bool is_complete = errors.attempt([&] {
      complete(plan_.experiment_, choice, values_);
      filter = refusing_filter(plan_.experiment_, choice, values_);
    });
    if (filter != nullptr) {
      last_filter_ = filter;
      filters_.insert(filter);
      return;
    }
    if (is_complete) check_job(plan_.experiment_, choice, values_, errors);
    if (!errors.empty()) return keep(errors, choice);
    // It has one point of those that differ in their launch alone.
    if (is_library(kernel.program) && !library_points_.insert(identity(plan_.experiment_, choice, values_)).second)
      return;
    for (const std::size_t slot : plan_.stored_slots_) plan_.stored_.push_back(axis_values_[slot]);
    plan_.choices_.push_back(static_cast<std::uint32_t>(index));
    fingerprints_.push_back(fingerprint(index));
  }

  void leave_out(const Kernel& kernel) {
    if (std::ranges::count(plan_.left_out_, kernel.name) == 0) plan_.left_out_.push_back(kernel.name);
  }

  /// Keeps the errors of a point, of each expression the first one. When many points have some, all are told that are
  /// likely to be.
  void keep(const ErrorList& errors, const KernelChoice& choice) {
    for (const Error& error : errors.in_order()) {
      const Place& at = error.where();
      if (told_.emplace(at.file, at.line, at.column, at.line_text).second)
        errors_.add(Error(at, fmt::format("{}; at the point {}", error.problem(), point_text(choice)), error.hint()));
    }
    constexpr int kMostBadPoints = 1000;
    if (++bad_points_ == kMostBadPoints) errors_.raise();
  }

  /// Those that removed points as well: "; so did experiments/x.yaml:9:8".
  std::string other_filters() const {
    const auto text = [](const Expression* filter) {
      const Place& at = filter->place();
      return fmt::format("{}:{}:{}", at.file, at.line, at.column);
    };
    std::set<std::string> places;
    for (const Expression* filter : filters_) places.insert(text(filter));
    places.erase(text(last_filter_));
    return places.empty() ? "" : fmt::format("; so did {}", join({places.begin(), places.end()}));
  }

  /// Of what the point's identity is made of.
  std::uint64_t fingerprint(std::size_t index) const {
    const KernelChoice& choice = plan_.experiment_.grid.kernels[index];
    std::uint64_t hash = choice.kernel.family << 32 ^ choice.kernel.kernel;
    const auto add = [&](std::size_t slot) {
      hash = hash * 0x9e3779b97f4a7c15 + std::hash<double>()(values_[slot]);
      hash ^= hash >> 29;
    };
    for (const Parameter& parameter : plan_.experiment_.family_of(choice).parameters) add(parameter.slot);
    if (is_library(plan_.experiment_.kernel_of(choice).program)) return hash;
    add(plan_.experiment_.symbols.slot("blocks"));
    add(plan_.experiment_.symbols.slot("threads"));
    return hash;
  }

  /// Two points of one identity could not be told apart. The first is told that repeats an earlier one.
  void refuse_same_points() const {
    std::vector<std::uint32_t> order(fingerprints_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t ordinal) { return fingerprints_[ordinal]; });
    std::map<std::uint32_t, std::uint32_t> earlier;  // of those that may repeat it
    for (std::size_t i = 1; i < order.size(); ++i)
      if (fingerprints_[order[i - 1]] == fingerprints_[order[i]]) earlier[order[i]] = order[i - 1];
    for (const auto& [second, first] : earlier) refuse_if_same(first, second);
  }

  void refuse_if_same(std::uint32_t first, std::uint32_t second) const {
    const auto identity_of = [&](std::uint32_t ordinal) {
      return identity(plan_.experiment_, plan_.choice_of(ordinal), plan_.values_of(ordinal));
    };
    if (identity_of(first) != identity_of(second)) return;
    const bool one_choice = plan_.choices_[first] == plan_.choices_[second];
    throw Error(one_choice ? plan_.experiment_.grid.place : plan_.choice_of(second).place,
                fmt::format("points {} and {} are the same: {}", first, second, identity_of(first)),
                "points must differ in a parameter or in their launch: remove one from an axis or with `where`");
  }

  /// "norm_group d_l=4 grp_size=2 blocks=128 warps=1": what the axes set.
  std::string point_text(const KernelChoice& choice) const {
    std::string text = plan_.experiment_.kernel_of(choice).name;
    for (const std::size_t slot : plan_.stored_slots_)
      if (axis_values_[slot] == axis_values_[slot])
        text += fmt::format(" {}={}", plan_.experiment_.symbols.names()[slot],
                            text_of(plan_.experiment_, slot, axis_values_[slot]));
    return text;
  }

  Plan& plan_;
  const NumberedGrid& grid_;
  ErrorList errors_;
  Values axis_values_;  ///< what the loops set at this moment
  Values values_;       ///< of the current point
  std::int64_t points_ = 0;
  const Expression* last_filter_ = nullptr;
  std::set<const Expression*> filters_;                                            ///< that removed points
  std::vector<std::uint64_t> fingerprints_;                                        ///< one per point of the plan
  std::set<std::tuple<std::string, std::size_t, std::size_t, std::string>> told_;  ///< the places of `errors_`
  std::set<std::string> library_points_;                                           ///< identities
  int bad_points_ = 0;
};

Plan make_plan(const Experiment& experiment, const Device& device) {
  Plan plan(experiment, device);
  ErrorList errors;
  const NumberedGrid grid = number_axes(plan.experiment_, plan.device_values_, errors);
  Expansion(plan, grid, std::move(errors)).run();
  return plan;
}

}  // namespace warpledger
