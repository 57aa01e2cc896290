#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace warpledger {

/// A submission that lost a point is checked again alone.
enum class CheckEnd { whole, lost_a_point };

/// Decides which submission a device grades next. A thread per device calls next() when the device is free; until its
/// first call, the device counts as working on checks. A submission is ready once its check ends.
///
/// If a device fails with a submission, that submission may be the cause: it comes last, and only once more. One that
/// lost a point is slow and may break a device. It comes once the other working devices suffice for the rest; when it
/// came last, they were idle for 10 of a class's 188 s.
class GradingTurns {
 public:
  GradingTurns(std::size_t submissions, std::size_t devices) : waiting_(submissions), at_work_(devices) {}

  /// `device` grades it unless another one is idle.
  void checked(std::size_t submission, std::size_t device, CheckEnd end = CheckEnd::whole);
  /// It is graded without a check.
  void unchecked(std::size_t submission);

  /// `device` is free. Waits while other devices work, as they may fail. Returns nothing once none is left.
  std::optional<std::size_t> next(std::size_t device);

  /// A device failed while it graded `submission`.
  void put_last(std::size_t submission);
  /// A device failed; it must not call next() again.
  void leave();
  /// Makes next() return nothing.
  void end();

  /// Returns ungraded submissions; call it when no device is working.
  std::vector<std::size_t> left() const;

 private:
  struct Submission {
    bool ready = false;
    std::optional<std::size_t> checked_on;
    bool lost_a_point = false;
    int failures = 0;  ///< devices that failed while they graded it
    bool taken = false;
  };
  void make_ready(std::size_t submission, std::optional<std::size_t> checked_on, CheckEnd end);
  std::optional<std::size_t> chosen(std::size_t device) const;
  bool others_suffice() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Submission> waiting_;
  std::size_t at_work_;
  bool ended_ = false;
};

}  // namespace warpledger
