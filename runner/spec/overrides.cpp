#include "spec/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "spec/grid.h"
#include "spec/measure.h"

namespace warpledger {
namespace {

struct Part {
  std::string text;
  Place place;
};

/// Splits at commas outside parentheses and braces, and trims the parts.
std::vector<Part> split_values(const std::string& text, std::size_t start, const Place& whole) {
  std::vector<Part> parts;
  int depth = 0;
  for (std::size_t end = start; end <= text.size(); ++end) {
    const char c = end < text.size() ? text[end] : ',';
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
    if (end < text.size() && (c != ',' || depth > 0)) continue;
    const std::size_t first = std::min(text.find_first_not_of(' ', start), end);
    const std::size_t last = first == end ? first : text.find_last_not_of(' ', end - 1) + 1;
    parts.push_back({text.substr(first, last - first), whole});
    parts.back().place.column = first + 1;
    start = end + 1;
  }
  return parts;
}

/// Accepts the file's list syntax "warps=[4, 8]". Brackets become blanks, so that columns stay correct.
std::string without_brackets(std::string text, std::size_t start) {
  const std::size_t first = text.find_first_not_of(' ', start), last = text.find_last_not_of(' ');
  if (first < last && last != std::string::npos && text[first] == '[' && text[last] == ']')
    text[first] = text[last] = ' ';
  return text;
}

struct FoundAxis {
  Axis* axis;
  std::span<Family> families;
};

/// An outer or inner axis, or one in each of several kernels.
std::vector<FoundAxis> axes_named(Grid& grid, Families& families, const std::string& name) {
  std::vector<FoundAxis> found;
  const auto search = [&](std::vector<Axis>& axes, std::span<Family> of) {
    for (Axis& axis : axes)
      if (axis.name == name) found.push_back({&axis, of});
  };
  search(grid.outer, families);
  for (KernelChoice& choice : grid.kernels) search(choice.axes, {&families[choice.kernel.family], 1});
  search(grid.inner, families);
  return found;
}

class OverrideReader {
 public:
  OverrideReader(Families& families, Grid& grid, Measure& measure)
      : families_(families), grid_(grid), measure_(measure) {}

  void apply_positional(const std::vector<std::string>& values, const std::vector<PositionalArgument>& arguments) {
    if (values.size() > arguments.size()) {
      std::vector<std::string> names;
      names.reserve(arguments.size());
      for (const PositionalArgument& argument : arguments) names.push_back(argument.axis);
      errors_.add(Error(fmt::format("{} arguments, but this experiment takes {}", values.size(), arguments.size()),
                        names.empty() ? "set an axis with --set axis=value" : "write at most: " + join(names, " ")));
    }
    for (std::size_t i = 0; i < std::min(values.size(), arguments.size()); ++i) {
      const PositionalArgument& argument = arguments[i];
      const Place place{
          .file = fmt::format("argument {} ({})", i + 1, argument.axis), .column = 1, .line_text = values[i]};
      errors_.attempt([&] { apply_argument(values[i], argument, place); });
    }
  }

  void apply_set(const std::string& argument) {
    const Place place{.file = "--set", .column = 1, .line_text = argument};
    errors_.attempt([&] {
      const std::size_t equals = argument.find('=');
      if (equals == std::string::npos || equals == 0)
        throw Error(place, fmt::format("expected axis=value, found '{}'", argument), "write e.g. warps=4 or d_l=4,8");
      const std::string text = without_brackets(argument, equals + 1);
      const std::string name = text.substr(0, equals);
      constexpr std::string_view kMeasure = "measure.";
      if (name.starts_with(kMeasure))
        set_measure(name, name.substr(kMeasure.size()), text, place);
      else
        set_axis(name, split_values(text, equals + 1, place), place);
    });
  }

  std::map<std::string, Place> finish() {
    if (limits_place_) errors_.attempt([&] { check_measure(measure_, *limits_place_); });
    errors_.raise();
    return std::move(set_by_);
  }

 private:
  void apply_argument(const std::string& text, const PositionalArgument& argument, const Place& place) {
    const std::vector<Part> parts = split_values(text, 0, place);
    const Parameter* parameter = find_parameter(families_, argument.axis);
    const bool is_word = parameter != nullptr && parameter->has_words();
    const bool keep = argument.keep_when && parts.size() == 1 && !is_word &&
                      Expression(parts[0].text, parts[0].place, Symbols()).number({}) == *argument.keep_when;
    if (!keep) set_axis(argument.axis, parts, place);
  }

  void set_measure(const std::string& name, const std::string& field, const std::string& text, Place place) {
    claim(name, place);
    place.column = name.size() + 2;
    set_measure_field(measure_, field, text.substr(name.size() + 1), place);
    if (field == "min_samples" || field == "max_samples") limits_place_ = place;
  }

  void set_axis(const std::string& name, const std::vector<Part>& values, const Place& place) {
    if (name == "kernel") {
      claim(name, place);
      choose_kernels(values);
      return;
    }
    const std::vector<FoundAxis> axes = axes_named(grid_, families_, name);
    if (axes.empty()) throw Error(place, fmt::format("unknown axis '{}'", name), did_you_mean(name, axis_names(grid_)));
    claim(name, place);
    for (const auto& [axis, families] : axes) {
      if (axis->slots.size() > 1) {
        choose_entries(*axis, values);
      } else {
        set_values(*axis, families, values);
      }
    }
  }

  /// Rejects repeated names, because one of the values would be silently ignored.
  void claim(const std::string& name, const Place& place) {
    const auto [first, is_new] = set_by_.emplace(name, place);
    if (is_new) return;
    const Place& earlier = first->second;
    throw Error(place, fmt::format("'{}' is set twice, first by {} {}", name, earlier.file, earlier.line_text),
                "write it once; several values are a list: warps=4,8");
  }

  void choose_kernels(const std::vector<Part>& names) {
    std::vector<KernelChoice> chosen;
    for (const Part& part : names)
      errors_.attempt([&] {
        const KernelIndex kernel = find_kernel(families_, part.text, part.place);
        if (std::ranges::count(chosen, kernel, &KernelChoice::kernel) > 0)
          throw Error(part.place, fmt::format("kernel '{}' appears twice", part.text), "keep one of them");
        const std::size_t before = chosen.size();
        for (const KernelChoice& choice : grid_.kernels)
          if (choice.kernel == kernel) chosen.push_back(choice);
        if (chosen.size() == before) chosen.push_back({.kernel = kernel, .place = part.place});
      });
    grid_.kernels = std::move(chosen);
  }

  /// Keeps the entries of a multi-name axis with the given 0-based numbers.
  void choose_entries(Axis& axis, const std::vector<Part>& numbers) {
    if (axis.rows.empty()) return;  // already reported
    std::vector<std::vector<Expression>> chosen;
    for (const Part& part : numbers)
      errors_.attempt([&] {
        const double number = part.text.starts_with('{') ? -1 : Expression(part.text, part.place, Symbols()).number({});
        if (number < 0 || number >= static_cast<double>(axis.rows.size()) || number != std::floor(number))
          throw Error(part.place, fmt::format("axis '{}' has no entry '{}'", axis.name, part.text),
                      fmt::format("its entries are numbered 0 to {}; change their values in the experiment file",
                                  axis.rows.size() - 1));
        chosen.push_back(axis.rows[static_cast<std::size_t>(number)]);
      });
    axis.rows = std::move(chosen);
  }

  void set_values(Axis& axis, std::span<Family> families, const std::vector<Part>& values) {
    static const Symbols device = Symbols::device();
    axis.rows.clear();
    axis.range.reset();
    axis.unmatched.reset();
    axis.is_default = false;
    const Parameter* parameter = find_parameter(families, axis.name);
    const bool is_word = parameter != nullptr && parameter->has_words();
    for (const Part& value : values)
      errors_.attempt([&] {
        axis.rows.push_back({is_word ? word_of(families, axis.name, value.text, value.place)
                                     : Expression(value.text, value.place, device)});
      });
  }

  Families& families_;
  Grid& grid_;
  Measure& measure_;
  std::map<std::string, Place> set_by_;
  std::optional<Place> limits_place_;  ///< last override of min_samples or max_samples
  ErrorList errors_;
};

}  // namespace

std::map<std::string, Place> apply_overrides(const Overrides& overrides,
                                             const std::vector<PositionalArgument>& arguments, Families& families,
                                             Grid& grid, Measure& measure) {
  OverrideReader reader(families, grid, measure);
  reader.apply_positional(overrides.positional, arguments);
  for (const std::string& text : overrides.set) reader.apply_set(text);
  return reader.finish();
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
