#include "spec/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "spec/document.h"
#include "spec/grading.h"
#include "spec/grid_reader.h"
#include "spec/measure.h"
#include "spec/metrics.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

/// Calls `look_up`; what it does not find is an error of the file's, at `place`.
template <class LookUp>
auto at_place(const Place& place, LookUp look_up) {
  try {
    return look_up();
  } catch (const Error& error) {
    if (!error.where().file.empty()) throw;
    throw Error(place, error.problem(), error.cure());
  }
}

std::vector<MetricRequest> read_metrics(const Reader& metrics, const Library& library) {
  const std::vector<MetricGroup> groups = load_metric_groups(library);
  std::vector<std::string> names;
  for (const Reader& item : metrics.items_or_one()) {
    names.push_back(item.text());
    at_place(item.place(), [&] { return select_metrics(groups, {&names.back(), 1}); });
  }
  return select_metrics(groups, names);
}

std::vector<PositionalArgument> read_arguments(const Reader& arguments, const Grid& grid) {
  std::vector<PositionalArgument> list;
  const std::vector<std::string> axes = axis_names(grid);
  for (const Reader& item : arguments.items()) {
    const Reader axis = item.is_mapping() ? item.expect(kArgumentKeys).at("axis") : item;
    list.push_back({.axis = axes[axis.word("axis", axes)]});
    if (!item.is_mapping()) continue;
    if (const auto keep_when = item.find("keep_when")) list.back().keep_when = keep_when->number();
  }
  return list;
}

bool sets(const std::vector<Axis>& axes, std::size_t slot) {
  return std::ranges::any_of(axes, [&](const Axis& axis) { return std::ranges::count(axis.slots, slot) > 0; });
}

std::vector<Derivation> read_derive(const Reader& derive, const Grid& grid, Experiment& experiment) {
  for (const auto& [key, value] : derive.entries()) {
    const bool parameter = experiment.family.find_parameter(key.text()) != nullptr;
    const bool known = experiment.symbols.find(key.text()).has_value();
    const std::size_t slot = experiment.symbols.add(parameter || known ? key.text() : key.new_name());
    const auto in_kernel = [&](const KernelChoice& choice) { return sets(choice.axes, slot); };
    if (sets(grid.outer, slot) || sets(grid.inner, slot) || std::ranges::any_of(grid.kernels, in_kernel))
      key.fail(fmt::format("'{}' is an axis and derived as well", key.text()), "keep one of them");
    if (known && !parameter) key.new_name();  // a built-in name: this says so
  }
  std::vector<Derivation> derivations;
  for (const auto& [key, value] : derive.entries())
    derivations.push_back({experiment.symbols.slot(key.text()), value.expression(experiment.symbols)});
  return derivations;
}

/// Completes each kernel's derivations with the defaults of the parameters that nothing else sets.
void resolve_derivations(const std::vector<Derivation>& derived, const Experiment& experiment, Grid& grid) {
  for (KernelChoice& choice : grid.kernels) {
    choice.derivations = derived;
    for (const Parameter& parameter : experiment.family.parameters) {
      const std::size_t slot = parameter.slot;
      const bool is_derived = std::ranges::any_of(derived, [&](const Derivation& d) { return d.slot == slot; });
      if (is_derived || sets(grid.outer, slot) || sets(choice.axes, slot) || sets(grid.inner, slot)) continue;
      if (!parameter.default_value)
        throw Error(choice.place,
                    fmt::format("parameter '{}' of kernel '{}' has no value", parameter.name,
                                experiment.family.kernels[choice.kernel].name),
                    fmt::format("add an axis or a derived name: `{}: ...`", parameter.name));
      choice.derivations.push_back({slot, *parameter.default_value});
    }
    choice.derivations = in_evaluation_order(std::move(choice.derivations), experiment.symbols);
  }
}

/// An axis that is no parameter and no part of a launch must at least be used by an expression.
void refuse_unused_axes(const Experiment& experiment, const std::vector<Derivation>& derived) {
  const auto uses = [](const Expression& expression, std::size_t slot) {
    return std::ranges::count(expression.slots(), slot) > 0;
  };
  const auto check = [&](const std::vector<Axis>& axes) {
    for (const Axis& axis : axes)
      for (const std::size_t slot : axis.slots) {
        if (slot < experiment.family.symbols.size()) continue;
        if (std::ranges::any_of(derived, [&](const Derivation& d) { return uses(d.value, slot); })) continue;
        if (std::ranges::any_of(experiment.where, [&](const Expression& e) { return uses(e, slot); })) continue;
        const std::string& name = experiment.symbols.names()[slot];
        std::vector<std::string> parameters{"blocks", "warps", "threads", "kernel"};
        for (const Parameter& parameter : experiment.family.parameters) parameters.push_back(parameter.name);
        throw Error(axis.place, fmt::format("axis '{}' has no effect: no parameter, and used nowhere", name),
                    did_you_mean(name, parameters));
      }
  };
  check(experiment.grid.outer);
  check(experiment.grid.inner);
}

/// A point's quantities are told apart by name.
void refuse_names_of_work(const Experiment& experiment) {
  for (const WorkCount& work : experiment.family.work)
    if (experiment.symbols.find(work.name))
      throw Error(
          experiment.grid.place,
          fmt::format("'{}' is an axis or derived, and a work count of family '{}'", work.name, experiment.family.name),
          "choose another name");
}

Experiment read_experiment(const Reader& root, const Library& library, const Overrides& overrides) {
  root.expect(kExperimentKeys);
  const Reader family = root.at("family");
  Experiment experiment{
      .name = root.at("experiment").text(),
      .about = root.at("about").text(),
      .family = at_place(family.place(), [&] { return load_family(library, family.text()); }),
  };
  experiment.symbols = experiment.family.symbols;
  experiment.grid = read_grid(root.at("grid"), experiment.family, experiment.symbols);
  std::vector<Derivation> derived;
  if (const auto derive = root.find("derive")) derived = read_derive(*derive, experiment.grid, experiment);
  if (const auto where = root.find("where"))
    for (const Reader& item : where->items_or_one()) experiment.where.push_back(item.expression(experiment.symbols));
  refuse_unused_axes(experiment, derived);
  refuse_names_of_work(experiment);
  if (const auto measure = root.find("measure")) experiment.measure = read_measure(*measure);
  if (const auto metrics = root.find("metrics")) experiment.metrics = read_metrics(*metrics, library);
  if (const auto report = root.find("report")) experiment.report = report->text();
  if (const auto arguments = root.find("arguments")) experiment.arguments = read_arguments(*arguments, experiment.grid);
  if (const auto grading = root.find("grading"))
    experiment.grading = read_grading(*grading, experiment.family, experiment.grid);
  apply_overrides(overrides, experiment.arguments, experiment.family, experiment.grid, experiment.measure);
  resolve_derivations(derived, experiment, experiment.grid);
  return experiment;
}

}  // namespace

Experiment load_experiment(const Library& library, const std::string& name_or_path, const Overrides& overrides) {
  const std::string file = library.experiment_path(name_or_path);
  const std::string text = read_file(file);
  const Document document(file, text);
  const Reader root(document);
  Experiment experiment = read_experiment(root, library.with_root_of(file), overrides);
  if (const std::string stem = std::filesystem::path(file).stem(); experiment.name != stem)
    root.at("experiment")
        .fail(fmt::format("the experiment is called '{}' but its file '{}'", experiment.name, stem),
              "give both the same name");
  experiment.file = file;
  experiment.text = text;
  return experiment;
}

}  // namespace warpledger
