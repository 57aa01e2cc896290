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
  std::string run;               ///< UUID of the run in its tables; empty: none
  bool refused = false;          ///< not run
  bool absent = false;           ///< on the roster, but submitted nothing
  HandIn hand_in = {};           ///< the one that counts
  std::set<int> attempts = {1};  ///< numbers of all its hand-ins
  SessionDevice device = {};     ///< empty if the class has only one
};

/// Members of a group share a submission.
struct GradedPerson {
  RosterEntry entry;
  std::string submission;
};

struct GradedClass {
  std::string experiment;
  std::string about;
  Grading grading;                            ///< rules of the sheets
  std::string session;                        ///< UUID
  std::string device;                         ///< "NVIDIA H200", or "NVIDIA H200 (GPU-3f2a9c1d, GPU-91c04b7e)"
  bool on_host = false;                       ///< a CPU ran it instead of a GPU: checked, not graded
  std::string graded_utc;                     ///< GradingSession::newest_utc
  std::vector<std::string> seeds;             ///< secret ones
  bool noise_known = true;                    ///< each device has a noise floor in the ledger
  std::vector<GradedSubmission> submissions;  ///< by name
  std::vector<PassedOver> passed_over = {};
  ClassNotes notes = {};
  std::vector<GradedPerson> people = {};  ///< in the roster's order; empty: no roster
  std::vector<std::string> roster_columns = {};
};

/// Throws Error if there is none of this name.
const GradedSubmission& submission_named(const GradedClass& graded, const std::string& name);

/// Returns the time relative to the reference, from the first rule that uses it; absent if that rule has none.
std::optional<Ratio> ratio_of(const Grading& grading, const GradedSubmission& submission);

/// True if any rule uses the time relative to the reference.
bool has_ratios(const Grading& grading);

/// True if several devices graded the class.
bool has_several_devices(const GradedClass& graded);

/// True if any rule ranks.
bool is_ranked(const Grading& grading);

/// Returns the rank by the first rule that ranks; absent if that rule has none, and for a flagged submission.
std::optional<Standing> standing_of(const Grading& grading, const GradedSubmission& submission);

/// Returns "3", or "3=" if tied; empty for none.
std::string rank_text(const std::optional<Standing>& standing);

/// Returns the effective points of the adjustments: less than their sum if the total would be below 0.
double adjusted_points(const GradeSheet& sheet);

/// Shown on every page of a class that ran on a host.
inline constexpr std::string_view kCheckedNotGraded =
    "Checked, not graded: a CPU ran this in place of a GPU, so that its times say nothing and its counters are "
    "modelled.";
/// Short form for gradebooks.
inline constexpr std::string_view kCheckedNotGradedNote = "checked, not graded";

/// Rounds to 4 decimals, as shown everywhere. Sums use unrounded values.
double rounded_points(double points);

/// Returns rounded points: "25", "8.5", "62.3529".
std::string points_text(double points);

Cell points_cell(double points);

/// Loads an experiment with a grading. Throws Error, before a class runs, for a missing grading, an invalid condition
/// or an unreadable starter.
Experiment load_graded_experiment(const Library& library, const std::string& name);

/// Grades a session ("latest", or the beginning of its UUID) by the rules of `experiment`. Reads the ledger only, so
/// equal inputs give equal grades. `times` replace missing or incorrect ones.
GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session, const SubmissionTimes& times = {});

/// Why a submission has no points: the first reason that applies.
enum class WhyZero {
  absent,            ///< nothing was submitted
  refused,           ///< not run: a file is missing, or a rule of sources is broken
  not_finished,      ///< grading is in progress or was interrupted
  does_not_compile,  ///< at a point that decides
  cannot_launch,     ///< the device rejects a launch: too many registers, blocks or bytes
  runs_out_of_time,
  crashes,  ///< an error of the device or process
  wrong,
  open,          ///< every rule is undecided
  too_slow,      ///< correct, but too slow for every rule
  misses_goals,  ///< correct, but no goal is met
  adjusted,      ///< a person deducted the points
};

inline constexpr std::array<std::string_view, 12> kWhyZeroNames = {
    "not handed in", "refused", "not finished", "does not compile", "cannot be launched", "runs out of time",
    "crashes",       "wrong",   "open",         "too slow",         "misses goals",       "adjusted"};

constexpr std::string_view name_of(WhyZero why) { return kWhyZeroNames.at(static_cast<std::size_t>(why)); }

/// Absent if the submission has points.
std::optional<WhyZero> why_zero(const Grading& grading, const GradedSubmission& submission);

/// Content of a student's pages. It has neither flags nor other submissions' names, so no page can show them.
struct StudentGrade {
  std::string experiment, about, session, device, graded_utc;
  Grading grading;
  GradeSheet sheet;
  std::string run;
  bool on_host = false;
  bool refused = false;
  HandIn hand_in;  ///< without submitters
  std::size_t hand_ins = 1;
  std::size_t class_size = 0;  ///< number of submissions
  std::optional<Ratio> ratio;
  std::optional<Standing> standing;
};

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission);

}  // namespace warpledger
