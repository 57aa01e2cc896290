#include "grading/measure/grading_turns.h"

#include <algorithm>

namespace warpledger {
namespace {

/// A submission that failed with two devices is not given to a third.
constexpr int kMostFailures = 1;

}  // namespace

void GradingTurns::checked(std::size_t submission, std::size_t device, CheckEnd end) {
  make_ready(submission, device, end);
}

void GradingTurns::unchecked(std::size_t submission) { make_ready(submission, std::nullopt, CheckEnd::whole); }

void GradingTurns::make_ready(std::size_t submission, std::optional<std::size_t> checked_on, CheckEnd end) {
  {
    const std::lock_guard guard(mutex_);
    Submission& one = waiting_.at(submission);
    one.ready = true;
    one.checked_on = checked_on;
    one.lost_a_point = end == CheckEnd::lost_a_point;
  }
  changed_.notify_all();
}

/// True if other working devices suffice for the submissions that lost no point.
bool GradingTurns::others_suffice() const {
  const auto left = std::ranges::count_if(
      waiting_, [](const Submission& one) { return !one.taken && one.failures == 0 && !one.lost_a_point; });
  return static_cast<std::size_t>(left) <= at_work_;
}

std::optional<std::size_t> GradingTurns::chosen(std::size_t device) const {
  std::optional<std::size_t> own, of_others, that_lost_a_point, last;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Submission& one = waiting_[i];
    if (!one.ready || one.taken || one.failures > kMostFailures) continue;
    auto& first = one.failures > 0           ? last
                  : one.lost_a_point         ? that_lost_a_point
                  : one.checked_on == device ? own
                                             : of_others;
    if (!first) first = i;
  }
  if (that_lost_a_point && others_suffice()) return that_lost_a_point;
  for (const auto& found : {own, of_others, last})
    if (found) return found;
  return std::nullopt;
}

std::optional<std::size_t> GradingTurns::next(std::size_t device) {
  std::unique_lock lock(mutex_);
  --at_work_;
  changed_.notify_all();
  std::optional<std::size_t> found;
  changed_.wait(lock, [&] {
    found = chosen(device);
    return found || at_work_ == 0 || ended_;
  });
  if (!found || ended_) return std::nullopt;
  waiting_[*found].taken = true;
  ++at_work_;
  return found;
}

void GradingTurns::leave() {
  {
    const std::lock_guard guard(mutex_);
    --at_work_;
  }
  changed_.notify_all();
}

void GradingTurns::put_last(std::size_t submission) {
  const std::lock_guard guard(mutex_);
  Submission& one = waiting_.at(submission);
  ++one.failures;
  one.ready = true;
  one.taken = false;
}

void GradingTurns::end() {
  {
    const std::lock_guard guard(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

std::vector<std::size_t> GradingTurns::left() const {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < waiting_.size(); ++i)
    if (!waiting_[i].taken) left.push_back(i);
  return left;
}

}  // namespace warpledger
