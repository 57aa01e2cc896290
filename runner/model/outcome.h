#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace warpledger {

/// How a point ended. The list is closed: the ledger's CHECK constraint and every report rely on it. A point that a
/// user interrupts has no outcome: it is run again when the run is resumed.
enum class Outcome {
  ok,              ///< ran and every check passed
  incorrect,       ///< ran, but an output, a guard zone or an input is wrong
  invalid_point,   ///< cannot run on this device: does not fit, or breaks a limit
  compile_failed,  ///< the compiler refused the source
  launch_failed,   ///< the launch or the kernel ended with a device error
  timed_out,       ///< ran past the point's time limit
  crashed,         ///< the worker died on it
};

inline constexpr std::array<std::string_view, 7> kOutcomeNames = {
    "ok", "incorrect", "invalid_point", "compile_failed", "launch_failed", "timed_out", "crashed"};

constexpr std::string_view name_of(Outcome outcome) { return kOutcomeNames.at(static_cast<std::size_t>(outcome)); }

/// The outcome of that name, or nothing.
constexpr std::optional<Outcome> outcome_named(std::string_view name) {
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i)
    if (kOutcomeNames.at(i) == name) return static_cast<Outcome>(i);
  return std::nullopt;
}

}  // namespace warpledger
