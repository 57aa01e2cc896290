#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/table.h"
#include "spec/experiment.h"
#include "spec/family.h"
#include "spec/library.h"
#include "store/reader.h"

namespace warpledger {

// Tables of `warpledger list`.

struct RunOfGrading {
  std::string session;     ///< UUID of the grading
  std::string submission;  ///< empty: the reference
};

using RunsOfGradings = std::map<std::string, RunOfGrading>;  ///< by UUID of the run

/// Does not read points.
RunsOfGradings runs_of_gradings(const LedgerReader& ledger);

/// People get headings and short UUIDs; programs get complete UUIDs and column names of the view runs.
enum class ListFor { people, programs };

/// Returns a row per run. Without `all`, omits forgotten runs and those of gradings.
Table run_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all,
               ListFor reader = ListFor::people);

/// Returns a row per grading session and device. Without `all`, ignores forgotten runs.
Table grading_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all,
                   ListFor reader = ListFor::people);

struct ContentsRequest {
  std::string kind;  ///< experiments, families, reports, gradings or runs; empty: all
  std::string ledger = "results.db";
  bool all = false;  ///< include forgotten runs and runs of gradings
  ListFor reader = ListFor::people;
};

/// Pairs of kind and table; an unreadable file is listed with its error. Throws Error if only runs or gradings are
/// requested and there is no ledger.
std::vector<std::pair<std::string, Table>> contents(const ContentsRequest& request, const Library& library);

// Tables of `warpledger show`.

/// Columns: parameter, type, allowed, default, about.
Table parameters_of(const Family& family);

/// Columns: output, compared with, accepted when.
Table outputs_of(const Family& family);

/// Columns: kernel, source, launches.
Table kernels_of(const Family& family);

/// Columns: axis, values. The order is outer axes, kernels with separate axes, inner axes.
Table axes_of(const Experiment& experiment);

/// Columns: metric, unit, about.
Table metrics_of(const Experiment& experiment);

}  // namespace warpledger
