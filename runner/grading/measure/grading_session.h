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

/// A round of timing: UUIDs of the submission's run and of the reference's next to it.
struct TimedRound {
  std::string submission;
  std::string reference;
};

/// UUIDs of the runs that decide a submission's grade.
struct GradedRuns {
  std::vector<std::string> checked;   ///< every grid and seed; these and the rounds decide correctness
  std::vector<std::string> profiled;  ///< decide goals
  std::vector<TimedRound> rounds;
  bool refused = false;  ///< the submission was not run; a person must look at it
};

/// Returns the UUIDs of the runs of the submission's code that decide correctness, without repeats: checked runs, then
/// rounds.
std::vector<std::string> own_runs(const GradedRuns& runs);

/// A grading of one submission.
struct GradedAttempt {
  std::string uuid;
  bool whole = false;  ///< it is complete
  std::string files;   ///< GradingMark::files
  GradedRuns runs;
  HandIn hand_in = {};
  SessionDevice device = {};  ///< that timed it, else that checked it
};

/// A grading of a class, as recorded in the ledger.
struct GradingSession {
  std::string uuid;
  std::string newest_utc;              ///< start of its newest run that ended; of its first run if none did
  std::string newest_run;              ///< UUID of that run
  std::vector<SessionDevice> devices;  ///< without repeats, in order of use
  std::vector<std::uint64_t> seeds;    ///< the secret ones
  /// Skipped files of each folder of submissions, as of its newest run.
  std::vector<PassedOver> passed_over;
  /// The last hand-in of each submission.
  std::map<std::string, GradedAttempt> submissions;
  /// By submission and attempt number: the newest complete grading, else the newest one.
  std::map<std::string, std::map<int, GradedAttempt>> hand_ins;
  std::vector<std::string> known = {};  ///< UUIDs of the runs of the family's own kernels
};

/// Reads a session of `experiment`: "latest", or the beginning of its UUID. Ignores forgotten, open and failed runs.
/// Throws Error unless exactly one session matches.
GradingSession read_grading_session(const LedgerReader& ledger, const std::string& experiment,
                                    const std::string& session);

/// Purpose of a run in a grading.
enum class GradingRole {
  checked,    ///< correctness on one grid with one seed; not timed
  profiled,   ///< the public experiment, with counters and times
  round,      ///< times of the submission, for ratios and ranks
  reference,  ///< times of the reference, next to a round
  known,      ///< machine code of the family's kernels; of no submission
};

inline constexpr std::array<std::string_view, 5> kGradingRoles = {"checked", "profiled", "round", "reference", "known"};

constexpr std::string_view name_of(GradingRole role) { return kGradingRoles.at(static_cast<std::size_t>(role)); }

/// The member `grading` of a run's settings in the ledger.
struct GradingMark {
  std::string session;               ///< UUID of the grading
  std::string attempt;               ///< UUID; grading a submission again in the session makes another one
  std::vector<std::uint64_t> seeds;  ///< the session's secret seeds
  std::string graded;                ///< name of the submission; also in the reference's runs
  GradingRole role = GradingRole::checked;
  std::string grid;      ///< "public", or a number in Grading::hidden: "hidden 1"
  int round = 0;         ///< of roles round and reference, from 1
  bool last = false;     ///< only in older ledgers: the attempt ends with this run. Newer ones give the run a reason
  bool refused = false;  ///< the submission was not run
  std::string files;     ///< digest_of(ReadSubmission); older ledgers have none
  HandIn hand_in = {};   ///< older ledgers have none
};

/// Returns the member `passed_over` of a run's settings.
nlohmann::json to_json(const std::vector<PassedOver>& passed_over);

/// Writes seeds as text, because not every JSON reader accepts unsigned 64-bit numbers.
nlohmann::json to_json(const GradingMark& mark);

/// Throws nlohmann::json::exception if `json` is not a mark, and Error for an unknown role.
GradingMark grading_mark_from(const nlohmann::json& json);

/// Returns what changed since the session's newest run in the inputs that decide points and correctness: keys of the
/// experiment ("grid", "grading.hidden"), and files of its family ("kernels/norm/reference.cu").
std::vector<std::string> changes_since(const LedgerReader& ledger, const GradingSession& session,
                                       const Experiment& now);

/// Setting of a run: true if the session writes pseudonyms instead of names.
inline constexpr const char* kPseudonymsSetting = "pseudonyms";

/// Throws Error if a session would mix names and pseudonyms. Names cannot be removed from a ledger later, and each
/// person would be in it twice.
void refuse_names(const LedgerReader& ledger, const GradingSession& session, const std::string& pseudonym_file);

/// Throws Error if `session` has pseudonyms and `pseudonym_file` contains none of them: each submission would get a
/// second one.
void refuse_other_pseudonyms(const LedgerReader& ledger, const GradingSession& session,
                             const std::string& pseudonym_file);

}  // namespace warpledger
