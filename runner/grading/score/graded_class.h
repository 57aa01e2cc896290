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

/// A submission of a graded class.
struct GradedSubmission {
  GradeSheet sheet;
  std::vector<Flag> flags;       ///< while there is one, it has no rank
  std::string run;               ///< UUID of the run that its tables are of; empty: there is none
  bool refused = false;          ///< it was not run
  bool absent = false;           ///< of somebody on the roster who handed in nothing
  HandIn hand_in = {};           ///< the one that counts
  std::set<int> attempts = {1};  ///< the numbers of all its hand-ins
  SessionDevice device = {};     ///< that graded it; empty where the class has no other
};

/// One on the roster, and whose submission is his: several have one that a group handed in.
struct GradedPerson {
  RosterEntry entry;
  std::string submission;
};

/// What the pages of a grading are made of.
struct GradedClass {
  std::string experiment;
  std::string about;
  Grading grading;                            ///< the rules that the sheets come of
  std::string session;                        ///< UUID
  std::string device;                         ///< its name; of several "NVIDIA H200 (GPU-3f2a9c1d, GPU-91c04b7e)"
  bool on_host = false;                       ///< checked, not graded: a CPU stood for a GPU
  std::string graded_utc;                     ///< when the session's last run began: 2024-02-29T12:34:56.789Z
  std::vector<std::string> seeds;             ///< the secret ones, as recorded
  bool noise_known = true;                    ///< the ledger has the noise floor of each device
  std::vector<GradedSubmission> submissions;  ///< by name
  std::vector<PassedOver> passed_over = {};   ///< files that are no submissions
  ClassNotes notes = {};                      ///< what many share, and what is amiss
  std::vector<GradedPerson> people = {};      ///< the roster, in its order; empty: there is none
  std::vector<std::string> roster_columns = {};
};

/// Throws Error when there is none of this name.
const GradedSubmission& submission_named(const GradedClass& graded, const std::string& name);

/// The time over the reference's, of the grading's first rule that judges it; absent where that has none.
std::optional<Ratio> ratio_of(const Grading& grading, const GradedSubmission& submission);

/// Whether any rule looks at the time over the reference's.
bool has_ratios(const Grading& grading);

/// Whether several devices graded the class: which one is said of each submission.
bool has_several_devices(const GradedClass& graded);

/// Whether any rule ranks the class.
bool is_ranked(const Grading& grading);

/// The place in the class, by the grading's first rule that ranks; absent where that has none, and for a submission
/// with flags.
std::optional<Standing> standing_of(const Grading& grading, const GradedSubmission& submission);

/// "3", and with others in the tie group "3="; empty for none.
std::string rank_text(const std::optional<Standing>& standing);

/// Points that the adjustments came to: less than they say where the total would fall below 0.
double adjusted_points(const GradeSheet& sheet);

/// What every page of a class says that a host has run.
inline constexpr std::string_view kCheckedNotGraded =
    "Checked, not graded: a CPU ran this in place of a GPU, so that its times say nothing and its counters are "
    "modelled.";
/// The same for books, which have no room for a sentence.
inline constexpr std::string_view kCheckedNotGradedNote = "checked, not graded";

/// To 4 decimals, as every page, book and results.json has them. Sums are of what is not rounded.
double rounded_points(double points);

/// "25", "8.5", "62.3529": points, rounded.
std::string points_text(double points);

/// A table's cell that shows as points_text().
Cell points_cell(double points);

/// An experiment that has a grading. Throws Error when it has none, when one of its conditions is none, and for a
/// starter that cannot be read: what is wrong with it is told before a class runs.
Experiment load_graded_experiment(const Library& library, const std::string& name);

/// The grades of a session by the rules of `experiment` as they stand now, from the ledger alone: the same ledger and
/// rules give the same grades. `session` is "latest" or how its UUID begins. `times` are of submissions whose time the
/// ledger does not know, or knows wrongly.
GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session, const SubmissionTimes& times = {});

/// Why a submission has no points: the first of these that holds.
enum class WhyZero {
  absent,            ///< nothing was handed in
  refused,           ///< it was not run: a file is missing, or a rule of sources is broken
  not_finished,      ///< its grading is under way, or was interrupted
  does_not_compile,  ///< at a point that decided
  cannot_launch,     ///< the device does not take a launch of it: too many registers, blocks or bytes
  runs_out_of_time,  ///< a point exceeded its time limit
  crashes,           ///< a point ended with an error of the device or of its process
  wrong,             ///< a result is wrong
  open,              ///< no rule can be judged yet
  too_slow,          ///< right, but by its times no rule gives points
  misses_goals,      ///< right, but no goal is met
  adjusted,          ///< a person took off what the rules gave
};

inline constexpr std::array<std::string_view, 12> kWhyZeroNames = {
    "not handed in", "refused", "not finished", "does not compile", "cannot be launched", "runs out of time",
    "crashes",       "wrong",   "open",         "too slow",         "misses goals",       "adjusted"};

constexpr std::string_view name_of(WhyZero why) { return kWhyZeroNames.at(static_cast<std::size_t>(why)); }

/// Absent when it has points.
std::optional<WhyZero> why_zero(const Grading& grading, const GradedSubmission& submission);

/// All that the pages of one student are made of. It has neither flags nor the name of any other submission, so that no
/// page of a student can show one.
struct StudentGrade {
  std::string experiment, about, session, device, graded_utc;  ///< as GradedClass has them
  Grading grading;
  GradeSheet sheet;
  std::string run;                   ///< GradedSubmission::run
  bool on_host = false;              ///< GradedClass::on_host
  bool refused = false;              ///< it was not run
  HandIn hand_in;                    ///< of itself alone: without who handed it in
  std::size_t hand_ins = 1;          ///< GradedSubmission::hand_ins
  std::size_t class_size = 0;        ///< submissions in the class
  std::optional<Ratio> ratio;        ///< ratio_of()
  std::optional<Standing> standing;  ///< standing_of()
};

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission);

}  // namespace warpledger
