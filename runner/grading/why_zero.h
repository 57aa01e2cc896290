#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "grading/graded_class.h"

namespace warpledger {

/// Why a submission has no points: the first of these that holds.
enum class WhyZero {
  refused,           ///< it was not run: a file is missing, or a rule of sources is broken
  cut_off,           ///< its grading was interrupted
  does_not_compile,  ///< at a point that decided
  runs_out_of_time,  ///< a point exceeded its time limit
  crashes,           ///< a point ended with an error of the device or of its process
  wrong,             ///< a result is wrong
  open,              ///< no rule can be judged yet
  too_slow,          ///< right, but by its times no rule gives points
  misses_goals,      ///< right, but no goal is met
  adjusted,          ///< a person took off what the rules gave
};

inline constexpr std::array<std::string_view, 10> kWhyZeroNames = {
    "refused", "cut off", "does not compile", "runs out of time", "crashes",
    "wrong",   "open",    "too slow",         "misses goals",     "adjusted"};

constexpr std::string_view name_of(WhyZero why) { return kWhyZeroNames.at(static_cast<std::size_t>(why)); }

/// Absent when it has points.
std::optional<WhyZero> why_zero(const Grading& grading, const GradedSubmission& submission);

}  // namespace warpledger
