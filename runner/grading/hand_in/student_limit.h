#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpledger {

/// Returns the students' platform numbers in an ssh command "check NUMBER...". Throws Error for anything else.
std::vector<std::string> students_in(const std::string& ssh_command);

/// Limits submissions per student and hour on this machine. Counts outlive the process.
class StudentLimit {
 public:
  StudentLimit(std::string folder, int most_an_hour) : folder_(std::move(folder)), most_an_hour_(most_an_hour) {}

  /// Counts a hand-in of all `students`; atomic across processes. Throws Error, and counts nothing, if one has reached
  /// the limit at `now_s` (Unix time).
  void count(const std::vector<std::string>& students, std::int64_t now_s) const;
  /// Takes back each student's newest hand-in, which the machine did not accept.
  void give_back(const std::vector<std::string>& students, std::int64_t now_s) const;

 private:
  std::string folder_;
  int most_an_hour_;
};

}  // namespace warpledger
