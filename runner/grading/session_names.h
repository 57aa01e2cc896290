#pragma once

#include <string>

#include "grading/grading_session.h"
#include "ledger/ledger_reader.h"

namespace warpledger {

/// The member of a run's settings that says whether the session has pseudonyms for names.
inline constexpr const char* kPseudonymsSetting = "pseudonyms";

/// Throws Error when names would be written beside the pseudonyms of `session`, which cannot be taken out of a ledger
/// again, or pseudonyms beside names, so that each person would be in it twice.
void refuse_names(const LedgerReader& ledger, const GradingSession& session, const std::string& pseudonym_file);

/// Throws Error when `session` has pseudonyms and `pseudonym_file` none of them, as one that does not exist yet: each
/// submission would get a second pseudonym.
void refuse_other_pseudonyms(const LedgerReader& ledger, const GradingSession& session,
                             const std::string& pseudonym_file);

}  // namespace warpledger
