#include "grading/score/graded_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <variant>

#include "base/error.h"
#include "base/text.h"
#include "grading/score/counted_hand_ins.h"
#include "grading/score/evidence.h"
#include "grading/score/flags.h"
#include "grading/score/source_flags.h"
#include "ledger/grading_conditions.h"
#include "ledger/ledger_reader.h"
#include "model/table.h"
#include "spec/utc_time.h"
#include "stats/verdict.h"
#include "store/noise_floor.h"

namespace warpledger {
namespace {

WhyZero why_not_correct(Outcome outcome) {
  switch (outcome) {
    case Outcome::compile_failed:
      return WhyZero::does_not_compile;
    case Outcome::invalid_point:
      return WhyZero::cannot_launch;
    case Outcome::timed_out:
      return WhyZero::runs_out_of_time;
    case Outcome::launch_failed:
    case Outcome::crashed:
      return WhyZero::crashes;
    default:
      return WhyZero::wrong;
  }
}

/// Returns why a rule gives no points; absent if it gives some or is undecided.
std::optional<WhyZero> why_none(const GradingRule& rule, const RuleGrade& grade) {
  if (std::holds_alternative<Incomplete>(grade.finding)) return WhyZero::not_finished;
  if (grade.verdict == RuleVerdict::cannot_judge || grade.given > 0) return std::nullopt;
  if (const auto* found = std::get_if<CorrectFinding>(&grade.finding); found != nullptr && found->first_wrong)
    return why_not_correct(found->first_wrong->outcome);
  return is_about_time(rule) ? WhyZero::too_slow : WhyZero::misses_goals;
}

template <class Choice>
const RuleGrade* first_grade(const Grading& grading, const GradeSheet& sheet, Choice chosen) {
  for (std::size_t p = 0; p < grading.problems.size(); ++p)
    for (std::size_t r = 0; r < grading.problems[p].rules.size(); ++r)
      if (chosen(grading.problems[p].rules[r])) return &sheet.problems.at(p).rules.at(r);
  return nullptr;
}

bool ranks(const GradingRule& rule) { return std::holds_alternative<RankRule>(rule.judged); }

bool has_ratio(const GradingRule& rule) { return ranks(rule) || std::holds_alternative<RatioRule>(rule.judged); }

/// Returns text such as "NVIDIA H200 (GPU-3f2a9c1d, GPU-91c04b7e), NVIDIA H100 PCIe".
std::string devices_text(const std::vector<SessionDevice>& devices) {
  std::vector<std::string> models;
  for (const SessionDevice& device : devices) {
    std::vector<std::string> marks;
    for (const SessionDevice& other : devices)
      if (other.name == device.name) marks.push_back(other.mark);
    std::ranges::sort(marks);
    const std::string text = marks.size() > 1 ? fmt::format("{} ({})", device.name, join(marks)) : device.name;
    if (std::ranges::count(models, text) == 0) models.push_back(text);
  }
  return join(models);
}

/// Lists each problem once.
std::vector<LostAdjustment> lost_of(const GradeSheet& sheet) {
  std::vector<LostAdjustment> lost;
  for (const Adjustment& one : sheet.adjustments)
    if (const LostAdjustment found{sheet.submission, one.problem}; one.is_lost && std::ranges::count(lost, found) == 0)
      lost.push_back(found);
  return lost;
}

GradedSubmission graded_submission(const GradingSession& session, GradeSheet sheet, std::vector<Flag> flags) {
  const std::string name = sheet.submission;
  const GradedAttempt& attempt = session.submissions.at(name);
  const std::vector<std::string>& profiled = attempt.runs.profiled;
  GradedSubmission graded{.sheet = std::move(sheet),
                          .flags = std::move(flags),
                          .run = profiled.empty() ? "" : profiled.front(),
                          .refused = attempt.runs.refused,
                          .hand_in = attempt.hand_in,
                          .attempts = {},
                          .device = session.devices.size() > 1 ? attempt.device : SessionDevice{}};
  for (const auto& [number, one] : session.hand_ins.at(name)) graded.attempts.insert(number);
  return graded;
}

struct DevicesNoise {
  Noise largest;  ///< the maximum of all devices
  bool known = true;
};

DevicesNoise noise_of_devices(const LedgerReader& ledger, const GradingSession& session) {
  DevicesNoise noise;
  for (const SessionDevice& device : session.devices) {
    const auto floor = noise_floor_of(ledger, device.uuid, current_utc());
    if (floor) {
      noise.largest.relative = std::max(noise.largest.relative, floor->relative);
      noise.largest.offset_ns = std::max(noise.largest.offset_ns, floor->offset_ns);
    }
    noise.known = noise.known && floor.has_value();
  }
  return noise;
}

}  // namespace

const GradedSubmission& submission_named(const GradedClass& graded, const std::string& name) {
  std::vector<std::string> names;
  for (const GradedSubmission& submission : graded.submissions) {
    if (submission.sheet.submission == name) return submission;
    names.push_back(submission.sheet.submission);
  }
  throw Error(fmt::format("session {} has no submission '{}'", graded.session, name), did_you_mean(name, names));
}

std::optional<Ratio> ratio_of(const Grading& grading, const GradedSubmission& submission) {
  const RuleGrade* grade = first_grade(grading, submission.sheet, has_ratio);
  return grade == nullptr ? std::nullopt : grade->ratio;
}

bool has_ratios(const Grading& grading) {
  return std::ranges::any_of(
      grading.problems, [](const GradedProblem& problem) { return std::ranges::any_of(problem.rules, has_ratio); });
}

bool has_several_devices(const GradedClass& graded) {
  return std::ranges::any_of(graded.submissions, [](const GradedSubmission& one) { return !one.device.mark.empty(); });
}

bool is_ranked(const Grading& grading) {
  return std::ranges::any_of(grading.problems,
                             [](const GradedProblem& problem) { return std::ranges::any_of(problem.rules, ranks); });
}

std::optional<Standing> standing_of(const Grading& grading, const GradedSubmission& submission) {
  const RuleGrade* grade = first_grade(grading, submission.sheet, ranks);
  return grade == nullptr || !submission.flags.empty() ? std::nullopt : grade->standing;
}

std::string rank_text(const std::optional<Standing>& standing) {
  return standing ? fmt::format("{}{}", standing->rank, standing->tied > 1 ? "=" : "") : "";
}

double adjusted_points(const GradeSheet& sheet) { return rounded_points(sheet.total - sheet.given); }

double rounded_points(double points) {
  constexpr double kSteps = 1e4;  // per point
  return std::round(kSteps * points) / kSteps;
}

std::string points_text(double points) { return fmt::format("{:.10g}", rounded_points(points)); }

Cell points_cell(double points) { return encode_number("%.10g", rounded_points(points)); }

Experiment load_graded_experiment(const Library& library, const std::string& name) {
  Experiment experiment = load_experiment(library, name, {}, result_names(library));
  if (!experiment.grading)
    throw Error({.file = experiment.file}, "this experiment has no grading", "add `grading: ...`");
  check_grading(experiment, library);
  check_starter(experiment);
  return experiment;
}

GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session, const SubmissionTimes& times) {
  const LedgerReader reader = open_ledger(ledger, library);
  GradingSession found = read_grading_session(reader, experiment.name, session);
  const DevicesNoise noise = noise_of_devices(reader, found);
  set_times(found, experiment.name, times);
  choose_hand_ins(reader, experiment, {.noise = noise.largest}, found);
  GradedClass graded{.experiment = experiment.name,
                     .about = experiment.about,
                     .grading = *experiment.grading,
                     .session = found.uuid,
                     .graded_utc = found.newest_utc,
                     .passed_over = found.passed_over};
  graded.on_host =
      std::ranges::any_of(found.devices, [](const SessionDevice& device) { return device.uuid.starts_with("host:"); });
  graded.device = devices_text(found.devices);
  for (const std::uint64_t seed : found.seeds) graded.seeds.push_back(std::to_string(seed));
  std::map<std::string, GradedRuns> runs;
  for (const auto& [name, attempt] : found.submissions) runs[name] = attempt.runs;
  auto [flags, notes] = read_flags(reader, experiment, runs, found.known);
  graded.notes = std::move(notes);
  std::vector<SubmissionEvidence> evidence;
  for (const auto& [name, attempt] : found.submissions) {
    evidence.push_back(evidence_of(reader, experiment, name, attempt));
    evidence.back().flagged = !flags[name].empty();
  }
  graded.noise_known = noise.known;
  for (GradeSheet& sheet : grade_class(*experiment.grading, evidence, {.noise = noise.largest})) {
    std::vector<Flag>& own = flags[sheet.submission];
    const GradedAttempt& attempt = found.submissions.at(sheet.submission);
    if (experiment.grading->late && attempt.hand_in.submitted_utc.empty())
      graded.notes.untimed.push_back({sheet.submission, attempt.hand_in.marked_late});
    for (const LostAdjustment& one : lost_of(sheet)) graded.notes.lost.push_back(one);
    graded.submissions.push_back(graded_submission(found, std::move(sheet), std::move(own)));
  }
  return graded;
}

std::optional<WhyZero> why_zero(const Grading& grading, const GradedSubmission& submission) {
  const GradeSheet& sheet = submission.sheet;
  if (submission.absent) return WhyZero::absent;
  if (sheet.total > 0) return std::nullopt;
  if (submission.refused) return WhyZero::refused;
  if (sheet.given > 0) return WhyZero::adjusted;
  std::optional<WhyZero> first;
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r)
      if (const auto why = why_none(grading.problems.at(p).rules.at(r), sheet.problems[p].rules[r]);
          why && (!first || *why < *first))
        first = why;
  return first.value_or(WhyZero::open);
}

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission) {
  return {
      .experiment = graded.experiment,
      .about = graded.about,
      .session = graded.session,
      .device = submission.device.mark.empty() ? graded.device
                                               : fmt::format("{} ({})", submission.device.name, submission.device.mark),
      .graded_utc = graded.graded_utc,
      .grading = graded.grading,
      .sheet = submission.sheet,
      .run = submission.run,
      .on_host = graded.on_host,
      .refused = submission.refused,
      .hand_in = {.attempt = submission.hand_in.attempt, .submitted_utc = submission.hand_in.submitted_utc},
      .hand_ins = submission.attempts.size(),
      .class_size = static_cast<std::size_t>(std::ranges::count(graded.submissions, false, &GradedSubmission::absent)),
      .ratio = ratio_of(graded.grading, submission),
      .standing = standing_of(graded.grading, submission)};
}

}  // namespace warpledger
