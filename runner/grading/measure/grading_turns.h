#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace warpledger {

/// A submission that lost a point in a parallel check is checked again alone.
enum class CheckEnd { whole, lost_a_point };

/// Decides which submission each device grades next. A thread per device calls next() when the device is free; before
/// the first call, it counts as working on checks. A submission is ready when its check has ended.
///
/// If a device failed with a submission, that submission may be the cause: it comes last, and only once more. One that
/// lost a point is slow and may break a device, too. It comes once the other working devices suffice for the rest; when
/// it came last, the other devices were idle for 10 of a class's 188 s.
class GradingTurns {
 public:
  GradingTurns(std::size_t submissions, std::size_t devices) : waiting_(submissions), at_work_(devices) {}

  /// `device` checked it, and grades it unless another one is idle.
  void checked(std::size_t submission, std::size_t device, CheckEnd end = CheckEnd::whole);
  /// It will not be checked.
  void unchecked(std::size_t submission);

  /// `device` is free. Waits while other devices work, as they may fail. Returns nothing once none will come.
  std::optional<std::size_t> next(std::size_t device);

  /// A device failed while it graded `submission`.
  void put_last(std::size_t submission);
  /// A device failed, with all its threads; it must not call next() again.
  void leave();
  /// Makes next() return nothing from now on.
  void end();

  /// Returns the ungraded submissions; call it when no device is working.
  std::vector<std::size_t> left() const;

 private:
  struct Submission {
    bool ready = false;  ///< its check has ended or will not take place
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
