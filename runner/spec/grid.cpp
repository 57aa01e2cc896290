#include "spec/grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace warpledger {
namespace {

Range read_range(const Reader& value) {
  static const Symbols device = Symbols::device();
  if (std::ranges::none_of(kRangeKeys.keys, [&](const Key& key) { return value.find(key.name).has_value(); }))
    value.fail("this is not a range", "write {from: 1, to: 8, step: 1}, a list of values, or one value");
  value.expect(kRangeKeys);
  Range range{.place = value.place()};
  value.read("from", range.from, &Reader::expression, device);
  value.read("to", range.to, &Reader::expression, device);
  value.read("step", range.step, &Reader::expression, device);
  value.read("times", range.times, &Reader::expression, device);
  if (range.step.has_value() == range.times.has_value())
    value.fail("a range needs either step or times", "write {from: 1, to: 8, step: 1} or {from: 1, to: 8, times: 2}");
  return range;
}

class GridReader {
 public:
  GridReader(const Family& family, const ResultNames& taken, Symbols& symbols)
      : family_(family), taken_(taken), symbols_(symbols) {}

  Grid read(const Reader& value) {
    Grid grid{.place = value.place()};
    value.each_entry([&](const Reader& key, const Reader& axis) {
      if (key.text() == "kernel") {
        read_kernels(axis, grid.kernels);
      } else {
        read_axis(key, axis, set_, (grid.kernels.empty() ? grid.outer : grid.inner).emplace_back());
      }
    });
    value.attempt([&] { add_defaults(grid); });
    return grid;
  }

 private:
  void read_kernels(const Reader& value, std::vector<KernelChoice>& choices) {
    const auto add = [&](const Reader& name) -> KernelChoice& {
      KernelChoice& choice = choices.emplace_back(KernelChoice{.kernel = kNoKernel, .place = name.place()});
      name.attempt([&] { choice.kernel = find_kernel(family_, name.text(), name.place()); });
      return choice;
    };
    value.each_of(value.items_or_one(), [&](const Reader& item) {
      if (!item.is_mapping()) {
        add(item);
        return;
      }
      item.each_entry([&](const Reader& name, const Reader& axes) { read_own_axes(axes, add(name)); });
    });
  }

  void read_own_axes(const Reader& axes, KernelChoice& choice) {
    std::vector<std::size_t> set;
    axes.each_entry([&](const Reader& key, const Reader& value) {
      Axis& axis = choice.axes.emplace_back();
      read_axis(key, value, set, axis);
      require_parameters(key, axis);
    });
  }

  void require_parameters(const Reader& key, const Axis& axis) const {
    std::vector<std::string> parameters;
    parameters.reserve(family_.parameters.size());
    for (const Parameter& parameter : family_.parameters) parameters.push_back(parameter.name);
    for (const std::size_t slot : axis.slots)
      if (const std::string& name = symbols_.names()[slot]; family_.find_parameter(name) == nullptr)
        key.fail(fmt::format("'{}' is not a parameter of family '{}'", name, family_.name),
                 did_you_mean(name, parameters));
  }

  /// `set` collects the slots that axes of the same level set.
  void read_axis(const Reader& key, const Reader& value, std::vector<std::size_t>& set, Axis& axis) {
    axis.name = key.text();
    axis.place = key.place();
    const bool zipped = value.is_list() && !value.is_empty() && value.items().front().is_mapping();
    if (!zipped) axis.slots = {claim(key, set)};
    key.attempt([&] {
      if (zipped) {
        read_zip(value, axis, set);
      } else if (value.is_mapping()) {
        if (symbols_.has_words(axis.slots[0])) value.fail("a range of words", "write a list of values");
        axis.range = read_range(value);
      } else {
        for (const Reader& item : value.items_or_one()) axis.rows.push_back({value_for(axis.slots[0], item)});
      }
    });
  }

  void read_zip(const Reader& value, Axis& axis, std::vector<std::size_t>& set) {
    const auto first = value.items().front().entries();
    for (const auto& [key, member] : first) axis.slots.push_back(claim(key, set));
    value.each_of(value.items(), [&](const Reader& item) {
      const std::size_t size = item.entries().size();
      std::vector<Expression>& row = axis.rows.emplace_back();
      for (const auto& [key, member] : first) {
        const std::string& name = key.text();
        item.attempt([&] { row.push_back(value_for(symbols_.slot(name), item.at(name))); });
      }
      if (size != first.size())
        item.fail("this entry does not have the keys of the first one",
                  "write the same keys in every entry of the list");
    });
  }

  /// A value of an axis: an expression, or one of a parameter's words.
  Expression value_for(std::size_t slot, const Reader& item) const {
    static const Symbols device = Symbols::device();
    const Parameter* parameter = family_.find_parameter(symbols_.names()[slot]);
    return parameter != nullptr && parameter->has_words() ? parameter->word(item.text(), item.place())
                                                          : item.expression(device);
  }

  /// The slot of a name that an axis sets; no other axis may. It is defined even when it is refused.
  std::size_t claim(const Reader& key, std::vector<std::size_t>& set) {
    const std::string& name = key.text();
    const bool launch = name == "blocks" || name == "warps" || name == "threads";
    const bool known = launch || family_.find_parameter(name) != nullptr;
    const std::size_t slot = known ? symbols_.slot(name) : add_quantity(key, family_, taken_, symbols_);
    key.attempt([&] {
      const auto sets = [&](const std::vector<std::size_t>& slots) { return std::ranges::count(slots, slot) > 0; };
      if (sets(set_) || sets(set)) key.fail(fmt::format("'{}' is set by two axes", name), "keep one of them");
    });
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
  const ResultNames& taken_;
  Symbols& symbols_;
  std::vector<std::size_t> set_;
};

}  // namespace

Grid read_grid(const Reader& grid, const Family& family, const ResultNames& taken, Symbols& symbols) {
  return GridReader(family, taken, symbols).read(grid);
}

std::size_t add_quantity(const Reader& key, const Family& family, const ResultNames& taken, Symbols& symbols) {
  const std::string& name = key.text();
  const bool counts_work = std::ranges::count(family.work, name, &WorkCount::name) > 0;
  const std::size_t slot = add_name(key, counts_work ? ResultNames() : taken, symbols);
  key.attempt([&] {
    if (counts_work)
      key.fail(fmt::format("'{}' is a work count of family '{}'", name, family.name), "choose another name");
  });
  return slot;
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
