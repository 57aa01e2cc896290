#include "grading/grading_turns.h"

namespace warpledger {
namespace {

/// A submission that two devices failed with is not given to a third.
constexpr int kMostFailures = 1;

}  // namespace

void GradingTurns::checked(std::size_t submission, std::size_t device) { make_ready(submission, device); }

void GradingTurns::unchecked(std::size_t submission) { make_ready(submission, std::nullopt); }

void GradingTurns::make_ready(std::size_t submission, std::optional<std::size_t> checked_on) {
  {
    const std::lock_guard guard(mutex_);
    waiting_.at(submission).ready = true;
    waiting_[submission].checked_on = checked_on;
  }
  changed_.notify_all();
}

/// Its own first, then those of others, then those that a device failed with.
std::optional<std::size_t> GradingTurns::chosen(std::size_t device) const {
  std::optional<std::size_t> of_others, last;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Submission& one = waiting_[i];
    if (!one.ready || one.taken || one.failures > kMostFailures) continue;
    if (one.failures > 0) {
      if (!last) last = i;
    } else if (one.checked_on == device) {
      return i;
    } else if (!of_others) {
      of_others = i;
    }
  }
  return of_others ? of_others : last;
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
