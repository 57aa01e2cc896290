#include "grading/session_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/sql_text.h"
#include "grading/pseudonyms.h"
#include "model/table.h"

namespace warpledger {
namespace {

bool has_pseudonyms(const LedgerReader& ledger, const GradingSession& session) {
  const Table begun_with = ledger.query(fmt::format("SELECT 1 FROM runs WHERE run_uuid = {} AND settings ->> '$.{}'",
                                                    quoted_text(session.newest_run), kPseudonymsSetting));
  return !begun_with.rows.empty();
}

}  // namespace

void refuse_names(const LedgerReader& ledger, const GradingSession& session, const std::string& pseudonym_file) {
  const bool hides = !pseudonym_file.empty(), has_hidden = has_pseudonyms(ledger, session);
  const std::string name = session.uuid.substr(0, 8);
  if (!hides && has_hidden)
    throw Error(fmt::format("session {} has pseudonyms, and this would write names beside them", name),
                "add --pseudonyms and the file that they are in");
  if (hides && !has_hidden && !session.submissions.empty())
    throw Error(fmt::format("session {} has names, and this would write pseudonyms beside them", name),
                "leave out --pseudonyms, or leave out --session and grade all in a new one");
}

void refuse_other_pseudonyms(const LedgerReader& ledger, const GradingSession& session,
                             const std::string& pseudonym_file) {
  if (pseudonym_file.empty() || session.submissions.empty() || !has_pseudonyms(ledger, session)) return;
  const bool is_new = !std::filesystem::exists(pseudonym_file);
  const std::map<std::string, std::string> names = names_of(is_new ? Pseudonyms{} : read_pseudonyms(pseudonym_file));
  if (std::ranges::none_of(session.submissions, [&](const auto& one) { return names.contains(one.first); }))
    throw Error({.file = pseudonym_file},
                fmt::format("this file does not have the pseudonyms of session {}", session.uuid.substr(0, 8)),
                "name the file that the session began with");
}

}  // namespace warpledger
