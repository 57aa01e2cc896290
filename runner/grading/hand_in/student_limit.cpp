#include "grading/hand_in/student_limit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kHour_s = 3600;
constexpr std::size_t kMostStudents = 100;  // of one hand-in
constexpr std::size_t kMostDigits = 20;

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= kMostDigits && text.find_first_not_of("0123456789") == std::string::npos;
}

struct Counted {
  std::int64_t time_s = 0;
  std::string student;
};

/// The counts, locked against other processes for its lifetime.
class Counts {
 public:
  /// Drops counts older than an hour, and future ones, which remain after a clock is set back.
  Counts(const std::string& folder, std::int64_t now_s) : file_(folder + "/check-students"), lock_(locked(file_)) {
    if (!fs::exists(file_)) return;
    std::istringstream lines(read_file(file_));
    for (Counted one; lines >> one.time_s >> one.student;)
      if (one.time_s > now_s - kHour_s && one.time_s <= now_s) counted_.push_back(one);
    if (!lines.eof())
      throw Error({.file = file_}, "the counts of who handed in are damaged",
                  "remove this file; everybody may then hand in as if for the first time");
  }

  std::vector<Counted>& counted() { return counted_; }

  void write() const {
    std::string text;
    for (const Counted& one : counted_) text += fmt::format("{} {}\n", one.time_s, one.student);
    replace_file(file_, text);
  }

 private:
  static FileDescriptor locked(const std::string& file) {
    const std::string path = file + ".lock";
    FileDescriptor lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    int problem = lock.number() < 0 ? errno : 0;
    while (problem == 0 && flock(lock.number(), LOCK_EX) != 0)
      if (errno != EINTR) problem = errno;
    if (problem != 0)
      throw Error({.file = path}, fmt::format("cannot be locked: {}", std::strerror(problem)),
                  "make the folder writable, or name another with $XDG_STATE_HOME");
    return lock;
  }

  std::string file_;
  FileDescriptor lock_;
  std::vector<Counted> counted_;
};

}  // namespace

std::vector<std::string> students_in(const std::string& ssh_command) {
  std::istringstream words(ssh_command);
  std::vector<std::string> students;
  std::string word;
  words >> word;
  const bool is_check = word == "check";
  while (words >> word) students.push_back(word);
  if (!is_check || students.empty() || students.size() > kMostStudents || !std::ranges::all_of(students, is_number))
    throw Error("it is not known who handed this in",
                "`warpledger autograder` makes a bundle that says so; tell the course's staff");
  return students;
}

void StudentLimit::count(const std::vector<std::string>& students, std::int64_t now_s) const {
  Counts counts(folder_, now_s);
  for (const std::string& student : students) {
    std::vector<std::int64_t> times_s;
    for (const Counted& one : counts.counted())
      if (one.student == student) times_s.push_back(one.time_s);
    if (std::ssize(times_s) < most_an_hour_) continue;
    const std::int64_t next_s = times_s.at(times_s.size() - static_cast<std::size_t>(most_an_hour_)) + kHour_s;
    throw Error(fmt::format("you or your group handed in {} times within an hour, and more is not checked; the next "
                            "is possible at {}, in {} min",
                            most_an_hour_, utc_text(next_s), (next_s - now_s + 59) / 60),
                "check at home meanwhile: warpledger check FILE");
  }
  for (const std::string& student : students) counts.counted().push_back({now_s, student});
  counts.write();
}

void StudentLimit::give_back(const std::vector<std::string>& students, std::int64_t now_s) const {
  Counts counts(folder_, now_s);
  std::vector<Counted>& counted = counts.counted();
  for (const std::string& student : students) {
    const auto newest =
        std::find_if(counted.rbegin(), counted.rend(), [&](const Counted& one) { return one.student == student; });
    if (newest != counted.rend()) counted.erase(std::next(newest).base());
  }
  counts.write();
}

}  // namespace warpledger
