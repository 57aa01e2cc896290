#include "exec/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "exec/check.h"
#include "exec/inputs.h"
#include "exec/verify.h"

namespace warpledger {
namespace {

/// Audits compare about 1e9 elements per submission, checks 1e6. For sums of 512 products with errors below 0.6 of the
/// tolerance in checks, one element in 4e10 exceeds the tolerance, which failed 1 of 20 honest submissions; one in 1e22
/// exceeds twice the tolerance (benchmarks/honest.md).
constexpr double kAuditTolerances = 2;

BufferSpec audited(BufferSpec buffer) {
  buffer.tolerance.abs *= kAuditTolerances;
  buffer.tolerance.rel *= kAuditTolerances;
  buffer.tolerance.norm *= kAuditTolerances;
  return buffer;
}

/// The device counts mismatched elements; checks of the whole output run on the host.
bool is_compared_on_device(const BufferSpec& buffer) {
  return is_compared(buffer) && buffer.tolerance.is_by_element() && !buffer.unordered;
}

std::vector<std::byte> content_of(const GuardedBuffer& buffer) {
  std::vector<std::byte> content(buffer.bytes());
  buffer.read(content);
  return content;
}

}  // namespace

std::optional<std::size_t> Audit::renewal_of(const Prepared& prepared, std::size_t buffer) {
  const auto found = std::ranges::find(prepared.renewed, buffer);
  if (found == prepared.renewed.end()) return std::nullopt;
  return static_cast<std::size_t>(found - prepared.renewed.begin());
}

/// The reference must start from the same content as the launches.
void Audit::renew_inouts(const Prepared& prepared, std::uint64_t execution) const {
  for (std::size_t k = 0; k < prepared.renewed.size(); ++k) {
    if (job_.buffers[prepared.renewed[k]].role != Role::inout) continue;
    const Renewal& renewal = prepared.work.renewals[k];
    backend_.fill_random(*renewal.memory, renewal.offset_bytes, renewal.bytes, renewal.type, renewal.fill,
                         stream_of(prepared.work, k, execution));
  }
}

/// Asks if an input has changed, or how an output differs from the answer.
Question Audit::question_about(std::size_t i, const Prepared& prepared, std::uint64_t execution) const {
  const GuardedBuffer& buffer = *prepared.buffers[i];
  if (is_compared_on_device(job_.buffers[i]))
    return buffer.ask_mismatches(audited(job_.buffers[i]), reference_.answer(i));
  if (const auto k = renewal_of(prepared, i))
    return ChangedSince{prepared.work.renewals[*k], stream_of(prepared.work, *k, execution)};
  return buffer.ask_fingerprint();
}

void Audit::check(const Prepared& prepared, std::uint64_t execution, std::string_view when) {
  finish(prepared, backend_);
  renew_inouts(prepared, execution);
  reference_.launch(
      [&](std::size_t i) { return prepared.buffers[i]->data(); },
      [&](std::size_t i) { return to_doubles(content_of(prepared.contents[i]->device), job_.buffers[i].type); });
  std::vector<Question> questions;
  std::vector<std::size_t> about;
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (job_.buffers[i].role == Role::scratch) continue;
    questions.push_back(question_about(i, prepared, execution));
    about.push_back(i);
  }
  for (const auto& buffer : prepared.buffers) std::ranges::copy(buffer->guards(), std::back_inserter(questions));
  const std::vector<std::uint64_t> answers = backend_.answers(questions);
  try {
    if (std::any_of(answers.begin() + static_cast<std::ptrdiff_t>(about.size()), answers.end(),
                    [](std::uint64_t written) { return written > 0; }))
      for (std::size_t i = 0; i < job_.buffers.size(); ++i)
        refuse_written_guards(job_.buffers[i], *prepared.buffers[i]);
    for (std::size_t a = 0; a < about.size(); ++a) refuse_changed(about[a], prepared, answers[a]);
    for (std::size_t a = 0; a < about.size(); ++a) refuse_wrong(about[a], prepared, answers[a], when);
  } catch (const PointFailure&) {
    reference_.wipe();
    throw;
  }
  reference_.wipe();
}

/// Checked first: a changed input explains an incorrect output better.
void Audit::refuse_changed(std::size_t i, const Prepared& prepared, std::uint64_t answer) const {
  if (job_.buffers[i].role != Role::in) return;
  if (!renewal_of(prepared, i)) {
    const FirstContent& content = *prepared.contents[i];
    if (answer != content.fingerprint) refuse_changed_input(job_.buffers[i], content, *prepared.buffers[i]);
  } else if (answer != 0) {
    throw PointFailure(Outcome::incorrect, fmt::format("the input {} was changed; a kernel must not write its inputs",
                                                       job_.buffers[i].name));
  }
}

void Audit::refuse_wrong(std::size_t i, const Prepared& prepared, std::uint64_t answer, std::string_view when) const {
  if (!is_compared(job_.buffers[i])) return;
  if (is_compared_on_device(job_.buffers[i]) &&
      answer <= static_cast<std::uint64_t>(allowed_mismatches(job_.buffers[i])))
    return;
  const CheckResult result =
      check_output(audited(job_.buffers[i]), content_of(*prepared.buffers[i]), reference_.values(i));
  if (result.failure) throw PointFailure(Outcome::incorrect, fmt::format("{}: {}", when, *result.failure));
}

}  // namespace warpledger
