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

/// A device that a session's runs were on.
struct SessionDevice {
  std::string uuid;
  std::string name;
  std::string mark = {};  ///< what tells it from others of its name: "GPU-3f2a9c1d", "host:h200:2"
  bool operator==(const SessionDevice&) const = default;
};

/// A round of timing: a run of the submission, and the run of the reference beside it. UUIDs.
struct TimedRound {
  std::string submission;
  std::string reference;
};

/// The runs that a submission's grade is made of.
struct GradedRuns {
  std::vector<std::string> checked;   ///< UUIDs: every grid and seed; what is right is decided by these and the rounds
  std::vector<std::string> profiled;  ///< UUIDs: at whose points goals are judged
  std::vector<TimedRound> rounds;
  bool refused = false;  ///< the submission was not run: for a person to look at
};

/// UUIDs of the runs of the submission's own code that decide what is right, each once: checked ones, then rounds.
std::vector<std::string> own_runs(const GradedRuns& runs);

/// One grading of one submission.
struct GradedAttempt {
  std::string uuid;
  bool whole = false;  ///< nothing of it was cut off
  std::string files;   ///< GradingMark::files
  GradedRuns runs;
  HandIn hand_in = {};
  SessionDevice device = {};  ///< that timed it; of one that was not timed, that checked it
};

/// A grading of a class as the ledger has it.
struct GradingSession {
  std::string uuid;
  std::string newest_utc;              ///< of its newest run that ended; of its first one if none did
  std::string newest_run;              ///< its UUID
  std::vector<SessionDevice> devices;  ///< each once, in the order of their use
  std::vector<std::uint64_t> seeds;    ///< secret ones
  /// Of each folder of submissions that it graded, as of its newest run.
  std::vector<PassedOver> passed_over;
  /// By submission: what was handed in last.
  std::map<std::string, GradedAttempt> submissions;
  /// By submission and number of its hand-in: the newest grading of it that is whole, else the newest.
  std::map<std::string, std::map<int, GradedAttempt>> hand_ins;
  std::vector<std::string> known = {};  ///< UUIDs of the runs of the family's own kernels
};

/// Reads a session of `experiment`: "latest", or how its UUID begins. Forgotten, open and failed runs are left out.
/// Throws Error if no session, or more than one, begins like that.
GradingSession read_grading_session(const LedgerReader& ledger, const std::string& experiment,
                                    const std::string& session);

/// What a run of a grading is for.
enum class GradingRole {
  checked,    ///< correctness over a grid and a seed; nothing is timed
  profiled,   ///< the experiment as everyone sees it, with counters and times
  round,      ///< times, for ratios and ranks
  reference,  ///< the reference's times beside those of a round
  known,      ///< the family's own kernels, for their machine code; of no submission
};

inline constexpr std::array<std::string_view, 5> kGradingRoles = {"checked", "profiled", "round", "reference", "known"};

constexpr std::string_view name_of(GradingRole role) { return kGradingRoles.at(static_cast<std::size_t>(role)); }

/// What a run is of a grading: the member `grading` of its settings in the ledger.
struct GradingMark {
  std::string session;               ///< UUID of the grading
  std::string attempt;               ///< UUID of one submission's: grading it anew in the session makes another
  std::vector<std::uint64_t> seeds;  ///< secret ones of the session
  std::string graded;                ///< the submission's name, on the reference's runs as well
  GradingRole role = GradingRole::checked;
  std::string grid;      ///< "public", or which of Grading::hidden: "hidden 1"
  int round = 0;         ///< of round and reference, from 1
  bool last = false;     ///< in older ledgers: the attempt is complete with this run. Now its end has a reason
  bool refused = false;  ///< the submission was not run
  std::string files;     ///< digest_of(ReadSubmission); older ledgers have none
  HandIn hand_in = {};   ///< older ledgers have none
};

/// The member `passed_over` of the settings of a grading's runs: what of the folder of submissions is none.
nlohmann::json to_json(const std::vector<PassedOver>& passed_over);

/// Seeds are texts: 64 bits without a sign are no number to every reader of JSON.
nlohmann::json to_json(const GradingMark& mark);

/// The inverse. Throws nlohmann::json::exception when it is no mark, and Error for an unknown role.
GradingMark grading_mark_from(const nlohmann::json& json);

/// What decides what a grading runs and what is right, and is another now than in the session's newest run: keys of the
/// experiment ("grid", "grading.hidden"), and files of its family ("kernels/norm/reference.cu"). Empty: nothing.
std::vector<std::string> changes_since(const LedgerReader& ledger, const GradingSession& session,
                                       const Experiment& now);

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
