#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace warpledger {

/// How a submission's check ended beside others: one that lost a point is checked again alone.
enum class CheckEnd { whole, lost_a_point };

/// Which submission each device of a class grades next. Every device has a thread, which asks when it is free; until it
/// asks first, it is at work on checks. A submission is given away when its check has ended. One that was at work on a
/// device that failed may be what broke it: it comes after all others, once. One that lost a point may break a device,
/// too, and takes long: it comes when the other devices at work can have one each of those that are left. After all
/// others, it would keep them idle for 10 of a class's 188 s.
class GradingTurns {
 public:
  GradingTurns(std::size_t submissions, std::size_t devices) : waiting_(submissions), at_work_(devices) {}

  /// `device` checked it, and is who grades it unless another one has nothing else to do.
  void checked(std::size_t submission, std::size_t device, CheckEnd end = CheckEnd::whole);
  /// Nobody checks it before it is graded.
  void unchecked(std::size_t submission);

  /// `device`, which was at work, is free. Waits while another one is at work: it may fail. Nothing: there will be
  /// none.
  std::optional<std::size_t> next(std::size_t device);

  /// This one was under way on a device that failed.
  void put_last(std::size_t submission);
  /// A device that was at work failed and is so no more, with all its threads; next() is not asked for it again.
  void leave();
  /// Nobody gets another one.
  void end();

  /// What nobody graded. Asked when no device is at work.
  std::vector<std::size_t> left() const;

 private:
  struct Submission {
    bool ready = false;  ///< nobody is at its check, or will be
    std::optional<std::size_t> checked_on;
    bool lost_a_point = false;
    int failures = 0;  ///< of devices while it was at work
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
