#include "exec/audit.h"

#include <fmt/format.h>

#include <vector>

#include "exec/check.h"
#include "exec/inputs.h"
#include "exec/verify.h"

namespace warpledger {
namespace {

/// A submission's audits compare some 1e9 elements where a check compares 1e6. Of sums of 512 products whose error
/// stayed below 0.6 of the tolerance in checks, one element in 4e10 exceeds it, which made 1 of 20 honest submissions
/// wrong, and one in 1e22 exceeds twice of it (benchmarks/honest.md).
constexpr double kAuditTolerances = 2;

BufferSpec audited(BufferSpec buffer) {
  buffer.tolerance.abs *= kAuditTolerances;
  buffer.tolerance.rel *= kAuditTolerances;
  return buffer;
}

std::vector<std::byte> content_of(const GuardedBuffer& buffer) {
  std::vector<std::byte> content(buffer.bytes());
  buffer.read(content);
  return content;
}

}  // namespace

void Audit::renew_inputs(const Prepared& prepared, std::uint64_t execution) const {
  std::vector<bool> renewed(job_.buffers.size());
  for (std::size_t k = 0; k < prepared.renewed.size(); ++k) {
    const BufferSpec& buffer = job_.buffers[prepared.renewed[k]];
    renewed[prepared.renewed[k]] = true;
    if (buffer.role != Role::in && buffer.role != Role::inout) continue;
    const GuardedBuffer& input = *prepared.buffers[prepared.renewed[k]];
    const std::uint64_t left = input.fingerprint();
    const Renewal& renewal = prepared.work.renewals[k];
    backend_.fill_random(*renewal.memory, renewal.offset_bytes, renewal.bytes, renewal.type, renewal.fill,
                         stream_of(prepared.work, k, execution));
    if (buffer.role == Role::in && input.fingerprint() != left)
      throw PointFailure(Outcome::incorrect,
                         fmt::format("the input {} was changed; a kernel must not write its inputs", buffer.name));
  }
  for (std::size_t i = 0; i < job_.buffers.size(); ++i)
    if (job_.buffers[i].role == Role::in && !renewed[i])
      refuse_changed_input(job_.buffers[i], *prepared.contents[i], *prepared.buffers[i]);
}

void Audit::check(const Prepared& prepared, std::uint64_t execution, std::string_view when) {
  renew_inputs(prepared, execution);
  reference_.launch(
      [&](std::size_t i) { return prepared.buffers[i]->data(); },
      [&](std::size_t i) { return to_doubles(content_of(prepared.contents[i]->device), job_.buffers[i].type); });
  try {
    compare(prepared, when);
  } catch (const PointFailure&) {
    reference_.wipe();
    throw;
  }
  reference_.wipe();
}

void Audit::compare(const Prepared& prepared, std::string_view when) const {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (!is_checked(job_.buffers[i])) continue;
    const BufferSpec buffer = audited(job_.buffers[i]);
    if (prepared.buffers[i]->mismatches(buffer, reference_.answer(i)) == 0) continue;
    const CheckResult result = check_output(buffer, content_of(*prepared.buffers[i]), reference_.values(i));
    if (result.failure) throw PointFailure(Outcome::incorrect, fmt::format("{}: {}", when, *result.failure));
  }
}

}  // namespace warpledger
