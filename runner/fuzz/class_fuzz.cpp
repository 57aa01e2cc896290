// What comes from outside about a class: an archive, as students or platforms make it, read as a class and as one
// submission; any other text as the CSV files of a roster, of times and of adjustments. An Error is the worst that
// comes of it.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "base/file.h"
#include "fuzz/feed.h"
#include "grading/hand_in/adjustments_file.h"
#include "grading/hand_in/roster.h"
#include "grading/hand_in/submission_times.h"
#include "submissions/submissions.h"

namespace {

using namespace warpledger;

constexpr std::size_t kTarMagicAt = 257;

bool is_archive(const std::string& text) {
  return text.starts_with("PK") || text.starts_with("\x1f\x8b") ||
         (text.size() > kTarMagicAt && text.compare(kTarMagicAt, 5, "ustar") == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const TemporaryFolder folder;
  const std::string path = folder.path() / "fuzz.zip";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const auto read = [&](const auto& reads) { return feed(data, size, [&](const std::string&) { reads(); }); };
  if (is_archive(std::string(data, data + size))) {
    read([&] { read_class(path); });
    return read([&] { read_submission(path); });
  }
  read([&] { read_roster(path); });
  read([&] { read_submission_times(path, "hw1", {}); });
  return read([&] { read_adjustments(path, "fuzz", {"Coalesced"}); });
}
