#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/grading.h"
#include "submissions/submissions.h"

namespace warpledger {

/// What a hand-in spends of the free late days of its term.
struct LateDays {
  int before = 0;  ///< spent on the assignments before; of a group, by the one who spent most
  int here = 0;    ///< spent on this one
  int left = 0;
};

/// "Free late days: 2 spent here, 1 before; 2 of 5 are left."
std::string late_days_text(const LateDays& days);

/// The free late days of a term before one of its assignments.
struct LateBudget {
  int days = 0;                            ///< of each student when the term begins
  std::map<std::string, int> spent = {};   ///< by person, on the assignments before
  std::vector<std::string> ungraded = {};  ///< assignments before that the ledger has no grading of

  /// What a hand-in that counts spends; nothing where `policy` has no budget.
  LateDays days_of(const LatePolicy& policy, const std::string& submission, const HandIn& hand_in) const;
  /// Takes what it spends from everybody who handed it in.
  void spend(const LatePolicy& policy, const std::string& submission, const HandIn& hand_in);
};

/// Who handed in `submission`, told from assignment to assignment by what the platform knows them by: the email
/// address, else the id, else the name; without a platform, the submission's name.
std::vector<std::string> people_of(const std::string& submission, const HandIn& hand_in);

}  // namespace warpledger
