#include "grading/measure/grading_grids.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "grading/measure/reference_point.h"
#include "ledger/grading_conditions.h"
#include "ledger/ledger_reader.h"
#include "model/table.h"
#include "plan/plan.h"
#include "spec/library.h"
#include "spec/used_names.h"
#include "store/run_recorder.h"
#include "store/writer.h"

namespace warpledger {
namespace {

void keep_submitted_kernels(Experiment& experiment) {
  std::erase_if(experiment.grid.kernels, [&](const KernelChoice& choice) {
    return std::ranges::count(experiment.grading->submission, experiment.kernel_of(choice).name) == 0;
  });
}

/// True if the kernel of a choice uses the choice's own axes.
bool uses_own_axes(const Experiment& experiment, const KernelChoice& choice) {
  const std::vector<bool> used = used_names(experiment, choice, choice.derivations);
  return std::ranges::any_of(choice.axes, [&](const Axis& axis) {
    return std::ranges::any_of(axis.slots, [&](std::size_t slot) { return used[slot]; });
  });
}

/// Replaces each kernel by its reference. Kernels with the same reference share its points.
void choose_references(Experiment& experiment) {
  std::vector<KernelChoice> references;
  for (KernelChoice choice : experiment.grid.kernels) {
    choice.kernel = find_kernel(experiment.families,
                                experiment.grading->reference.at(experiment.kernel_of(choice).name), choice.place);
    const bool is_there = std::ranges::any_of(references, [&](const KernelChoice& other) {
      return other.kernel == choice.kernel && !uses_own_axes(experiment, other);
    });
    if (!is_there || uses_own_axes(experiment, choice)) references.push_back(std::move(choice));
  }
  experiment.grid.kernels = std::move(references);
}

/// Replaces each kernel by its reference and common kernels, only for their machine code.
void choose_known(Experiment& experiment) {
  const Grading& grading = *experiment.grading;
  std::vector<KernelChoice> known;
  const auto add = [&](KernelChoice choice, const std::string& name) {
    choice.kernel = find_kernel(experiment.families, name, choice.place);
    if (std::ranges::count(known, choice.kernel, &KernelChoice::kernel) == 0) known.push_back(std::move(choice));
  };
  for (const KernelChoice& choice : experiment.grid.kernels) {
    const std::string& kernel = experiment.kernel_of(choice).name;
    add(choice, grading.reference.at(kernel));
    if (const auto common = grading.common.find(kernel); common != grading.common.end())
      for (const std::string& name : common->second) add(choice, name);
  }
  experiment.grid.kernels = std::move(known);
  experiment.measure.min_samples = experiment.measure.max_samples = 0;
}

/// Runs `body`; its errors get the hidden grid's place, because its changes have no place in the experiment.
template <class Body>
void of_hidden_grid(const HiddenGrid& hidden, const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    if (hidden.set.empty()) throw;
    throw Error(hidden.place, fmt::format("in this hidden grid: {}", error.problem()), error.hint());
  }
}

GradingGrid checked_grid(const Library& library, const std::string& experiment, const std::string& name,
                         const HiddenGrid& hidden, std::uint64_t seed) {
  GradingGrid grid{GradingRole::checked, name, hidden, {}};
  of_hidden_grid(hidden, [&] {
    grid.experiment = load_experiment(library, experiment, {.set = hidden.set, .positional = {}});
    keep_submitted_kernels(grid.experiment);
    if (grid.experiment.grid.kernels.empty())
      throw Error("it has no kernel of the submission", "name one of `submission`, or leave out `kernel`");
  });
  grid.experiment.seed = seed;
  grid.experiment.metrics.clear();
  grid.experiment.measure.min_samples = grid.experiment.measure.max_samples = 0;
  return grid;
}

std::set<std::string> identities_of(const Plan& plan) {
  std::set<std::string> identities;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) identities.insert(plan.job(ordinal).identity);
  return identities;
}

/// Writes the points of a plan as if they had run without measurements.
void write_points(const std::string& ledger, const Experiment& experiment, const Plan& plan, const Library& library,
                  const Device& device) {
  RunInfo info;
  info.experiment = experiment.name;
  info.experiment_text = experiment.text;
  info.planned_points = plan.size();
  info.settings_json = "{}";
  info.device = device;
  std::vector<Job> jobs;
  std::vector<Result> results;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) {
    jobs.push_back(plan.job(ordinal));
    results.emplace_back().ordinal = ordinal;
  }
  record_finished_run(LedgerWriter(ledger, schema_folder(library.roots())), info, jobs, results);
}

std::set<std::int64_t> ordinals_about_time(const Experiment& experiment, const Plan& plan, const Library& library,
                                           const Device& device) {
  const TemporaryFolder folder;
  const std::string ledger = (folder.path() / "points.db").string();
  write_points(ledger, experiment, plan, library, device);
  const LedgerReader reader = open_ledger(ledger, library);
  const GradingConditions conditions(reader, experiment);
  std::set<std::int64_t> ordinals;
  for (const GradedProblem& problem : experiment.grading->problems) {
    const std::string of_kernels = fmt::format("kernel IN {}", quoted_list(problem.kernels));
    for (const GradingRule& rule : problem.rules) {
      if (!is_about_time(rule)) continue;
      std::optional<PointCondition> where = rule.where;
      if (where) where->sql = fmt::format("({}\n) IS NOT 0", where->sql);  // unknown values may turn out true
      const std::string sql = conditions.select("ordinal", of_kernels, where, PointNumbers::measured);
      for (const std::vector<Cell>& row : reader.query(sql).rows) ordinals.insert(whole_in(row[0]));
    }
  }
  return ordinals;
}

}  // namespace

GradingGrids grading_grids(const Library& library, const std::string& experiment,
                           const std::vector<std::uint64_t>& seeds) {
  GradingGrids grids;
  grids.profiled.role = GradingRole::profiled;
  grids.profiled.name = "public";
  grids.profiled.experiment = load_experiment(library, experiment);
  Measure& measure = grids.profiled.experiment.measure;
  const int most_samples = measure.max_samples;
  measure.max_samples = measure.min_samples;  // its times are only for tables
  const Grading& grading = *grids.profiled.experiment.grading;
  for (const std::uint64_t seed : seeds) grids.checked.push_back(checked_grid(library, experiment, "public", {}, seed));
  std::vector<std::uint64_t> hidden_seeds = seeds;
  if (seeds.empty()) hidden_seeds.push_back(grids.profiled.experiment.seed);
  for (std::size_t i = 0; i < grading.hidden.size(); ++i)
    for (const std::uint64_t seed : hidden_seeds)
      grids.checked.push_back(
          checked_grid(library, experiment, fmt::format("hidden {}", i + 1), grading.hidden[i], seed));
  grids.timed = grids.profiled;
  grids.timed.role = GradingRole::round;
  grids.timed.experiment.measure.max_samples = most_samples;
  keep_submitted_kernels(grids.timed.experiment);
  grids.timed.experiment.metrics.clear();
  grids.known = grids.timed;
  grids.known.role = GradingRole::known;
  choose_known(grids.known.experiment);
  grids.reference = grids.timed;
  grids.reference.role = GradingRole::reference;
  choose_references(grids.reference.experiment);
  return grids;
}

void check_points(const GradingGrids& grids, const Device& device) {
  const Experiment& timed = grids.timed.experiment;
  if (const auto kernels = make_plan(timed, device).filtered_out(); !kernels.empty())
    throw Error(timed.grid.place, fmt::format("`where` leaves no point of {}, which submissions have", join(kernels)),
                "change the grid or the filter, or take the kernel out of `grading: submission`");
  const std::set<std::string> known = identities_of(make_plan(timed, device));
  for (const GradingGrid& grid : grids.checked)
    of_hidden_grid(grid.hidden, [&] {
      const std::set<std::string> hidden = identities_of(make_plan(grid.experiment, device));
      if (!grid.hidden.set.empty() && std::ranges::includes(known, hidden))
        throw Error("each of its points is in the public grid", "give a shape or a launch that students do not know");
    });
}

std::vector<TimedOrdinal> timed_ordinals(const GradingGrids& grids, const Library& library, const Device& device) {
  const Experiment& timed = grids.timed.experiment;
  const Plan plan = make_plan(timed, device);
  const Plan reference_plan = make_plan(grids.reference.experiment, device);
  std::vector<std::string> references;
  for (const std::int64_t ordinal : reference_plan.ordinals())
    references.push_back(reference_plan.job(ordinal).identity);
  std::vector<TimedOrdinal> ordinals;
  for (const std::int64_t ordinal : ordinals_about_time(timed, plan, library, device)) {
    const Job job = plan.job(ordinal);
    const std::string& kernel = timed.grading->reference.at(job.kernel);
    const auto reference = find_reference(job.identity, kernel, references);
    if (!reference)
      throw Error(
          {.file = timed.file},
          fmt::format("the reference has no point '{}' to time", kernel + job.identity.substr(job.kernel.size())),
          "make the reference's `where` keep the points of the kernels that are timed with it");
    ordinals.push_back({ordinal, static_cast<std::int64_t>(*reference), job.kernel});
  }
  return ordinals;
}

std::map<std::string, std::string> inputs_alike(const GradingGrids& grids, const std::vector<TimedOrdinal>& timed,
                                                const Device& device) {
  const Plan plan = make_plan(grids.timed.experiment, device);
  std::map<std::string, std::string> hints;
  for (const TimedOrdinal& point : timed) {
    const Job job = plan.job(point.ordinal);
    for (std::size_t i = 0; i < job.buffers.size(); ++i) {
      const BufferSpec& buffer = job.buffers[i];
      const bool constant = std::ranges::count(job.constants, std::optional(i), &Constant::buffer) > 0;
      // A kernel accumulates into an inout buffer that begins with a constant.
      const bool alike =
          constant || (buffer.fill.kind != Fill::Kind::uniform && buffer.fill.kind != Fill::Kind::normal);
      const bool adds_up = buffer.role == Role::inout && buffer.fill.kind == Fill::Kind::constant;
      if (alike && !adds_up && (buffer.role == Role::in || buffer.role == Role::inout))
        hints.emplace(buffer.name, constant ? "pass it as a parameter in place of a constant" : "fill it at random");
    }
  }
  return hints;
}

ProfiledOrdinals profiled_ordinals(const GradingGrids& grids, const Device& device) {
  const Experiment& profiled = grids.profiled.experiment;
  const Plan plan = make_plan(profiled, device);
  ProfiledOrdinals ordinals;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) {
    const bool submitted = std::ranges::count(profiled.grading->submission, plan.job(ordinal).kernel) > 0;
    (submitted ? ordinals.submitted : ordinals.others).push_back(ordinal);
  }
  return ordinals;
}

}  // namespace warpledger
