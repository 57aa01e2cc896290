#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grading/hand_in/roster.h"
#include "grading/hand_in/submission_times.h"
#include "grading/measure/grading_session.h"
#include "grading/score/flags.h"
#include "grading/score/grade.h"
#include "model/grading.h"
#include "model/table.h"
#include "spec/library.h"

namespace warpledger {

struct GradedSubmission {
  GradeSheet sheet;
  std::vector<Flag> flags;       ///< while there are any, it has no rank
  std::string run;               ///< UUID of the run shown in its tables; empty if there is none
  bool refused = false;          ///< it was not run
  bool absent = false;           ///< of a person on the roster who submitted nothing
  HandIn hand_in = {};           ///< the one that counts
  std::set<int> attempts = {1};  ///< numbers of all its hand-ins
  SessionDevice device = {};     ///< that graded it; empty if the class has only one
};

/// A person on the roster and their submission; members of a group share one.
struct GradedPerson {
  RosterEntry entry;
  std::string submission;
};

/// Content of a grading's pages.
struct GradedClass {
  std::string experiment;
  std::string about;
  Grading grading;                            ///< the rules that made the sheets
  std::string session;                        ///< UUID
  std::string device;                         ///< name; several are "NVIDIA H200 (GPU-3f2a9c1d, GPU-91c04b7e)"
  bool on_host = false;                       ///< checked, not graded: a CPU ran it instead of a GPU
  std::string graded_utc;                     ///< GradingSession::newest_utc: 2024-02-29T12:34:56.789Z
  std::vector<std::string> seeds;             ///< the secret ones, as recorded
  bool noise_known = true;                    ///< the ledger has the noise floor of each device
  std::vector<GradedSubmission> submissions;  ///< by name
  std::vector<PassedOver> passed_over = {};   ///< skipped files
  ClassNotes notes = {};
  std::vector<GradedPerson> people = {};  ///< the roster, in its order; empty if there is none
  std::vector<std::string> roster_columns = {};
};

/// Throws Error if there is none.
const GradedSubmission& submission_named(const GradedClass& graded, const std::string& name);

/// Returns the time relative to the reference, from the grading's first rule that uses it. Absent if that rule has
/// none.
std::optional<Ratio> ratio_of(const Grading& grading, const GradedSubmission& submission);

/// True if any rule uses the time relative to the reference.
bool has_ratios(const Grading& grading);

/// True if several devices graded the class; pages then name each submission's.
bool has_several_devices(const GradedClass& graded);

/// True if any rule ranks the class.
bool is_ranked(const Grading& grading);

/// Returns the rank from the grading's first rule that ranks. Absent if that rule has none, and for a flagged
/// submission.
std::optional<Standing> standing_of(const Grading& grading, const GradedSubmission& submission);

/// Returns "3", or "3=" if tied; empty for none.
std::string rank_text(const std::optional<Standing>& standing);

/// Returns the effective points of the adjustments; their sum is smaller if the total would fall below 0.
double adjusted_points(const GradeSheet& sheet);

/// Shown on every page of a class that ran on a host.
inline constexpr std::string_view kCheckedNotGraded =
    "Checked, not graded: a CPU ran this in place of a GPU, so that its times say nothing and its counters are "
    "modelled.";
/// Short form for gradebooks.
inline constexpr std::string_view kCheckedNotGradedNote = "checked, not graded";

/// Rounds to 4 decimals, as shown on pages and in gradebooks and results.json. Sums use unrounded values.
double rounded_points(double points);

/// Returns rounded points: "25", "8.5", "62.3529".
std::string points_text(double points);

/// Returns a table cell that shows points_text().
Cell points_cell(double points);

/// Loads an experiment with a grading. Throws Error, before a class runs, if it has none, or for an invalid condition
/// or an unreadable starter.
Experiment load_graded_experiment(const Library& library, const std::string& name);

/// Grades a session by the current rules of `experiment`. Reads the ledger only: the same ledger and rules give the
/// same grades. `session` is "latest" or the beginning of its UUID. `times` replace missing or incorrect times in the
/// ledger.
GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session, const SubmissionTimes& times = {});

/// Why a submission has no points: the first reason that applies.
enum class WhyZero {
  absent,            ///< nothing was submitted
  refused,           ///< not run: a file is missing, or a rule of sources is broken
  not_finished,      ///< its grading is in progress, or was interrupted
  does_not_compile,  ///< at a point that decides
  cannot_launch,     ///< the device rejects a launch: too many registers, blocks or bytes
  runs_out_of_time,  ///< a point exceeded its time limit
  crashes,           ///< a point ended with an error of the device or its process
  wrong,             ///< a result is incorrect
  open,              ///< every rule is undecided
  too_slow,          ///< correct, but no rule about time gives points
  misses_goals,      ///< correct, but no goal is met
  adjusted,          ///< a person deducted the points
};

inline constexpr std::array<std::string_view, 12> kWhyZeroNames = {
    "not handed in", "refused", "not finished", "does not compile", "cannot be launched", "runs out of time",
    "crashes",       "wrong",   "open",         "too slow",         "misses goals",       "adjusted"};

constexpr std::string_view name_of(WhyZero why) { return kWhyZeroNames.at(static_cast<std::size_t>(why)); }

/// Absent if it has points.
std::optional<WhyZero> why_zero(const Grading& grading, const GradedSubmission& submission);

/// Content of a student's pages. It has neither flags nor other submissions' names, so no page can show them.
struct StudentGrade {
  std::string experiment, about, session, device, graded_utc;  ///< as in GradedClass
  Grading grading;
  GradeSheet sheet;
  std::string run;                   ///< GradedSubmission::run
  bool on_host = false;              ///< GradedClass::on_host
  bool refused = false;              ///< it was not run
  HandIn hand_in;                    ///< without submitters
  std::size_t hand_ins = 1;          ///< number of hand-ins
  std::size_t class_size = 0;        ///< submissions in the class
  std::optional<Ratio> ratio;        ///< ratio_of()
  std::optional<Standing> standing;  ///< standing_of()
};

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission);

}  // namespace warpledger
