#include "command/received_archive.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/text.h"

namespace warpledger {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMost_bytes = 16 << 20;  // compressed; a submission has at most 64 files of 1 MiB
constexpr std::chrono::seconds kPatience(60);

void wait_for_input(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (left <= 0 || poll(&input, 1, static_cast<int>(left)) == 0)
    throw Error(fmt::format("the archive on standard input is not whole after {} s", kPatience.count()),
                "send it again");
}

}  // namespace

ReceivedArchive::ReceivedArchive() = default;

void ReceivedArchive::receive() {
  if (isatty(STDIN_FILENO) == 1)
    throw Error("standard input is a terminal, not an archive", "send one there: warpledger check - < archive.tar.gz");
  const Clock::time_point end = Clock::now() + kPatience;
  std::string bytes;
  std::array<char, 65536> part;
  while (true) {
    wait_for_input(end);
    const ssize_t count = read(STDIN_FILENO, part.data(), part.size());
    if (count < 0) throw Error("standard input cannot be read", "send the archive there");
    if (count == 0) break;
    bytes.append(part.data(), static_cast<std::size_t>(count));
    if (bytes.size() > kMost_bytes)
      throw Error(fmt::format("the submission is larger than {}", human_bytes(kMost_bytes)),
                  "hand in the source files alone");
  }
  write_file(path(), bytes);
}

Error ReceivedArchive::told(const Error& error) const {
  std::vector<Error> told;
  for (const Error& one : error.each()) {
    Place where = one.where();
    if (where.file == path()) where.file = "the submission";
    told.emplace_back(std::move(where), one.problem(), one.hint());
  }
  return Error(told);
}

}  // namespace warpledger
