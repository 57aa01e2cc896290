#include "exec/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "exec/check.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

[[noreturn]] void incorrect(const std::string& reason) { throw PointFailure(Outcome::incorrect, reason); }

void read_into(std::vector<std::byte>& content, const GuardedBuffer& buffer) {
  content.resize(buffer.bytes());
  buffer.read(content);
}

}  // namespace

void refuse_written_guards(const BufferSpec& spec, const GuardedBuffer& buffer) {
  for (const bool past_end : {true, false}) {
    const auto zone = past_end ? buffer.guard_after() : buffer.guard_before();
    if (const auto hit = check_guard(spec, zone, past_end, buffer.guard())) incorrect(*hit);
  }
}

void refuse_changed_input(const BufferSpec& spec, const FirstContent& content, const GuardedBuffer& buffer) {
  if (buffer.fingerprint() == content.fingerprint) return;
  std::vector<std::byte> now;
  read_into(now, buffer);
  if (const auto changed = check_unchanged(spec, *content.host, now)) incorrect(*changed);
}

Verification::Verification(const Job& job, Prepared& prepared, PointContext& context)
    : job_(job), prepared_(prepared), context_(context) {}

void Verification::poison() {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    const BufferSpec& buffer = job_.buffers[i];
    // Restores set inout buffers in every launch.
    if (buffer.role == Role::out || buffer.role == Role::scratch) prepared_.buffers[i]->fill(poison_of(buffer.type));
  }
}

double Verification::launch() {
  poison();
  const Stopwatch stopwatch;
  // Wait for untrusted code, so that its failure is not reported by its reference.
  if (job_.untrusted)
    context_.backend.launch(prepared_.work);
  else
    context_.backend.begin(prepared_.work);
  const double elapsed_s = stopwatch.elapsed_s();
  finish(prepared_, context_.backend);
  return elapsed_s;
}

void Verification::check(const Expected& expected, std::vector<Check>& checks) {
  const Seen seen = look();
  refuse_written(seen);
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (!is_compared(job_.buffers[i])) continue;
    const CheckResult result = check_output(i, expected, seen);
    checks.push_back(result.check);
    if (!result.failure) continue;
    refuse_changed(seen);
    incorrect(*result.failure);
  }
}

void Verification::check_again(const Expected& expected, std::string_view when) {
  const Seen seen = look();
  refuse_written(seen);
  refuse_changed(seen);  // first: it explains an incorrect output better
  for (std::size_t i = 0; i < job_.buffers.size(); ++i)
    if (is_compared(job_.buffers[i]))
      if (const auto failure = check_output(i, expected, seen).failure)
        incorrect(fmt::format("{}: {}", when, *failure));
}

CheckResult Verification::check_output(std::size_t index, const Expected& expected, const Seen& seen) {
  const BufferSpec& buffer = job_.buffers[index];
  const Tolerance& tolerance = buffer.tolerance;
  const ComparedOutput compared{
      expected.id,       index,          tolerance.abs,   tolerance.rel, seen.fingerprints[index],
      tolerance.matched, tolerance.norm, buffer.unordered};
  if (const Check* found = context_.accepted.find(compared)) return {*found, std::nullopt};
  CheckResult result = compare(index, expected);
  if (result.failure) return result;
  result.check.zeros_pass = zeros_pass(buffer, expected.values[index]);
  result.check.rounded_pass = rounded_pass(buffer, expected.values[index]);
  if (const auto& first = prepared_.contents[index])
    result.check.untouched_pass = !warpledger::check_output(buffer, *first->host, expected.values[index]).failure;
  context_.accepted.add(compared, result.check);
  return result;
}

/// Repeats a failed device comparison on the host, which explains the failure.
CheckResult Verification::compare(std::size_t index, const Expected& expected) {
  const BufferSpec& buffer = job_.buffers[index];
  const GuardedBuffer& got = *prepared_.buffers[index];
  const auto there = context_.workspace.answers().compare(expected.id, index, buffer, got);
  if (there && there->mismatches <= allowed_mismatches(buffer)) return {*there, std::nullopt};
  read_into(context_.latest, got);
  return warpledger::check_output(buffer, context_.latest, expected.values[index]);
}

void Verification::check_guards() {
  std::vector<Question> zones;
  for (const auto& buffer : prepared_.buffers) std::ranges::copy(buffer->guards(), std::back_inserter(zones));
  const std::vector<std::uint64_t> written = context_.backend.answers(zones);
  refuse_written({std::accumulate(written.begin(), written.end(), std::uint64_t{0}), {}});
}

Verification::Seen Verification::look() const {
  const auto is_compared = [&](std::size_t i) { return job_.buffers[i].role != Role::scratch; };
  std::vector<Question> questions;
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    const GuardedBuffer& buffer = *prepared_.buffers[i];
    for (const Zone& zone : buffer.guards()) questions.emplace_back(zone);
    if (is_compared(i)) questions.emplace_back(buffer.ask_fingerprint());
  }
  const std::vector<std::uint64_t> answers = context_.backend.answers(questions);
  auto answer = answers.begin();
  Seen seen;
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    seen.written_bytes += answer[0] + answer[1];
    answer += 2;
    seen.fingerprints.push_back(is_compared(i) ? *answer++ : 0);
  }
  return seen;
}

void Verification::refuse_written(const Seen& seen) const {
  if (seen.written_bytes == 0) return;
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) refuse_written_guards(job_.buffers[i], *prepared_.buffers[i]);
}

void Verification::refuse_changed(const Seen& seen) const {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i)
    if (job_.buffers[i].role == Role::in && seen.fingerprints[i] != prepared_.contents[i]->fingerprint)
      refuse_changed_input(job_.buffers[i], *prepared_.contents[i], *prepared_.buffers[i]);
}

}  // namespace warpledger
