#include "spec/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "spec/document.h"
#include "spec/grading.h"
#include "spec/grid.h"
#include "spec/measure.h"
#include "spec/metrics.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

/// Calls `look_up`; what it does not find is an error of the file's, at `place`.
template <class LookUp>
auto at_place(const Place& place, const LookUp& look_up) {
  try {
    return look_up();
  } catch (const Error& error) {
    if (!error.where().file.empty()) throw;
    throw Error(place, error.problem(), error.hint());
  }
}

std::vector<MetricRequest> read_metrics(const Reader& metrics, const Library& library) {
  const std::vector<MetricGroup> groups = load_metric_groups(library);
  std::vector<std::string> names;
  metrics.each_of(metrics.items_or_one(), [&](const Reader& item) {
    at_place(item.place(), [&] { return select_metrics(groups, {&item.text(), 1}); });
    names.push_back(item.text());
  });
  return select_metrics(groups, names);
}

std::vector<PositionalArgument> read_arguments(const Reader& arguments, const Grid& grid) {
  std::vector<PositionalArgument> list;
  const std::vector<std::string> axes = axis_names(grid);
  arguments.each_of(arguments.items(), [&](const Reader& item) {
    PositionalArgument& argument = list.emplace_back();
    const auto axis_of = [&](const Reader& axis) { return axes[axis.word("axis", axes)]; };
    if (item.is_mapping()) {
      item.expect(kArgumentKeys);
      item.read("axis", argument.axis, axis_of);
      item.read("keep_when", argument.keep_when, &Reader::number);
    } else {
      argument.axis = axis_of(item);
    }
  });
  return list;
}

bool sets(const std::vector<Axis>& axes, std::size_t slot) {
  return std::ranges::any_of(axes, [&](const Axis& axis) { return std::ranges::count(axis.slots, slot) > 0; });
}

bool is_axis(const Grid& grid, std::size_t slot) {
  const auto in_kernel = [&](const KernelChoice& choice) { return sets(choice.axes, slot); };
  return sets(grid.outer, slot) || sets(grid.inner, slot) || std::ranges::any_of(grid.kernels, in_kernel);
}

/// Adds the derived names to the experiment's symbols, even when they are refused.
std::vector<Derivation> read_derive(const Reader& derive, const ResultNames& taken, Experiment& experiment) {
  derive.each_entry([&](const Reader& key, const Reader&) {
    const auto known = experiment.symbols.find(key.text());
    if (known && is_axis(experiment.grid, *known))
      key.fail(fmt::format("'{}' is both an axis and derived", key.text()), "keep one of them");
    if (experiment.family.find_parameter(key.text()) == nullptr)
      add_quantity(key, experiment.family, taken, experiment.symbols);
  });
  std::vector<Derivation> derivations;
  derive.each_entry([&](const Reader& key, const Reader& value) {
    const std::size_t slot = experiment.symbols.slot(key.text());
    const bool is_word = experiment.symbols.has_words(slot);
    derivations.push_back({slot, is_word ? experiment.family.parameter_of(slot).word(value.text(), value.place())
                                         : value.expression(experiment.symbols)});
  });
  return derivations;
}

/// Completes each kernel's derivations with the defaults of the parameters that nothing else sets.
void resolve_derivations(const std::vector<Derivation>& derived, const Experiment& experiment, ErrorList& errors,
                         Grid& grid) {
  std::set<std::string> without_value;  // each is told once, at the first kernel
  for (KernelChoice& choice : grid.kernels) {
    if (choice.kernel == kNoKernel) continue;
    choice.derivations = derived;
    for (const Parameter& parameter : experiment.family.parameters) {
      const std::size_t slot = parameter.slot;
      const bool is_derived = std::ranges::any_of(derived, [&](const Derivation& d) { return d.slot == slot; });
      if (is_derived || sets(grid.outer, slot) || sets(choice.axes, slot) || sets(grid.inner, slot)) continue;
      if (parameter.default_value) {
        choice.derivations.push_back({slot, *parameter.default_value});
      } else if (!experiment.symbols.has_refused() && without_value.insert(parameter.name).second) {
        errors.add(Error(choice.place,
                         fmt::format("parameter '{}' of kernel '{}' has no value", parameter.name,
                                     experiment.family.kernels[choice.kernel].name),
                         fmt::format("add an axis or a derived name: `{}: ...`", parameter.name)));
      }
    }
    errors.attempt(
        [&] { choice.derivations = in_evaluation_order(std::move(choice.derivations), experiment.symbols); });
  }
}

/// An axis that is no parameter and no part of a launch must at least be used by an expression.
void refuse_unused_axes(const Experiment& experiment, const std::vector<Derivation>& derived, ErrorList& errors) {
  const auto uses = [](const Expression& expression, std::size_t slot) {
    return std::ranges::count(expression.slots(), slot) > 0;
  };
  const auto is_used = [&](std::size_t slot) {
    return std::ranges::any_of(derived, [&](const Derivation& d) { return uses(d.value, slot); }) ||
           std::ranges::any_of(experiment.where, [&](const Expression& e) { return uses(e, slot); });
  };
  std::vector<std::string> known{"blocks", "warps", "threads", "kernel"};
  for (const Parameter& parameter : experiment.family.parameters) known.push_back(parameter.name);
  for (const std::vector<Axis>* axes : {&experiment.grid.outer, &experiment.grid.inner})
    for (const Axis& axis : *axes)
      for (const std::size_t slot : axis.slots) {
        const std::string& name = experiment.symbols.names()[slot];
        if (slot < experiment.family.symbols.size() || is_used(slot) || experiment.symbols.has_refused(name)) continue;
        errors.add(Error(axis.place,
                         fmt::format("axis '{}' has no effect: it is not a parameter and is not used", name),
                         did_you_mean(name, known)));
      }
}

/// Reads the file of an experiment; what its sections need of each other decides their order.
class ExperimentReader {
 public:
  ExperimentReader(const Reader& root, const Library& library, const ResultNames& taken, ErrorList& errors)
      : root_(root), library_(library), taken_(taken), errors_(errors) {}

  void read(const Overrides& overrides, Experiment& experiment) {
    root_.expect(kExperimentKeys);
    root_.read("experiment", experiment.name, &Reader::text);
    root_.read("about", experiment.about, &Reader::text);
    root_.read("measure", experiment.measure, read_measure);
    root_.read("metrics", experiment.metrics, read_metrics, library_);
    root_.read("report", experiment.report, [this](const Reader& report) { return read_report(report); });
    const bool has_family = root_.with("family", [&](const Reader& family) {
      experiment.family = at_place(family.place(), [&] { return load_family(library_, family.text(), taken_); });
    });
    // All else is of the family's kernels and parameters.
    if (has_family && !experiment.family.kernels.empty()) read_grid_and_users(overrides, experiment);
  }

 private:
  std::string read_report(const Reader& report) const {
    at_place(report.place(), [&] { return library_.report_path(report.text()); });
    return report.text();
  }

  void read_grid_and_users(const Overrides& overrides, Experiment& experiment) {
    experiment.symbols = experiment.family.symbols;
    root_.with("grid", [&](const Reader& grid) {
      experiment.grid = read_grid(grid, experiment.family, taken_, experiment.symbols);
    });
    if (experiment.grid.kernels.empty()) return;  // nothing can be read of it
    std::vector<Derivation> derived;
    bool sound = root_.with("derive", [&](const Reader& derive) { derived = read_derive(derive, taken_, experiment); });
    sound = root_.with("where", [&](const Reader& where) {
      for (const Reader& item : where.items_or_one()) experiment.where.push_back(item.expression(experiment.symbols));
    }) && sound;
    if (sound) refuse_unused_axes(experiment, derived, errors_);
    const bool has_arguments = root_.read("arguments", experiment.arguments, read_arguments, experiment.grid);
    root_.read("grading", experiment.grading, read_grading, experiment.family, experiment.grid);
    errors_.attempt([&] {
      apply_overrides({overrides.set, has_arguments ? overrides.positional : std::vector<std::string>()},
                      experiment.arguments, experiment.family, experiment.grid, experiment.measure);
    });
    resolve_derivations(derived, experiment, errors_, experiment.grid);
  }

  const Reader& root_;
  const Library& library_;
  const ResultNames& taken_;
  ErrorList& errors_;
};

}  // namespace

Experiment load_experiment(const Library& library, const std::string& name_or_path, const Overrides& overrides,
                           const ResultNames& taken) {
  Experiment experiment;
  experiment.file = library.experiment_path(name_or_path);
  experiment.text = read_data_file(experiment.file);
  ErrorList errors;
  Document document(experiment.file, experiment.text, errors);
  const Reader root(document, errors);
  const Library with_own_root = library.with_root_of(experiment.file);
  root.attempt([&] { ExperimentReader(root, with_own_root, taken, errors).read(overrides, experiment); });
  if (const std::string stem = std::filesystem::path(experiment.file).stem();
      !experiment.name.empty() && experiment.name != stem)
    root.with("experiment", [&](const Reader& name) {
      name.fail(fmt::format("the experiment is called '{}' but its file '{}'", experiment.name, stem),
                "give both the same name");
    });
  errors.raise();
  return experiment;
}

}  // namespace warpledger
