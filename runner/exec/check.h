#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Default content of guard zones.
inline constexpr std::byte kGuardByte{0x5b};

/// Guard byte of a buffer. It differs between buffers, or a kernel that copies beyond the end would write the value
/// that is already there. As numbers these bytes are large, so that reading them shows.
constexpr std::byte guard_byte(std::size_t buffer) { return static_cast<std::byte>(0x5c + buffer % 32); }

/// Byte that fills an output before the launch: 0xff for floating-point types (NaN), 0xa5 for integers (an unlikely
/// result), and for bool a value that is not a bool.
std::byte poison_of(ElementType type);

/// A comparison: counts for the ledger and, if it failed, a reason for people.
struct CheckResult {
  Check check;
  std::optional<std::string> failure;
};

/// Compares an output within its Tolerance, in order unless it is unordered. Never accepts a NaN. `expected` has one
/// double per element.
CheckResult check_output(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected);

/// Number of elements that may exceed abs and rel in an accepted output.
std::int64_t allowed_mismatches(const BufferSpec& buffer);

/// True if an output of zeros would pass, i.e. the check is weak.
bool zeros_pass(const BufferSpec& buffer, std::span<const double> expected);

/// True if integers next to the expected ones would pass: outputs are compared as doubles, which are exact only to
/// 2^53.
bool rounded_pass(const BufferSpec& buffer, std::span<const double> expected);

/// Returns a reason if an input changed: the first element, its old and new value.
std::optional<std::string> check_unchanged(const BufferSpec& buffer, std::span<const std::byte> before,
                                           std::span<const std::byte> after);

/// Returns a reason if a guard zone was written: its elements, and the farthest byte's distance from the buffer. `zone`
/// lies directly after the buffer if `past_end`, else before it.
std::optional<std::string> check_guard(const BufferSpec& buffer, std::span<const std::byte> zone, bool past_end,
                                       std::byte guard = kGuardByte);

}  // namespace warpledger
