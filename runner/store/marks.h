#pragma once

#include <functional>
#include <string>

#include "model/table.h"

namespace warpledger {

/// The answer of one query in a basis of store/basis.h.
using AnswerIn = std::function<Table(const std::string& basis)>;

/// The answer in the basis `shown`, with marks: a cell that differs without estimates is modelled; one that differs
/// without the poor ones is poor; one that differs without counters and times as well is mixed. Rows are matched by the
/// columns that the other basis leaves as they are. The numbers of a row that the other basis has not are marked, too.
Table marked_answer(const AnswerIn& answer);

}  // namespace warpledger
