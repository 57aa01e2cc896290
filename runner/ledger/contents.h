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

// What `warpledger list` shows of the library and a ledger, as tables.

/// That a run is one of a grading.
struct RunOfGrading {
  std::string session;     ///< UUID of the grading
  std::string submission;  ///< empty: the reference's
};

using RunsOfGradings = std::map<std::string, RunOfGrading>;  ///< by the run's UUID

/// All runs of gradings in the ledger. Looks at runs alone, not at their points.
RunsOfGradings runs_of_gradings(const LedgerReader& ledger);

/// Whom a list is for: people read headings and as much of a UUID as names a run; programs whole UUIDs and the names
/// that the view runs has for its columns.
enum class ListFor { people, programs };

/// A row per run, in their order; without `all`, forgotten runs and those of gradings are left out.
Table run_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all,
               ListFor reader = ListFor::people);

/// A row a session of grading and device, in the order of their first runs, with how many submissions and runs it has;
/// without `all`, forgotten runs do not count.
Table grading_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all,
                   ListFor reader = ListFor::people);

/// Which tables contents() gives.
struct ContentsRequest {
  std::string kind;  ///< experiments, families, reports, gradings or runs; empty: all
  std::string ledger = "results.db";
  bool all = false;  ///< the runs of gradings one by one, and forgotten runs, too
  ListFor reader = ListFor::people;
};

/// What the library and the ledger hold: tables, each with its kind. A file that cannot be read is listed with what is
/// wrong. Throws Error when runs or gradings alone are asked for and there is no ledger.
std::vector<std::pair<std::string, Table>> contents(const ContentsRequest& request, const Library& library);

// What `warpledger show` says of a family and an experiment, as tables.

/// parameter, type, allowed, default, about.
Table parameters_of(const Family& family);

/// output, compared with, accepted when.
Table outputs_of(const Family& family);

/// kernel, source, launches.
Table kernels_of(const Family& family);

/// axis, values: the outer axes, the kernels with axes of their own, the inner axes.
Table axes_of(const Experiment& experiment);

/// metric, unit, about.
Table metrics_of(const Experiment& experiment);

}  // namespace warpledger
