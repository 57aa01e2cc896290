#include "exec/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "exec/check.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw PointFailure(Outcome::incorrect, reason); }

void read_into(std::vector<std::byte>& content, const GuardedBuffer& buffer) {
  content.resize(buffer.bytes());
  buffer.read(content);
}

}  // namespace

void refuse_written_guards(const BufferSpec& spec, const GuardedBuffer& buffer) {
  for (const bool past_end : {true, false}) {
    const auto zone = past_end ? buffer.guard_after() : buffer.guard_before();
    if (const auto hit = check_guard(spec, zone, past_end, buffer.guard())) refuse(*hit);
  }
}

void refuse_changed_input(const BufferSpec& spec, const FirstContent& content, const GuardedBuffer& buffer) {
  if (buffer.fingerprint() == content.fingerprint) return;
  std::vector<std::byte> now;
  read_into(now, buffer);
  if (const auto changed = check_unchanged(spec, *content.host, now)) refuse(*changed);
}

Verification::Verification(const Job& job, Prepared& prepared, PointContext& context)
    : job_(job), prepared_(prepared), context_(context) {}

void Verification::poison() {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    const BufferSpec& buffer = job_.buffers[i];
    // An inout buffer gets its content from the restores of every launch.
    if (buffer.role == Role::out || buffer.role == Role::scratch) prepared_.buffers[i]->fill(poison_of(buffer.type));
  }
}

double Verification::launch() {
  poison();
  const Stopwatch stopwatch;
  context_.backend.launch(prepared_.work);
  return stopwatch.elapsed_s();
}

void Verification::check(const Expected& expected, std::vector<Check>& checks) {
  check_guards();
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (!is_checked(job_.buffers[i])) continue;
    const CheckResult result = check_output(i, expected);
    checks.push_back(result.check);
    if (!result.failure) continue;
    check_inputs();
    refuse(*result.failure);
  }
}

void Verification::check_again(const Expected& expected, std::string_view when) {
  check_guards();
  check_inputs();  // first: a changed input explains a wrong output better than the output does
  for (std::size_t i = 0; i < job_.buffers.size(); ++i)
    if (is_checked(job_.buffers[i]))
      if (const auto failure = check_output(i, expected).failure) refuse(fmt::format("{}: {}", when, *failure));
}

CheckResult Verification::check_output(std::size_t index, const Expected& expected) {
  const BufferSpec& buffer = job_.buffers[index];
  const GuardedBuffer& output = *prepared_.buffers[index];
  const ComparedOutput compared{expected.id, index, buffer.tolerance.abs, buffer.tolerance.rel, output.fingerprint()};
  if (const Check* found = context_.accepted.find(compared)) return {*found, std::nullopt};
  read_into(context_.latest, output);
  CheckResult result = warpledger::check_output(buffer, context_.latest, expected.values[index]);
  if (!result.failure) context_.accepted.add(compared, result.check);
  return result;
}

void Verification::check_guards() {
  std::vector<Zone> zones;
  for (const auto& buffer : prepared_.buffers) std::ranges::copy(buffer->guards(), std::back_inserter(zones));
  // At once: each question waits for the device.
  if (context_.backend.written_bytes(zones) == 0) return;
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) refuse_written_guards(job_.buffers[i], *prepared_.buffers[i]);
}

void Verification::check_inputs() {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i)
    if (job_.buffers[i].role == Role::in)
      refuse_changed_input(job_.buffers[i], *prepared_.contents[i], *prepared_.buffers[i]);
}

}  // namespace warpledger
