#include "spec/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/text.h"
#include "spec/grid_reader.h"
#include "spec/measure.h"

namespace warpledger {
namespace {

/// A part of a command-line argument.
struct Part {
  std::string text;
  Place place;
};

/// The parts between commas that stand outside parentheses, without blanks around them.
std::vector<Part> split_values(const std::string& text, std::size_t start, const Place& whole) {
  std::vector<Part> parts;
  int depth = 0;
  for (std::size_t end = start; end <= text.size(); ++end) {
    const char c = end < text.size() ? text[end] : ',';
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (end < text.size() && (c != ',' || depth > 0)) continue;
    const std::size_t first = std::min(text.find_first_not_of(' ', start), end);
    const std::size_t last = first == end ? first : text.find_last_not_of(' ', end - 1) + 1;
    parts.push_back({text.substr(first, last - first), whole});
    parts.back().place.column = first + 1;
    start = end + 1;
  }
  return parts;
}

/// Every loop that sets a name: one of the outer or inner axes, or one in each of several kernels.
std::vector<Axis*> axes_named(Grid& grid, const std::string& name) {
  std::vector<Axis*> found;
  const auto search = [&](std::vector<Axis>& axes) {
    for (Axis& axis : axes)
      if (axis.name == name) found.push_back(&axis);
  };
  search(grid.outer);
  for (KernelChoice& choice : grid.kernels) search(choice.axes);
  search(grid.inner);
  return found;
}

void choose_kernels(Grid& grid, const Family& family, const std::vector<Part>& names) {
  std::vector<KernelChoice> chosen;
  for (const Part& part : names) {
    const std::size_t kernel = find_kernel(family, part.text, part.place);
    const std::size_t before = chosen.size();
    for (const KernelChoice& choice : grid.kernels)
      if (choice.kernel == kernel) chosen.push_back(choice);
    if (chosen.size() == before) chosen.push_back({.kernel = kernel, .place = part.place});
  }
  grid.kernels = std::move(chosen);
}

/// Keeps those entries of an axis of several names whose numbers, from 0, are given.
void choose_entries(Axis& axis, const std::vector<Part>& numbers) {
  std::vector<std::vector<Expression>> chosen;
  for (const Part& part : numbers) {
    const double number = Expression(part.text, part.place, Symbols()).number({});
    if (number < 0 || number >= static_cast<double>(axis.rows.size()) || number != std::floor(number))
      throw Error(part.place, fmt::format("axis '{}' has no entry '{}'", axis.name, part.text),
                  fmt::format("its entries have the numbers 0 to {}; change their values in the experiment file",
                              axis.rows.size() - 1));
    chosen.push_back(axis.rows[static_cast<std::size_t>(number)]);
  }
  axis.rows = std::move(chosen);
}

void set_axis(Grid& grid, const Family& family, const std::string& name, const std::vector<Part>& values,
              const Place& place) {
  static const Symbols device = Symbols::device();
  if (name == "kernel") return choose_kernels(grid, family, values);
  const std::vector<Axis*> axes = axes_named(grid, name);
  if (axes.empty()) throw Error(place, fmt::format("unknown axis '{}'", name), did_you_mean(name, axis_names(grid)));
  for (Axis* axis : axes) {
    if (axis->slots.size() > 1) {
      choose_entries(*axis, values);
      continue;
    }
    axis->rows.clear();
    for (const Part& value : values) axis->rows.push_back({Expression(value.text, value.place, device)});
    axis->range.reset();
  }
}

void apply_set(const std::string& text, const Family& family, Grid& grid, Measure& measure) {
  Place place{.file = "--set", .column = 1, .line_text = text};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(place, fmt::format("expected axis=value, found '{}'", text), "write e.g. warps=4 or d_l=4,8");
  const std::string name = text.substr(0, equals);
  constexpr std::string_view kMeasure = "measure.";
  if (!name.starts_with(kMeasure)) return set_axis(grid, family, name, split_values(text, equals + 1, place), place);
  place.column = equals + 2;
  set_measure_field(measure, name.substr(kMeasure.size()), text.substr(equals + 1), place);
  check_measure(measure, place);
}

void apply_positional(const std::vector<std::string>& values, const std::vector<PositionalArgument>& arguments,
                      const Family& family, Grid& grid) {
  if (values.size() > arguments.size()) {
    std::vector<std::string> names;
    names.reserve(arguments.size());
    for (const PositionalArgument& argument : arguments) names.push_back(argument.axis);
    throw Error(fmt::format("{} arguments, but this experiment takes {}", values.size(), arguments.size()),
                names.empty() ? "set an axis with --set axis=value" : "give at most: " + join(names, " "));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const PositionalArgument& argument = arguments[i];
    const Place place{
        .file = fmt::format("argument {} ({})", i + 1, argument.axis), .column = 1, .line_text = values[i]};
    const std::vector<Part> parts = split_values(values[i], 0, place);
    const bool keep = argument.keep_when && parts.size() == 1 &&
                      Expression(parts[0].text, parts[0].place, Symbols()).number({}) == *argument.keep_when;
    if (!keep) set_axis(grid, family, argument.axis, parts, place);
  }
}

}  // namespace

void apply_overrides(const Overrides& overrides, const std::vector<PositionalArgument>& arguments, const Family& family,
                     Grid& grid, Measure& measure) {
  apply_positional(overrides.positional, arguments, family, grid);
  for (const std::string& text : overrides.set) apply_set(text, family, grid, measure);
}

std::vector<std::string> axis_names(const Grid& grid) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::count(names, name) == 0) names.push_back(name);
  };
  for (const Axis& axis : grid.outer) add(axis.name);
  add("kernel");
  for (const KernelChoice& choice : grid.kernels)
    for (const Axis& axis : choice.axes) add(axis.name);
  for (const Axis& axis : grid.inner) add(axis.name);
  return names;
}

}  // namespace warpledger
