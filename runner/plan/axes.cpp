#include "plan/axes.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>

#include "base/text.h"
#include "plan/identity.h"
#include "plan/point.h"

namespace warpledger {
namespace {

constexpr double kThreadsPerWarp = 32;

[[noreturn]] void fail_endless(const Range& range, double from, double to, const std::string& step) {
  throw Error(range.place, fmt::format("the range from {} to {} by {} never ends", from, to, step),
              "make each step lead towards `to`");
}

void check_size(const Range& range, double size) {
  if (size > static_cast<double>(kMostPoints))
    throw Error(range.place, fmt::format("the range has more than {} values", with_thousands(kMostPoints)),
                "make its steps larger");
}

constexpr double kRounding = 1e-12;  ///< relative tolerance for reaching the last value

/// Returns `from + i * step`, rounded to a decimal if both are: 3 * 0.1 is 0.3, not 0.30000000000000004. A double holds
/// 15 digits.
double value_of_step(double from, double step, std::int64_t i) {
  const double value = from + static_cast<double>(i) * step;
  const bool written = as_decimal(from) == from && as_decimal(step) == step;
  return written && value != std::floor(value) ? std::stod(fmt::format("{:.15g}", value)) : value;
}

bool depends_on_device(const Expression& expression) { return !expression.slots().empty(); }

/// Returns a device-dependent value as its author would write it, "sms+2*sms", or "".
std::string text_of_step(const Range& range, std::size_t place) {
  const Expression& step = range.step ? *range.step : *range.times;
  if (!depends_on_device(range.from) && !depends_on_device(step)) return {};
  const std::string from = without_blanks(range.from.text());
  if (place == 0) return depends_on_device(range.from) ? from : std::string();
  return range.step ? fmt::format("{}+{}*({})", from, place, without_blanks(step.text()))
                    : fmt::format("({})*({})^{}", from, without_blanks(step.text()), place);
}

std::vector<double> expand(const Range& range, const std::vector<double>& values) {
  const double from = range.from.number(values);
  const double to = range.to.number(values);
  std::vector<double> numbers;
  if (range.step) {
    const double step = range.step->number(values);
    if (step == 0 || (to - from) / step < 0) fail_endless(range, from, to, fmt::format("steps of {}", step));
    // Multiplying avoids accumulated rounding errors: 0 to 0.3 by 0.1 has four values.
    const double size = std::floor((to - from) / step * (1 + kRounding)) + 1;
    check_size(range, size);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(size); ++i) numbers.push_back(value_of_step(from, step, i));
    return numbers;
  }
  const double times = range.times->number(values);
  const bool up = times > 1;
  if (from <= 0 || to <= 0 || times <= 0 || times == 1 || (up ? to < from : to > from))
    fail_endless(range, from, to, fmt::format("factors of {}", times));
  const double last = up ? to * (1 + kRounding) : to * (1 - kRounding);
  for (double number = from; up ? number <= last : number >= last; number *= times) {
    numbers.push_back(number);
    check_size(range, static_cast<double>(numbers.size()));
  }
  return numbers;
}

class AxisNumbers {
 public:
  AxisNumbers(const Experiment& experiment, const std::vector<double>& values, ErrorList& errors)
      : experiment_(experiment), values_(values), sms_(values[experiment.symbols.slot("sms")]), errors_(errors) {}

  /// `families`: of the kernels inside the axis.
  NumberedAxis number(const Axis& axis, const std::vector<const Family*>& families) const {
    NumberedAxis numbered{.name = axis.name, .slots = axis.slots};
    if (axis.range)
      errors_.attempt([&] {
        const std::vector<double> expanded = expand(*axis.range, values_);
        const bool has_texts = expanded.size() > 1 && !text_of_step(*axis.range, 1).empty();
        for (std::size_t i = 0; i < expanded.size(); ++i) {
          numbered.rows.push_back(checked(axis.slots[0], families, expanded[i], axis.range->from));
          if (has_texts || depends_on_device(axis.range->from)) numbered.texts.push_back(text_of_step(*axis.range, i));
        }
      });
    std::set<std::pair<std::vector<double>, std::vector<std::string>>> known;
    for (const std::vector<Expression>& row : axis.rows) {
      std::vector<double> numbers;
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < row.size(); ++i)
        errors_.attempt([&] {
          const double value = row[i].number(values_);
          numbers.push_back(checked(axis.slots[i], families, value, row[i]));
          texts.push_back(declared(axis.slots[i], value, row[i]));
        });
      if (numbers.size() < row.size()) continue;
      if (!known.emplace(numbers, texts).second) {
        errors_.add(twice(axis, row, numbers));
        continue;
      }
      numbered.rows.insert(numbered.rows.end(), numbers.begin(), numbers.end());
      numbered.texts.insert(numbered.texts.end(), texts.begin(), texts.end());
    }
    if (std::ranges::all_of(numbered.texts, &std::string::empty)) numbered.texts.clear();
    return numbered;
  }

 private:
  /// Duplicate values would make points with the same identity.
  Error twice(const Axis& axis, const std::vector<Expression>& row, const std::vector<double>& numbers) const {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      values.push_back(fmt::format("{} = {}", experiment_.symbols.names()[axis.slots[i]],
                                   text_of(experiment_, axis.slots[i], numbers[i])));
    return {row[0].place(), fmt::format("axis '{}' has {} already", axis.name, join(values)), "keep one of them"};
  }

  double checked(std::size_t slot, const std::vector<const Family*>& families, double value,
                 const Expression& given) const {
    const std::string& name = experiment_.symbols.names()[slot];
    if (name == "blocks") return within_an_extent(resolve_blocks(value, given), 1, name, given);
    if (name == "warps" || name == "threads") {
      if (given.to_whole(value, name) < 1)
        throw Error(given.place(), fmt::format("{} = {} is below 1", name, value), "a block has at least one warp");
      return within_an_extent(value, name == "warps" ? kThreadsPerWarp : 1, name, given);
    }
    for (const Family* family : families)
      if (const Parameter* parameter = family->find_parameter(name)) parameter->check(value, given);
    return value;
  }

  static double within_an_extent(double value, double unit, const std::string& name, const Expression& given) {
    const double most = std::floor(std::numeric_limits<std::uint32_t>::max() / unit);
    if (value > most)
      throw Error(given.place(), fmt::format("{} = {:.0f} is above {:.0f}", name, value, most),
                  "write a smaller number");
    return value;
  }

  /// Empty if it does not depend on the device.
  std::string declared(std::size_t slot, double value, const Expression& given) const {
    if (depends_on_device(given)) return without_blanks(given.text());
    if (experiment_.symbols.names()[slot] != "blocks" || value > 0) return {};
    return fmt::format("{}/SM", value == 0 ? 1 : -value);
  }

  /// n: n blocks; 0: one per SM; -k: k per SM.
  double resolve_blocks(double value, const Expression& given) const {
    const auto blocks = static_cast<double>(given.to_whole(value, "blocks"));
    if (blocks > 0) return blocks;
    if (std::isnan(sms_))
      throw Error(given.place(),
                  fmt::format("blocks = {} counts blocks per SM, but the device does not state sm_count", value),
                  "write a number of blocks above 0");
    return blocks == 0 ? sms_ : -blocks * sms_;
  }

  const Experiment& experiment_;
  const std::vector<double>& values_;
  double sms_;
  ErrorList& errors_;
};

/// Counts rows of axes that the kernel uses.
double product(const std::vector<NumberedAxis>& axes, const std::vector<bool>& looped) {
  return std::accumulate(axes.begin(), axes.end(), 1.0, [&](double size, const NumberedAxis& axis) {
    const bool counts = std::ranges::any_of(axis.slots, [&](std::size_t slot) { return looped[slot]; });
    return counts ? size * static_cast<double>(axis.size()) : size;
  });
}

void check_size(const Experiment& experiment, const NumberedGrid& grid) {
  std::vector<std::vector<bool>> looped;
  for (const KernelChoice& choice : experiment.grid.kernels) looped.push_back(looped_names(experiment, choice));
  double points = 0;
  double most = 0;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < grid.inside.size(); ++i) {
    const double of_choice = product(grid.outer, looped[i]) * product(grid.inside[i], looped[i]);
    points += of_choice;
    if (of_choice > most) {
      most = of_choice;
      largest = i;
    }
  }
  if (points <= static_cast<double>(kMostPoints)) return;
  std::vector<std::string> sizes;
  for (const std::vector<NumberedAxis>* axes : {&grid.outer, &grid.inside[largest]})
    for (const NumberedAxis& axis : *axes)
      if (product({axis}, looped[largest]) > 1) sizes.push_back(fmt::format("{} {}", axis.name, axis.size()));
  throw Error(experiment.grid.place,
              fmt::format("the grid has {:.10g} points, more than {}; the most are of {}: {}", points,
                          with_thousands(kMostPoints), experiment.kernel_of(experiment.grid.kernels[largest]).name,
                          join(sizes, " x ")),
              "write fewer values for an axis");
}

}  // namespace

NumberedGrid number_axes(const Experiment& experiment, const std::vector<double>& values, ErrorList& errors) {
  const AxisNumbers numbers(experiment, values, errors);
  NumberedGrid grid;
  bool has_values = true;
  const auto number = [&](const std::vector<Axis>& given, const std::vector<const Family*>& families,
                          std::vector<NumberedAxis>& axes) {
    for (const Axis& axis : given)
      has_values = axes.emplace_back(numbers.number(axis, families)).size() > 0 && has_values;
  };
  number(experiment.grid.outer, experiment.families_in_grid(), grid.outer);
  for (const KernelChoice& choice : experiment.grid.kernels) {
    std::vector<NumberedAxis>& inside = grid.inside.emplace_back();
    for (const std::vector<Axis>* axes : {&choice.axes, &experiment.grid.inner})
      number(*axes, {&experiment.family_of(choice)}, inside);
  }
  const bool is_small = errors.attempt([&] { check_size(experiment, grid); });
  if (!has_values || !is_small) errors.raise();
  return grid;
}

}  // namespace warpledger
