#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "plan/axes.h"
#include "plan/plan.h"
#include "plan/point.h"

namespace warpledger {

class Expansion {
 public:
  /// Continues with the errors of the axes, because their valid values may make points with errors.
  Expansion(Plan& plan, const NumberedGrid& grid, ErrorList errors)
      : plan_(plan),
        grid_(grid),
        errors_(std::move(errors)),
        axis_values_(plan.experiment_.symbols.size(), std::numeric_limits<double>::quiet_NaN()),
        axis_texts_(plan.experiment_.symbols.size(), 0),
        axis_rows_(plan.experiment_.symbols.size(), 0) {
    for (const KernelChoice& choice : plan.experiment_.grid.kernels)
      looped_.push_back(looped_names(plan.experiment_, choice));
    has_texts_ = std::ranges::any_of(grid.outer, has_texts) || std::ranges::any_of(grid.inside, [](const auto& axes) {
                   return std::ranges::any_of(axes, has_texts);
                 });
    plan.texts_.emplace_back();
  }

  void run() {
    outer(0);
    errors_.raise();
    if (!plan_.choices_.empty()) return compare_points();
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
    for (std::size_t choice = 0; choice < grid_.inside.size(); ++choice)
      if (std::ranges::none_of(grid_.outer, [&](const auto& axis) { return repeats(axis, choice); })) inside(choice, 0);
  }

  void inside(std::size_t choice, std::size_t depth) {
    const std::vector<NumberedAxis>& axes = grid_.inside[choice];
    if (depth == axes.size()) return point(choice);
    loop(axes[depth], [&] {
      if (!repeats(axes[depth], choice)) inside(choice, depth + 1);
    });
  }

  /// Runs `body` for each row, then unsets the axis.
  template <class Body>
  void loop(const NumberedAxis& axis, Body body) {
    for (std::size_t row = 0; row < axis.size(); ++row) {
      for (std::size_t i = 0; i < axis.slots.size(); ++i) {
        const std::size_t at = row * axis.slots.size() + i;
        axis_values_[axis.slots[i]] = axis.rows[at];
        axis_texts_[axis.slots[i]] = axis.texts.empty() ? 0 : index_of(axis.texts[at]);
        axis_rows_[axis.slots[i]] = row;
      }
      body();
    }
    for (const std::size_t slot : axis.slots) axis_values_[slot] = std::numeric_limits<double>::quiet_NaN();
  }

  static bool has_texts(const NumberedAxis& axis) { return !axis.texts.empty(); }

  /// Adds the text if needed; 0 for "".
  std::uint32_t index_of(const std::string& text) {
    if (text.empty()) return 0;
    const auto [found, is_new] = text_index_.emplace(text, static_cast<std::uint32_t>(plan_.texts_.size()));
    if (is_new) plan_.texts_.push_back(text);
    return found->second;
  }

  /// True if neither kernel nor filters use the axis, and its first row has made the points.
  bool repeats(const NumberedAxis& axis, std::size_t choice) const {
    return axis_rows_[axis.slots.front()] > 0 &&
           std::ranges::none_of(axis.slots, [&](std::size_t slot) { return looped_[choice][slot]; });
  }

  /// True if the point differs from an earlier one only in axes that a filter uses but the kernel does not.
  bool is_repeated(std::size_t index) {
    const std::vector<bool>& used = plan_.names_[index].used;
    std::vector<double> values;
    bool may_repeat = false;
    for (const std::size_t slot : plan_.stored_slots_) {
      if (used[slot]) {
        values.push_back(axis_values_[slot]);
        values.push_back(axis_texts_[slot]);
      } else {
        may_repeat = may_repeat || looped_[index][slot];
      }
    }
    return may_repeat && !made_.emplace(index, std::move(values)).second;
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
    if (!errors.empty()) return keep(errors, index);
    if (is_repeated(index)) return;
    for (const std::size_t slot : plan_.stored_slots_) plan_.stored_.push_back(axis_values_[slot]);
    if (has_texts_)
      for (const std::size_t slot : plan_.stored_slots_)
        plan_.stored_texts_.push_back(std::isnan(axis_values_[slot]) ? 0 : axis_texts_[slot]);
    plan_.choices_.push_back(static_cast<std::uint32_t>(index));
    fingerprints_.push_back(fingerprint(index));
  }

  void leave_out(const Kernel& kernel) {
    if (std::ranges::count(plan_.left_out_, kernel.name) == 0) plan_.left_out_.push_back(kernel.name);
  }

  /// Keeps the first error at each expression. After many bad points, further ones rarely add errors.
  void keep(const ErrorList& errors, std::size_t index) {
    for (const Error& error : errors.in_order()) {
      const Place& at = error.where();
      if (told_.emplace(at.file, at.line, at.column, at.line_text).second)
        errors_.add(Error(at, fmt::format("{}; at the point {}", error.problem(), words_of_axes(index)), error.hint()));
    }
    constexpr int kMostBadPoints = 1000;
    if (++bad_points_ == kMostBadPoints) errors_.raise();
  }

  /// Returns "; so did experiments/x.yaml:9:8".
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

  /// Hashes the numbers that determine the point's identity.
  std::uint64_t fingerprint(std::size_t index) const {
    const KernelChoice& choice = plan_.experiment_.grid.kernels[index];
    std::uint64_t hash = choice.kernel.family << 32 ^ choice.kernel.kernel;
    const auto add = [&](std::size_t slot) {
      hash = hash * 0x9e3779b97f4a7c15 + std::hash<double>()(values_[slot]);
      hash ^= hash >> 29;
    };
    const std::vector<bool>& used = plan_.names_[index].used;
    for (std::size_t slot = 0; slot < used.size(); ++slot)
      if (used[slot] && is_of_identity(choice, slot)) add(slot);
    return hash;
  }

  bool is_of_identity(const KernelChoice& choice, std::size_t slot) const {
    const std::string& name = plan_.experiment_.symbols.names()[slot];
    return name == "blocks" || name == "threads" || plan_.experiment_.family_of(choice).has_parameter(slot);
  }

  /// Rejects points with equal identities, at the first repetition. Points with equal numbers but different identities
  /// stay.
  void compare_points() {
    std::vector<std::uint32_t> order(fingerprints_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t ordinal) { return fingerprints_[ordinal]; });
    std::map<std::uint32_t, std::uint32_t> same, coinciding;  // later point to earlier point
    for (auto first = order.begin(); first != order.end();) {
      const auto last = std::find_if(
          first, order.end(), [&](std::uint32_t ordinal) { return fingerprints_[ordinal] != fingerprints_[*first]; });
      if (last - first > 1) compare_points({first, last}, same, coinciding);
      first = last;
    }
    if (!same.empty()) refuse_same(same.begin()->second, same.begin()->first);
    for (const auto& [second, first] : coinciding) plan_.coinciding_.emplace_back(first, second);
  }

  void compare_points(std::span<const std::uint32_t> ordinals, std::map<std::uint32_t, std::uint32_t>& same,
                      std::map<std::uint32_t, std::uint32_t>& coinciding) const {
    std::map<std::string, std::uint32_t> known;
    for (const std::uint32_t ordinal : ordinals) {
      const auto [found, is_new] = known.emplace(identity_of(ordinal), ordinal);
      if (!is_new) same[ordinal] = found->second;
      if (is_new && ordinal != ordinals.front() && has_texts_) coinciding[ordinal] = ordinals.front();
    }
  }

  std::string identity_of(std::uint32_t ordinal) const {
    return plan_.identity_of(ordinal, plan_.values_of(ordinal)).text;
  }

  [[noreturn]] void refuse_same(std::uint32_t first, std::uint32_t second) const {
    const bool one_choice = plan_.choices_[first] == plan_.choices_[second];
    throw Error(one_choice ? plan_.experiment_.grid.place : plan_.choice_of(second).place,
                fmt::format("points {} and {} are the same: {}", first, second, identity_of(first)),
                "points must differ in a parameter or in their launch: remove one from an axis or with `where`");
  }

  /// Returns "norm_group d_l=4 grp_size=2 blocks=128 warps=1".
  std::string words_of_axes(std::size_t index) const {
    std::string text = plan_.experiment_.kernel_of(plan_.experiment_.grid.kernels[index]).name;
    for (const std::size_t slot : plan_.stored_slots_)
      if (looped_[index][slot] && !std::isnan(axis_values_[slot]))
        text += fmt::format(" {}={}", plan_.experiment_.symbols.names()[slot],
                            text_of(plan_.experiment_, slot, axis_values_[slot]));
    return text;
  }

  Plan& plan_;
  const NumberedGrid& grid_;
  ErrorList errors_;
  Values axis_values_;                     ///< at the current point
  std::vector<std::uint32_t> axis_texts_;  ///< indices in Plan::texts_
  std::vector<std::size_t> axis_rows_;     ///< current rows
  std::map<std::string, std::uint32_t> text_index_;
  std::vector<std::vector<bool>> looped_;  ///< looped_names() by choice
  bool has_texts_ = false;
  Values values_;
  std::int64_t points_ = 0;
  const Expression* last_filter_ = nullptr;
  std::set<const Expression*> filters_;                                            ///< that removed points
  std::vector<std::uint64_t> fingerprints_;                                        ///< by point
  std::set<std::tuple<std::string, std::size_t, std::size_t, std::string>> told_;  ///< places of `errors_`
  std::set<std::pair<std::size_t, std::vector<double>>> made_;  ///< choice and used values of points that may repeat
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
