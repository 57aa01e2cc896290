#include "remeasure/identity_upgrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "model/digest.h"
#include "plan/plan.h"
#include "remeasure/run_to_repeat.h"
#include "run/open_experiment.h"
#include "spec/library.h"
#include "store/connection.h"
#include "store/renamed_points.h"
#include "store/schema.h"

namespace warpledger {
namespace {

using Numbers = std::map<std::string, std::string>;

struct StoredPoint {
  std::int64_t id = 0;
  std::string kernel, identity;
  Numbers numbers;  ///< parameters, axes and launch
};

std::string text_of(const Cell& cell) {
  const auto number = number_in(cell);
  return number ? fmt::format("{}", *number) : text_in(cell);
}

std::string text_of(const Quantity& quantity) {
  return quantity.word.empty() ? fmt::format("{}", quantity.value) : quantity.word;
}

std::vector<StoredPoint> points_of(const LedgerReader& ledger, const std::string& run) {
  std::vector<StoredPoint> points;
  const Table rows = ledger.query(
      "SELECT p.id, c.kernel, c.identity, q.name, q.value FROM main.run AS r JOIN main.point AS p ON p.run = r.id JOIN "
      "main.configuration AS c ON c.id = p.configuration LEFT JOIN main.quantity AS q ON q.configuration = c.id AND "
      "q.kind <> 'work' WHERE r.uuid = ?1 ORDER BY p.id",
      {run});
  for (const std::vector<Cell>& row : rows.rows) {
    if (points.empty() || points.back().id != whole_in(row[0]))
      points.push_back({whole_in(row[0]), text_in(row[1]), text_in(row[2]), {}});
    if (const std::string name = text_in(row[3]); !name.empty()) points.back().numbers[name] = text_of(row[4]);
  }
  return points;
}

struct PlannedPoint {
  std::string identity;
  std::vector<Quantity> quantities;
};

/// The points must already agree in kernel, parameters and launch.
bool agrees_in_axes(const StoredPoint& stored, const PlannedPoint& planned) {
  return std::ranges::all_of(planned.quantities, [&](const Quantity& quantity) {
    const auto found = stored.numbers.find(quantity.name);
    return quantity.kind != Quantity::Kind::axis || found == stored.numbers.end() || found->second == text_of(quantity);
  });
}

class PlannedPoints {
 public:
  void add(const Job& job) {
    Numbers numbers;
    for (const Quantity& quantity : job.quantities)
      if (quantity.kind == Quantity::Kind::parameter || is_extent(quantity)) numbers[quantity.name] = text_of(quantity);
    std::set<std::string> names;
    for (const auto& [name, value] : numbers) names.insert(name);
    names_[job.kernel].insert(std::move(names));
    points_[{job.kernel, std::move(numbers)}].push_back({job.identity, job.quantities});
  }

  std::vector<const PlannedPoint*> find(const StoredPoint& stored) const {
    std::vector<const PlannedPoint*> found;
    const auto of_kernel = names_.find(stored.kernel);
    if (of_kernel == names_.end()) return found;
    for (const std::set<std::string>& names : of_kernel->second) {
      Numbers numbers;
      for (const std::string& name : names)
        if (const auto value = stored.numbers.find(name); value != stored.numbers.end()) numbers.insert(*value);
      const auto points = points_.find({stored.kernel, numbers});
      if (points == points_.end()) continue;
      for (const PlannedPoint& point : points->second)
        if (agrees_in_axes(stored, point)) found.push_back(&point);
    }
    return found;
  }

 private:
  /// Earlier ledgers have only these.
  static bool is_extent(const Quantity& quantity) {
    return quantity.kind == Quantity::Kind::launch && quantity.word.empty();
  }

  std::map<std::string, std::set<std::set<std::string>>> names_;
  std::map<std::pair<std::string, Numbers>, std::vector<PlannedPoint>> points_;
};

/// References, and kernels that submissions are compared with, need not be in the grid.
void add_graded_kernels(Experiment& experiment) {
  const Grading& grading = *experiment.grading;
  std::vector<KernelChoice>& kernels = experiment.grid.kernels;
  const auto add = [&](KernelChoice choice, const std::string& name) {
    choice.kernel = find_kernel(experiment.families, name, choice.place);
    if (std::ranges::count(kernels, choice.kernel, &KernelChoice::kernel) == 0) kernels.push_back(std::move(choice));
  };
  for (const KernelChoice& choice : std::vector<KernelChoice>(kernels)) {
    const std::string& kernel = experiment.kernel_of(choice).name;
    if (const auto reference = grading.reference.find(kernel); reference != grading.reference.end())
      add(choice, reference->second);
    if (const auto common = grading.common.find(kernel); common != grading.common.end())
      for (const std::string& name : common->second) add(choice, name);
  }
}

/// Empty for the public grid.
std::vector<std::string> hidden_values(const Grading& grading, const std::string& grid) {
  for (std::size_t i = 0; i < grading.hidden.size(); ++i)
    if (grid == fmt::format("hidden {}", i + 1)) return grading.hidden[i].set;
  return {};
}

Experiment experiment_of(const Library& library, const std::string& file, const nlohmann::json& settings) {
  const ResultNames taken = result_names(library);
  Overrides overrides{settings.value("set", std::vector<std::string>()),
                      settings.value("arguments", std::vector<std::string>())};
  Experiment experiment = load_experiment(library, file, overrides, taken);
  const auto grading = settings.find("grading");
  if (grading == settings.end() || !experiment.grading) return experiment;
  overrides.set = hidden_values(*experiment.grading, grading->value("grid", ""));
  if (!overrides.set.empty()) experiment = load_experiment(library, file, overrides, taken);
  add_graded_kernels(experiment);
  return experiment;
}

/// Plans runs with the same texts, settings and device only once.
class Planner {
 public:
  struct Planned {
    PlannedPoints points;
    std::string failure;
  };

  const Planned& plan(const RunToRepeat& run) {
    const auto [known, is_new] = plans_.try_emplace(what_plans(run));
    if (is_new) known->second = planned(run);
    return known->second;
  }

 private:
  static std::string what_plans(const RunToRepeat& run) {
    std::string text = run.stored.experiment_text + run.stored.settings_json + run.stored.device.backend;
    for (const SourceFile& file : run.files) text += fmt::format("{} {}\n", file.name, sha256(file.text));
    for (const auto& [name, fact] : run.stored.device.facts) text += fmt::format("{}={}\n", name, fact);
    return sha256(text);
  }

  static Planned planned(const RunToRepeat& run) {
    const nlohmann::json settings = nlohmann::json::parse(run.stored.settings_json, nullptr, false);
    if (!settings.is_object()) return {{}, "its settings are not what warpledger writes"};
    if (const auto foreign = settings.find("foreign"); foreign != settings.end() && foreign->is_object())
      return {{}, fmt::format("{} measured it", foreign->value("tool", "another tool"))};
    try {
      Planned result;
      const TemporaryFolder folder;
      const std::string file = write_run(run, folder.path());
      const Library found(find_paths().roots);
      const Plan plan = make_plan(experiment_of(found.with_root_of(file), file, settings), run.stored.device);
      for (const std::int64_t ordinal : plan.ordinals()) result.points.add(plan.job(ordinal));
      return result;
    } catch (const Error& error) {
      return {{}, fmt::format("it cannot be planned again: {}", one_line(error.problem()))};
    } catch (const nlohmann::json::exception&) {
      return {{}, "its settings are not what warpledger writes"};
    }
  }

  std::map<std::string, Planned> plans_;
};

class RunUpgrade {
 public:
  RunUpgrade(std::string run, IdentityUpgrade& upgrade, std::vector<RenamedPoint>& renamed)
      : run_(std::move(run)), upgrade_(upgrade), renamed_(renamed) {}

  void name(const StoredPoint& stored, const PlannedPoints& planned) {
    const std::vector<const PlannedPoint*> found = planned.find(stored);
    if (found.empty()) return keep(stored, "no point of the plan has this kernel, these parameters and this launch");
    if (found.size() > 1)
      return keep(stored, fmt::format("it may be '{}' or '{}'", found[0]->identity, found[1]->identity));
    const auto [first, is_new] = named_.emplace(found[0]->identity, stored.identity);
    if (!is_new)
      return keep(stored, fmt::format("the same point as '{}', which the run measured before", first->second));
    renamed_.push_back({stored.id, found[0]->identity, found[0]->quantities});
    if (found[0]->identity != stored.identity) ++upgrade_.renamed;
  }

  void keep(const StoredPoint& stored, const std::string& reason) {
    const auto [place, is_new] = kept_.emplace(reason, upgrade_.kept.size());
    if (is_new) upgrade_.kept.push_back({run_, 0, stored.identity, reason});
    ++upgrade_.kept[place->second].points;
  }

 private:
  std::string run_;
  IdentityUpgrade& upgrade_;
  std::vector<RenamedPoint>& renamed_;
  std::map<std::string, std::string> named_;  ///< old identities by new ones
  std::map<std::string, std::size_t> kept_;   ///< indices in IdentityUpgrade::kept by reason
};

void upgrade_run(const LedgerReader& ledger, const std::string& uuid, Planner& planner, IdentityUpgrade& upgrade,
                 std::vector<RenamedPoint>& renamed) {
  const std::vector<StoredPoint> points = points_of(ledger, uuid);
  upgrade.points += static_cast<std::int64_t>(points.size());
  RunUpgrade run(uuid, upgrade, renamed);
  const Planner::Planned& planned = planner.plan(read_run_to_repeat(ledger, uuid));
  for (const StoredPoint& point : points) {
    if (planned.failure.empty())
      run.name(point, planned.points);
    else
      run.keep(point, planned.failure);
  }
}

}  // namespace

IdentityUpgrade upgrade_identities(const std::string& path) {
  const Library library(find_paths().roots);
  IdentityUpgrade upgrade;
  std::vector<RenamedPoint> renamed;
  {
    const LedgerReader ledger = open_ledger(path, library);
    Planner planner;
    for (const std::vector<Cell>& row : ledger.query("SELECT uuid FROM main.run ORDER BY started_utc, id").rows)
      upgrade_run(ledger, text_in(row[0]), planner, upgrade, renamed);
  }
  const std::string folder = schema_folder(library.roots());
  const LedgerSchema schema(folder);
  change_ledger(path, folder, [&](SQLite::Database& database) {
    rename_points(database, renamed);
    schema.views().store(database);  // quantities with new names are columns
  });
  return upgrade;
}

}  // namespace warpledger
