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

// Tables of `warpledger list`, about the library and a ledger.

/// The grading that a run belongs to.
struct RunOfGrading {
  std::string session;     ///< UUID of the grading
  std::string submission;  ///< empty: a run of the reference
};

using RunsOfGradings = std::map<std::string, RunOfGrading>;  ///< by UUID of the run

/// Returns the ledger's runs of gradings; does not read points.
RunsOfGradings runs_of_gradings(const LedgerReader& ledger);

/// Audience of a list. People get headings and short UUIDs; programs get complete UUIDs and the column names of the
/// view runs.
enum class ListFor { people, programs };

/// One row per run, in the given order. Without `all`, omits forgotten runs and runs of gradings.
Table run_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all,
               ListFor reader = ListFor::people);

/// One row per session of grading and device, in the order of their first runs, with the number of submissions and
/// runs. Without `all`, ignores forgotten runs.
Table grading_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all,
                   ListFor reader = ListFor::people);

/// Selects the tables of contents().
struct ContentsRequest {
  std::string kind;  ///< experiments, families, reports, gradings or runs; empty: all
  std::string ledger = "results.db";
  bool all = false;  ///< include forgotten runs and each run of a grading
  ListFor reader = ListFor::people;
};

/// Returns the contents of the library and the ledger as pairs of kind and table. An unreadable file is listed with its
/// error. Throws Error if only runs or gradings are requested and there is no ledger.
std::vector<std::pair<std::string, Table>> contents(const ContentsRequest& request, const Library& library);

// Tables of `warpledger show`, about a family and an experiment.

/// Columns: parameter, type, allowed, default, about.
Table parameters_of(const Family& family);

/// Columns: output, compared with, accepted when.
Table outputs_of(const Family& family);

/// Columns: kernel, source, launches.
Table kernels_of(const Family& family);

/// Columns: axis, values. Rows: outer axes, kernels with separate axes, inner axes.
Table axes_of(const Experiment& experiment);

/// Columns: metric, unit, about.
Table metrics_of(const Experiment& experiment);

}  // namespace warpledger
