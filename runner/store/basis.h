#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/table.h"

namespace warpledger {

// A point's numbers may be looked at in several ways. The wide view `points_by_basis` has a row for each point and each
// of these; `point` and `points` show one of them, so that a derived column is the same formula in all.
//
//     shown      what was measured; on the host, which has no counters, what is modelled
//     measured   `shown` without estimates
//     firm       `shown` without poor estimates
//     uncounted  `shown` without counters and times
//     modelled   estimates alone, on any device
//     lower      the lower bounds of `modelled`
//     upper      the upper bounds of `modelled`
//     good       `modelled` without poor estimates
//     exact      `modelled` with exact estimates only
//
// Attributes of a kernel (registers, shared memory, ...) are in all of them.

/// Makes the temporary table `basis`, which says what each shows, and `selected_basis`, whose row is `shown`.
void create_bases(SQLite::Database& database);

/// Lets `point` and `points` show another basis.
void select_basis(SQLite::Database& database, const std::string& basis);

/// What rows of `metric` hold a metric's value: by its name, ids of `metric_kind`.
struct MetricKinds {
  std::vector<std::int64_t> attributes;  ///< what a kernel is
  std::vector<std::int64_t> readings;    ///< what it did
};
std::map<std::string, MetricKinds> metric_kinds(SQLite::Database& database);

/// SQL for the value of the metric `name`, where p is the point, f its device and b the basis: a look-up in `metric`
/// and, only if `may_be_modelled`, in `estimate`.
std::string metric_in_basis(const std::map<std::string, MetricKinds>& kinds, const std::string& name,
                            bool may_be_modelled);

/// The answer of one query in a basis.
using AnswerIn = std::function<Table(const std::string& basis)>;

/// The answer in the basis `shown`, with marks: a cell that differs without estimates is modelled; one that differs
/// without the poor ones is poor; one that differs without counters and times as well is mixed. Rows are matched by the
/// columns that the other basis leaves as they are. The numbers of a row that the other basis has not are marked, too.
Table marked_answer(const AnswerIn& answer);

}  // namespace warpledger
