#include "exec/verify.h"

#include <string>
#include <utility>

#include "exec/check.h"

namespace warpledger {
namespace {

bool is_checked(const BufferSpec& buffer) { return buffer.role == Role::out || buffer.role == Role::inout; }

[[noreturn]] void refuse(const std::string& reason) { throw PointEnd(Outcome::incorrect, reason); }

std::vector<std::byte> content_of(const GuardedBuffer& buffer) {
  std::vector<std::byte> content(buffer.bytes());
  buffer.read(content);
  return content;
}

}  // namespace

Verification::Verification(const Job& job, Prepared& prepared, const Expected& expected, PointContext& context)
    : job_(job), prepared_(prepared), expected_(expected), context_(context), accepted_(job.buffers.size()) {}

void Verification::poison() {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    const BufferSpec& buffer = job_.buffers[i];
    // An inout buffer gets its content from the restores of every launch.
    if (buffer.role == Role::out || buffer.role == Role::scratch) prepared_.buffers[i]->fill(poison_of(buffer.type));
  }
}

void Verification::run_and_check(std::vector<Check>& checks) {
  poison();
  context_.backend.launch(prepared_.work);
  check_guards();
  check_outputs(&checks);
}

void Verification::check_again() {
  check_guards();
  check_outputs(nullptr);
  check_inputs();
}

void Verification::check_outputs(std::vector<Check>* checks) {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (!is_checked(job_.buffers[i])) continue;
    std::vector<std::byte> got = content_of(*prepared_.buffers[i]);
    if (got == accepted_[i] && !got.empty()) continue;
    CheckResult result = check_output(job_.buffers[i], got, expected_[i]);
    if (checks) checks->push_back(result.check);
    if (result.failure) {
      check_inputs();  // a changed input explains a wrong output better than the output does
      refuse(checks ? *result.failure : "right at first, wrong after the timed launches: " + *result.failure);
    }
    accepted_[i] = std::move(got);
  }
}

void Verification::check_guards() {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    const GuardedBuffer& buffer = *prepared_.buffers[i];
    for (const bool past_end : {true, false}) {
      const auto zone = past_end ? buffer.guard_after() : buffer.guard_before();
      if (const auto hit = check_guard(job_.buffers[i], zone, past_end)) refuse(*hit);
    }
  }
}

void Verification::check_inputs() {
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (job_.buffers[i].role != Role::in) continue;
    if (const auto changed =
            check_unchanged(job_.buffers[i], prepared_.contents[i]->host, content_of(*prepared_.buffers[i])))
      refuse(*changed);
  }
}

}  // namespace warpledger
