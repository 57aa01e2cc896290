#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpledger {

/// Returns the platform's numbers of the students who submitted through a bridge: the words after "check" in the ssh
/// command. Throws Error if there are none, or if one is not a number.
std::vector<std::string> students_in(const std::string& ssh_command);

/// Limits how often a student may submit to this machine within an hour. Counts are kept in a file, so they outlive the
/// process.
class StudentLimit {
 public:
  /// `folder` holds the counts of all assignments.
  StudentLimit(std::string folder, int most_an_hour) : folder_(std::move(folder)), most_an_hour_(most_an_hour) {}

  /// Counts a hand-in of all `students`, atomically across processes. Throws Error, and counts nothing, if one of them
  /// reached the limit within the hour before `now_s` (Unix time); the message has the time of the next possible one.
  void count(const std::vector<std::string>& students, std::int64_t now_s) const;
  /// Takes back each student's newest hand-in, which the machine did not accept.
  void give_back(const std::vector<std::string>& students, std::int64_t now_s) const;

 private:
  std::string folder_;
  int most_an_hour_;
};

}  // namespace warpledger
