#include "spec/grid_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace warpledger {
namespace {

Range read_range(const Reader& value) {
  static const Symbols device = Symbols::device();
  value.expect(kRangeKeys);
  Range range{
      .from = value.at("from").expression(device), .to = value.at("to").expression(device), .place = value.place()};
  if (const auto step = value.find("step")) range.step = step->expression(device);
  if (const auto times = value.find("times")) range.times = times->expression(device);
  if (range.step.has_value() == range.times.has_value())
    value.fail("a range needs either step or times", "write {from: 1, to: 8, step: 1} or {from: 1, to: 8, times: 2}");
  return range;
}

class GridReader {
 public:
  GridReader(const Family& family, Symbols& symbols) : family_(family), symbols_(symbols) {}

  Grid read(const Reader& value) {
    Grid grid{.place = value.place()};
    for (const auto& [key, axis] : value.entries()) {
      if (key.text() == "kernel") {
        grid.kernels = read_kernels(axis);
      } else {
        (grid.kernels.empty() ? grid.outer : grid.inner).push_back(read_axis(key, axis, set_));
      }
    }
    add_defaults(grid);
    return grid;
  }

 private:
  std::vector<KernelChoice> read_kernels(const Reader& value) {
    std::vector<KernelChoice> choices;
    for (const Reader& item : value.items_or_one()) {
      if (!item.is_mapping()) {
        choices.push_back({.kernel = find_kernel(family_, item.text(), item.place()), .place = item.place()});
        continue;
      }
      for (const auto& [name, axes] : item.entries()) {
        KernelChoice choice{.kernel = find_kernel(family_, name.text(), name.place()), .place = name.place()};
        std::vector<std::size_t> set;
        for (const auto& [key, axis] : axes.entries()) {
          choice.axes.push_back(read_axis(key, axis, set));
          require_parameters(key, choice.axes.back());
        }
        choices.push_back(std::move(choice));
      }
    }
    return choices;
  }

  void require_parameters(const Reader& key, const Axis& axis) const {
    std::vector<std::string> parameters;
    parameters.reserve(family_.parameters.size());
    for (const Parameter& parameter : family_.parameters) parameters.push_back(parameter.name);
    for (const std::size_t slot : axis.slots)
      if (const std::string& name = symbols_.names()[slot]; family_.find_parameter(name) == nullptr)
        key.fail(fmt::format("'{}' is no parameter of family '{}'", name, family_.name),
                 did_you_mean(name, parameters));
  }

  /// `set` collects the slots that axes of the same level set.
  Axis read_axis(const Reader& key, const Reader& value, std::vector<std::size_t>& set) {
    static const Symbols device = Symbols::device();
    Axis axis{.name = key.text(), .place = key.place()};
    if (value.is_list() && value.items().front().is_mapping()) {
      read_zip(value, axis, set);
      return axis;
    }
    axis.slots = {claim(key, set)};
    if (value.is_mapping()) {
      axis.range = read_range(value);
      return axis;
    }
    for (const Reader& item : value.items_or_one()) axis.rows.push_back({item.expression(device)});
    return axis;
  }

  void read_zip(const Reader& value, Axis& axis, std::vector<std::size_t>& set) {
    static const Symbols device = Symbols::device();
    const auto first = value.items().front().entries();
    for (const auto& [key, member] : first) axis.slots.push_back(claim(key, set));
    for (const Reader& item : value.items()) {
      std::vector<Expression> row;
      row.reserve(first.size());
      for (const auto& [key, member] : first) row.push_back(item.at(key.text()).expression(device));
      if (item.entries().size() != first.size())
        item.fail("this entry has other keys than the first one", "give every entry of the list the same keys");
      axis.rows.push_back(std::move(row));
    }
  }

  /// The slot of a name that an axis sets; no other axis may.
  std::size_t claim(const Reader& key, std::vector<std::size_t>& set) {
    const std::string& name = key.text();
    const bool launch = name == "blocks" || name == "warps" || name == "threads";
    const std::size_t slot =
        launch || family_.find_parameter(name) != nullptr ? symbols_.slot(name) : symbols_.add(key.new_name());
    const auto taken = [&](const std::vector<std::size_t>& slots) { return std::ranges::count(slots, slot) > 0; };
    if (taken(set_) || taken(set)) key.fail(fmt::format("'{}' is set by two axes", name), "keep one of them");
    set.push_back(slot);
    return slot;
  }

  void add_defaults(Grid& grid) const {
    if (grid.kernels.empty())
      for (std::size_t i = 0; i < family_.kernels.size(); ++i)
        grid.kernels.push_back({.kernel = i, .place = grid.place});
    const auto is_set = [&](std::string_view name) { return std::ranges::count(set_, symbols_.slot(name)) > 0; };
    const auto add = [&](const std::string& name, const char* value) {
      grid.inner.push_back({.name = name,
                            .place = grid.place,
                            .slots = {symbols_.slot(name)},
                            .rows = {{Expression(value, grid.place, Symbols())}}});
    };
    if (!is_set("blocks")) add("blocks", "0");
    if (is_set("warps") && is_set("threads"))
      throw Error(grid.place, "the grid sets both warps and threads", "keep one: threads is 32 * warps");
    if (!is_set("warps") && !is_set("threads")) add("warps", "4");
  }

  const Family& family_;
  Symbols& symbols_;
  std::vector<std::size_t> set_;
};

}  // namespace

Grid read_grid(const Reader& grid, const Family& family, Symbols& symbols) {
  return GridReader(family, symbols).read(grid);
}

std::size_t find_kernel(const Family& family, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < family.kernels.size(); ++i) {
    if (family.kernels[i].name == name) return i;
    names.push_back(family.kernels[i].name);
  }
  throw Error(place, fmt::format("family '{}' has no kernel '{}'", family.name, name), did_you_mean(name, names));
}

}  // namespace warpledger
