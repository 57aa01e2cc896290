#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// What guard zones hold, unless they are armed with another byte.
inline constexpr std::byte kGuardByte{0x5b};

/// What the guard zones of a job's buffer hold. Each has another, or a kernel that copies beyond the end would write
/// what is there already. As numbers they are large, so that what is read there shows.
constexpr std::byte guard_byte(std::size_t buffer) { return static_cast<std::byte>(0x5c + buffer % 32); }

/// What an output holds before the kernel runs: every byte of a floating-point number 0xff, which is a NaN; for
/// integers 0xa5, a value no kernel is likely to mean, and for bool no bool.
std::byte poison_of(ElementType type);

/// One comparison: the counts for the ledger and, when it failed, the reason for a person.
struct CheckResult {
  Check check;
  std::optional<std::string> failure;
};

/// Compares an output with what the reference says, as its Tolerance says and in order unless it is unordered. A NaN is
/// never accepted. `expected` has one double an element.
CheckResult check_output(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected);

/// How many elements of an output that is accepted may be beyond abs and rel.
std::int64_t allowed_mismatches(const BufferSpec& buffer);

/// Whether an output of zeros would be accepted: a check that cannot tell it from a right one says little.
bool zeros_pass(const BufferSpec& buffer, std::span<const double> expected);

/// Whether integers beside the expected ones would be accepted because outputs are compared as doubles, which tell all
/// apart up to 2^53 only.
bool rounded_pass(const BufferSpec& buffer, std::span<const double> expected);

/// The reason when an input no longer holds its first content: which element, what it was and what it is.
std::optional<std::string> check_unchanged(const BufferSpec& buffer, std::span<const std::byte> before,
                                           std::span<const std::byte> after);

/// The reason when a guard zone was written: from which element to which, and how far the farthest byte lies from the
/// buffer. `zone` is directly before (`past_end` false) or after the buffer and was filled with `guard`.
std::optional<std::string> check_guard(const BufferSpec& buffer, std::span<const std::byte> zone, bool past_end,
                                       std::byte guard = kGuardByte);

}  // namespace warpledger
