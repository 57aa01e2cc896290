#include "spec/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "spec/complete_choices.h"
#include "spec/document.h"
#include "spec/grading.h"
#include "spec/grid.h"
#include "spec/measure.h"
#include "spec/metrics.h"
#include "spec/reader.h"
#include "spec/used_names.h"

namespace warpledger {
namespace {

/// Calls `look_up` and attaches `place` to an Error that has none.
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

void each_axis(const Grid& grid, const std::function<void(const Axis&)>& body) {
  std::ranges::for_each(grid.outer, body);
  for (const KernelChoice& choice : grid.kernels) std::ranges::for_each(choice.axes, body);
  std::ranges::for_each(grid.inner, body);
}

/// Checked after the overrides: an axis set on the command line needs no matching file.
void refuse_patterns_without_files(const Experiment& experiment, ErrorList& errors) {
  each_axis(experiment.grid, [&](const Axis& axis) {
    if (axis.unmatched)
      errors.add(
          Error(axis.unmatched->place, fmt::format("no file fits '{}'", clipped(axis.unmatched->text)),
                fmt::format("patterns are relative to the folder of the experiment, {}", experiment.files->folder())));
  });
}

bool is_axis(const Grid& grid, std::size_t slot) {
  const auto in_kernel = [&](const KernelChoice& choice) { return sets(choice.axes, slot); };
  return sets(grid.outer, slot) || sets(grid.inner, slot) || std::ranges::any_of(grid.kernels, in_kernel);
}

/// Adds the derived names to the symbols, including rejected ones.
std::vector<Derivation> read_derive(const Reader& derive, const ResultNames& taken, Experiment& experiment) {
  derive.each_entry([&](const Reader& key, const Reader&) {
    const auto known = experiment.symbols.find(key.text());
    if (known && is_axis(experiment.grid, *known))
      key.fail(fmt::format("'{}' is both an axis and derived", key.text()), "keep one of them");
    slot_to_set(key, experiment.families, experiment.families, taken, experiment.symbols);
  });
  std::vector<Derivation> derivations;
  derive.each_entry([&](const Reader& key, const Reader& value) {
    Derivation& derivation = derivations.emplace_back(Derivation{experiment.symbols.slot(key.text()), {}});
    derivation.value = experiment.symbols.has_words(derivation.slot)
                           ? word_of(experiment.families, key.text(), value.text(), value.place())
                           : value.expression(experiment.symbols);
  });
  return derivations;
}

/// Reads an experiment file. Dependencies between its sections determine their order.
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
    // Everything else depends on the families.
    if (root_.attempt([&] { read_families(experiment.files, experiment.families); }))
      read_grid_and_users(overrides, experiment);
  }

 private:
  std::string read_report(const Reader& report) const {
    at_place(report.place(), [&] { return library_.report_path(report.text()); });
    return report.text();
  }

  void read_families(const std::shared_ptr<DataFiles>& files, Families& families) const {
    const auto add = [&](const Reader& name) {
      at_place(name.place(), [&] { add_family(library_, name.text(), taken_, families); });
    };
    if (const auto several = root_.find("families")) {
      if (root_.find("family")) several->fail("an experiment has either 'family' or 'families'", "remove one of them");
      several->each_of(several->items(), add);
    } else {
      const Reader one = root_.at("family");
      if (one.is_list()) one.fail("'family' is one family", "for several write families: [...]");
      add(one);
    }
    tell_kernels_apart(families);
    for (const Family& family : families) family.symbols.files()->set_of_experiment(files);
  }

  void read_grid_and_users(const Overrides& overrides, Experiment& experiment) {
    experiment.symbols = experiment.families.back().symbols;
    experiment.symbols.show_all();
    root_.with("grid", [&](const Reader& grid) {
      experiment.grid = read_grid(grid, experiment.families, taken_, experiment.symbols);
    });
    if (experiment.grid.kernels.empty()) return;  // nothing else can be read
    std::vector<Derivation> derived;
    std::vector<Expression> filters;
    bool sound = root_.with("derive", [&](const Reader& derive) { derived = read_derive(derive, taken_, experiment); });
    sound = root_.with("where", [&](const Reader& where) {
      for (const Reader& item : where.items_or_one()) filters.push_back(item.expression(experiment.symbols));
    }) && sound;
    if (sound) refuse_unused_axes(experiment, derived, filters, errors_);
    const bool has_arguments = root_.read("arguments", experiment.arguments, read_arguments, experiment.grid);
    root_.with("grading", [&](const Reader& grading) {
      experiment.grading = read_grading(grading, experiment.families, experiment.grid);
    });
    errors_.attempt([&] {
      const Overrides given{overrides.set, has_arguments ? overrides.positional : std::vector<std::string>()};
      for (const auto& [name, place] :
           apply_overrides(given, experiment.arguments, experiment.families, experiment.grid, experiment.measure))
        if (sound) refuse_unused_axis(experiment, derived, filters, name, place, errors_);
    });
    refuse_patterns_without_files(experiment, errors_);
    complete_choices(derived, filters, experiment, errors_);
  }

  const Reader& root_;
  const Library& library_;
  const ResultNames& taken_;
  ErrorList& errors_;
};

}  // namespace

std::vector<std::string> Experiment::files_in_grid() const {
  std::set<std::string> names;
  const auto add = [&](std::size_t slot, const Expression& value) {
    for (const Family& family : families)
      for (const Parameter& parameter : family.parameters)
        if (parameter.slot == slot && parameter.of_experiment) names.insert(value.text());
  };
  each_axis(grid, [&](const Axis& axis) {
    for (const std::vector<Expression>& row : axis.rows)
      for (std::size_t i = 0; i < row.size(); ++i) add(axis.slots[i], row[i]);
  });
  for (const KernelChoice& choice : grid.kernels)
    for (const Derivation& derivation : choice.derivations) add(derivation.slot, derivation.value);
  return {names.begin(), names.end()};
}

std::vector<const Family*> Experiment::families_in_grid() const {
  std::vector<const Family*> list;
  for (const KernelChoice& choice : grid.kernels)
    if (const Family* family = &family_of(choice); std::ranges::count(list, family) == 0) list.push_back(family);
  return list;
}

Experiment load_experiment(const Library& library, const std::string& name_or_path, const Overrides& overrides,
                           const ResultNames& taken) {
  Experiment experiment;
  experiment.file = library.experiment_path(name_or_path);
  experiment.text = read_data_file(experiment.file);
  const std::filesystem::path folder = std::filesystem::path(experiment.file).parent_path();
  experiment.files = std::make_shared<DataFiles>(folder.empty() ? "." : folder.string());
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
