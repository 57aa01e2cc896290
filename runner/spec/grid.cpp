#include "spec/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.h"
#include "spec/data_files.h"

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
  GridReader(Families& families, const ResultNames& taken, Symbols& symbols)
      : families_(families), taken_(taken), symbols_(symbols) {}

  Grid read(const Reader& value) {
    Grid grid{.place = value.place()};
    value.each_entry([&](const Reader& key, const Reader& axis) {
      if (key.text() == "kernel") {
        read_kernels(axis, grid.kernels);
      } else {
        read_axis(key, axis, families_, set_, (grid.kernels.empty() ? grid.outer : grid.inner).emplace_back());
      }
    });
    value.attempt([&] { add_defaults(grid); });
    return grid;
  }

 private:
  void read_kernels(const Reader& value, std::vector<KernelChoice>& choices) {
    const auto add = [&](const Reader& name) -> KernelChoice& {
      KernelChoice& choice = choices.emplace_back(KernelChoice{.kernel = kNoKernel, .place = name.place()});
      name.attempt([&] { choice.kernel = find_kernel(families_, name.text(), name.place()); });
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
    const std::span<Family> family(&families_[choice.kernel.family], 1);
    axes.each_entry([&](const Reader& key, const Reader& value) {
      Axis& axis = choice.axes.emplace_back();
      read_axis(key, value, family, set, axis);
      if (choice.kernel != kNoKernel || families_.size() == 1) require_parameters(key, family[0], axis);
    });
  }

  void require_parameters(const Reader& key, const Family& family, const Axis& axis) const {
    std::vector<std::string> parameters;
    parameters.reserve(family.parameters.size());
    for (const Parameter& parameter : family.parameters) parameters.push_back(parameter.name);
    for (const std::size_t slot : axis.slots)
      if (const std::string& name = symbols_.names()[slot]; !family.has_parameter(slot))
        key.fail(fmt::format("'{}' is not a parameter of family '{}'", name, family.name),
                 did_you_mean(name, parameters));
  }

  /// `families` have kernels inside the axis; `set` collects the slots set by axes of the same level.
  void read_axis(const Reader& key, const Reader& value, std::span<Family> families, std::vector<std::size_t>& set,
                 Axis& axis) {
    axis.name = key.text();
    axis.place = key.place();
    const bool zipped = value.is_list() && !value.is_empty() && value.items().front().is_mapping();
    if (!zipped) axis.slots = {claim(key, families, set)};
    key.attempt([&] {
      if (zipped) {
        read_zip(value, families, axis, set);
      } else if (value.is_mapping() && value.find("files")) {
        read_files(value, families, axis);
      } else if (value.is_mapping()) {
        if (symbols_.has_words(axis.slots[0])) value.fail("a range of words", "write a list of values");
        axis.range = read_range(value);
      } else {
        for (const Reader& item : value.items_or_one()) axis.rows.push_back({value_for(axis.slots[0], families, item)});
      }
    });
  }

  /// A pattern without matches is reported later, unless the command line sets the axis.
  void read_files(const Reader& value, std::span<Family> families, Axis& axis) const {
    value.expect(kFilePatternKeys);
    if (symbols_.values_of(axis.slots[0]) != Symbols::Values::files)
      value.fail(fmt::format("'{}' is no parameter of type `file`", axis.name), "write a list of values");
    for (const Family& family : families)
      if (const Parameter* parameter = family.find_parameter(axis.name); parameter && !parameter->of_experiment)
        value.fail(fmt::format("the family '{}' names the files of '{}' itself, in `values`", family.name, axis.name),
                   fmt::format("write a list of them: {}", join(parameter->words)));
    value.with("files", [&](const Reader& text) {
      const FilePattern pattern{text.text(), text.place()};
      const std::vector<std::string> names =
          files_matching(families_[0].symbols.files()->of_experiment()->folder(), pattern);
      if (names.empty()) axis.unmatched = pattern;
      for (const std::string& name : names)
        text.attempt([&] { axis.rows.push_back({word_of(families, axis.name, name, pattern.place)}); });
    });
  }

  void read_zip(const Reader& value, std::span<Family> families, Axis& axis, std::vector<std::size_t>& set) {
    const auto first = value.items().front().entries();
    for (const auto& [key, member] : first) axis.slots.push_back(claim(key, families, set));
    value.each_of(value.items(), [&](const Reader& item) {
      const std::size_t size = item.entries().size();
      std::vector<Expression>& row = axis.rows.emplace_back();
      for (const auto& [key, member] : first) {
        const std::string& name = key.text();
        item.attempt([&] { row.push_back(value_for(symbols_.slot(name), families, item.at(name))); });
      }
      if (size != first.size())
        item.fail("this entry does not have the keys of the first one",
                  "write the same keys in every entry of the list");
    });
  }

  Expression value_for(std::size_t slot, std::span<Family> families, const Reader& item) const {
    static const Symbols device = Symbols::device();
    return symbols_.has_words(slot) ? word_of(families, symbols_.names()[slot], item.text(), item.place())
                                    : item.expression(device);
  }

  /// Returns the slot of a name that only this axis may set. Defines it even if it is rejected.
  std::size_t claim(const Reader& key, std::span<Family> families, std::vector<std::size_t>& set) {
    const std::string& name = key.text();
    const bool launch = name == "blocks" || name == "warps" || name == "threads";
    const std::size_t slot = launch ? symbols_.slot(name) : slot_to_set(key, families_, families, taken_, symbols_);
    key.attempt([&] {
      const auto sets = [&](const std::vector<std::size_t>& slots) { return std::ranges::count(slots, slot) > 0; };
      if (sets(set_) || sets(set)) key.fail(fmt::format("'{}' is set by two axes", name), "keep one of them");
    });
    set.push_back(slot);
    return slot;
  }

  void add_defaults(Grid& grid) const {
    if (grid.kernels.empty())
      for (std::size_t i = 0; i < families_.size(); ++i)
        for (std::size_t k = 0; k < families_[i].kernels.size(); ++k)
          grid.kernels.push_back({.kernel = {i, k}, .place = grid.place});
    const auto is_set = [&](std::string_view name) { return std::ranges::count(set_, symbols_.slot(name)) > 0; };
    const auto add = [&](const std::string& name, const char* value) {
      grid.inner.push_back({.name = name,
                            .place = grid.place,
                            .slots = {symbols_.slot(name)},
                            .rows = {{Expression(value, grid.place, Symbols())}},
                            .is_default = true});
    };
    if (!is_set("blocks")) add("blocks", "0");
    if (is_set("warps") && is_set("threads"))
      throw Error(grid.place, "the grid sets both warps and threads", "keep one: threads is 32 * warps");
    if (!is_set("warps") && !is_set("threads")) add("warps", "4");
  }

  Families& families_;
  const ResultNames& taken_;
  Symbols& symbols_;
  std::vector<std::size_t> set_;
};

}  // namespace

bool sets(const std::vector<Axis>& axes, std::size_t slot) {
  return std::ranges::any_of(axes, [&](const Axis& axis) { return std::ranges::count(axis.slots, slot) > 0; });
}

Grid read_grid(const Reader& grid, Families& families, const ResultNames& taken, Symbols& symbols) {
  return GridReader(families, taken, symbols).read(grid);
}

std::size_t slot_to_set(const Reader& key, const Families& families, std::span<const Family> set_for,
                        const ResultNames& taken, Symbols& symbols) {
  const std::string& name = key.text();
  const auto counts_it = [&](const Family& family) {
    return family.has_work_count(name) && family.find_parameter(name) == nullptr;
  };
  const auto counting = std::ranges::find_if(set_for, counts_it);
  const bool is_parameter = find_parameter(families, name) != nullptr;
  const std::size_t slot =
      is_parameter ? symbols.slot(name) : add_name(key, counting == set_for.end() ? taken : ResultNames(), symbols);
  key.attempt([&] {
    if (counting != set_for.end())
      key.fail(fmt::format("'{}' is a work count of family '{}'", name, counting->name), "choose another name");
  });
  return slot;
}

}  // namespace warpledger
