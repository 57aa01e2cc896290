#pragma once

#include "model/table.h"
#include "spec/experiment.h"
#include "spec/family.h"
#include "store/reader.h"

namespace warpledger {

// What `warpledger show` says of a family, an experiment and a run, as tables.

/// parameter, type, allowed, default, about.
Table parameters_of(const Family& family);

/// kernel, source, launches.
Table kernels_of(const Family& family);

/// axis, values: the outer axes, the kernels with axes of their own, the inner axes.
Table axes_of(const Experiment& experiment);

/// metric, unit, about.
Table metrics_of(const Experiment& experiment);

/// fact, value: what the ledger says of the selected run; what is absent has no row.
Table facts_of_run(const LedgerReader& ledger);

}  // namespace warpledger
