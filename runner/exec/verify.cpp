#include "exec/verify.h"

#include <algorithm>
#include <string>

#include "exec/check.h"

namespace warpledger {
namespace {

bool is_checked(const BufferSpec& buffer) { return buffer.role == Role::out || buffer.role == Role::inout; }

[[noreturn]] void refuse(const std::string& reason) { throw PointEnd(Outcome::incorrect, reason); }

void read_into(std::vector<std::byte>& content, const GuardedBuffer& buffer) {
  content.resize(buffer.bytes());
  buffer.read(content);
}

}  // namespace

Verification::Verification(const Job& job, Prepared& prepared, const Expected& expected, PointContext& context)
    : job_(job), prepared_(prepared), expected_(expected), context_(context) {
  context.accepted.resize(std::max(context.accepted.size(), job.buffers.size()));
  context.latest.resize(context.accepted.size());
}

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
  for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
    if (!is_checked(job_.buffers[i])) continue;
    std::vector<std::byte>& got = context_.accepted[i];
    read_into(got, *prepared_.buffers[i]);
    const CheckResult result = check_output(job_.buffers[i], got, expected_[i]);
    checks.push_back(result.check);
    if (!result.failure) continue;
    check_inputs();
    refuse(*result.failure);
  }
}

void Verification::check_again() {
  check_guards();
  check_inputs();  // first: a changed input explains a wrong output better than the output does
  for (std::size_t i = 0; i < job_.buffers.size(); ++i)
    if (is_checked(job_.buffers[i])) check_output_again(i);
}

void Verification::check_output_again(std::size_t index) {
  std::vector<std::byte>& got = context_.latest[index];
  read_into(got, *prepared_.buffers[index]);
  if (got == context_.accepted[index]) return;  // the same bytes pass again
  if (const auto failure = check_output(job_.buffers[index], got, expected_[index]).failure)
    refuse("right at first, wrong after the timed launches: " + *failure);
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
    std::vector<std::byte>& now = context_.latest[i];
    read_into(now, *prepared_.buffers[i]);
    if (const auto changed = check_unchanged(job_.buffers[i], prepared_.contents[i]->host, now)) refuse(*changed);
  }
}

}  // namespace warpledger
