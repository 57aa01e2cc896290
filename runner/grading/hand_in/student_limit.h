#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpledger {

/// Who handed in what comes through a bridge, by the numbers that the platform has for them: the words behind "check"
/// of what ssh was asked to run. Throws Error when it names nobody, or not by numbers.
std::vector<std::string> students_in(const std::string& ssh_command);

/// How often each student may hand in at this machine within an hour. What was counted outlives the process; it is kept
/// for an hour.
class StudentLimit {
 public:
  /// `folder` holds the counts of all assignments.
  StudentLimit(std::string folder, int most_an_hour) : folder_(std::move(folder)), most_an_hour_(most_an_hour) {}

  /// Counts a hand-in of all `students`. Throws Error when one of them has had `most_an_hour` within the hour before
  /// `now_s`, seconds since 1970: it says when the next is possible, and nothing is counted. Two processes count one
  /// after the other.
  void count(const std::vector<std::string>& students, std::int64_t now_s) const;
  /// Takes the newest hand-in of each back, which the machine did not take.
  void give_back(const std::vector<std::string>& students, std::int64_t now_s) const;

 private:
  std::string folder_;
  int most_an_hour_;
};

}  // namespace warpledger
