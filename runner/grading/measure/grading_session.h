#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/ledger_reader.h"
#include "spec/experiment.h"
#include "store/reader.h"
#include "submissions/submissions.h"

namespace warpledger {

/// A device that the session used.
struct SessionDevice {
  std::string uuid;
  std::string name;
  std::string mark = {};  ///< distinguishes devices of one name: "GPU-3f2a9c1d", "host:h200:2"
  bool operator==(const SessionDevice&) const = default;
};

/// UUIDs of the runs of a round of timing.
struct TimedRound {
  std::string submission;
  std::string reference;
};

/// UUIDs of the runs that decide a grade.
struct GradedRuns {
  std::vector<std::string> checked;   ///< these and the rounds decide correctness
  std::vector<std::string> profiled;  ///< decide goals
  std::vector<TimedRound> rounds;
  bool refused = false;  ///< not run; for a person to look at
};

/// Returns the runs that decide correctness, without repeats: checked runs, then rounds.
std::vector<std::string> own_runs(const GradedRuns& runs);

/// A grading of one submission.
struct GradedAttempt {
  std::string uuid;
  bool whole = false;  ///< complete
  std::string files;   ///< GradingMark::files
  GradedRuns runs;
  HandIn hand_in = {};
  SessionDevice device = {};  ///< timed it or, if nothing was timed, checked it
};

/// A grading of a class, as recorded in the ledger.
struct GradingSession {
  std::string uuid;
  std::string newest_utc;  ///< start of its newest run that ended; of its first run if none did
  std::string newest_run;
  std::vector<SessionDevice> devices;  ///< in order of use
  std::vector<std::uint64_t> seeds;    ///< secret
  /// Skipped files of each folder of submissions, as of the folder's newest run.
  std::vector<PassedOver> passed_over;
  /// The last hand-in of each submission.
  std::map<std::string, GradedAttempt> submissions;
  /// The newest complete grading by submission and attempt number, else the newest one.
  std::map<std::string, std::map<int, GradedAttempt>> hand_ins;
  std::vector<std::string> known = {};  ///< UUIDs of runs of the family's kernels
};

/// Reads a session: "latest", or the beginning of its UUID. Ignores forgotten, open and failed runs. Throws Error
/// unless exactly one session matches.
GradingSession read_grading_session(const LedgerReader& ledger, const std::string& experiment,
                                    const std::string& session);

/// Purpose of a run.
enum class GradingRole {
  checked,    ///< correctness on one grid with one seed
  profiled,   ///< the public experiment, with counters and times
  round,      ///< times, for ratios and ranks
  reference,  ///< the reference's times, next to a round
  known,      ///< machine code of the family's kernels; of no submission
};

inline constexpr std::array<std::string_view, 5> kGradingRoles = {"checked", "profiled", "round", "reference", "known"};

constexpr std::string_view name_of(GradingRole role) { return kGradingRoles.at(static_cast<std::size_t>(role)); }

/// The member `grading` of a run's settings in the ledger.
struct GradingMark {
  std::string session;               ///< UUID
  std::string attempt;               ///< UUID; another one if a submission is graded again
  std::vector<std::uint64_t> seeds;  ///< secret
  std::string graded;                ///< the submission, also in the reference's runs
  GradingRole role = GradingRole::checked;
  std::string grid;   ///< "public" or "hidden 1"
  int round = 0;      ///< of roles round and reference, from 1
  bool last = false;  ///< the attempt's last run, in older ledgers; newer ones give that run a reason
  bool refused = false;
  std::string files;    ///< digest_of(ReadSubmission); older ledgers have none
  HandIn hand_in = {};  ///< older ledgers have none
};

/// Returns the member `passed_over` of a run's settings.
nlohmann::json to_json(const std::vector<PassedOver>& passed_over);

/// Writes seeds as text: not every JSON reader accepts unsigned 64-bit numbers.
nlohmann::json to_json(const GradingMark& mark);

/// Throws nlohmann::json::exception if `json` is not a mark, and Error for an unknown role.
GradingMark grading_mark_from(const nlohmann::json& json);

/// Returns changes since the newest run that may affect points or correctness: keys ("grid", "grading.hidden") and
/// files ("kernels/norm/reference.cu").
std::vector<std::string> changes_since(const LedgerReader& ledger, const GradingSession& session,
                                       const Experiment& now);

/// Setting of a run: true if the session writes pseudonyms.
inline constexpr const char* kPseudonymsSetting = "pseudonyms";

/// Throws Error if a session would mix pseudonyms and names. Names cannot be removed from a ledger.
void refuse_names(const LedgerReader& ledger, const GradingSession& session, const std::string& pseudonym_file);

/// Throws Error if `pseudonym_file` has none of the session's pseudonyms: each submission would get a second one.
void refuse_other_pseudonyms(const LedgerReader& ledger, const GradingSession& session,
                             const std::string& pseudonym_file);

}  // namespace warpledger
