#include "run/spill.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "exec/protocol.h"
#include "model/digest.h"
#include "run/resume_command.h"
#include "spec/library.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kDigest = "digest";
constexpr const char* kRemoveLine = "remove the line: its point is then measured again";

// Numbers that are not finite become objects {"number": "nan"}, because JSON lacks them.

json marked(json value) {
  if (value.is_structured()) {
    for (json& item : value) item = marked(item);
  } else if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    return {{"number", fmt::format("{}", value.get<double>())}};
  }
  return value;
}

json unmarked(json value) {
  if (value.is_object() && value.size() == 1 && value.contains("number"))
    return std::stod(value.at("number").get<std::string>());
  if (value.is_structured())
    for (json& item : value) item = unmarked(item);
  return value;
}

/// A JSON line that includes the SHA-256 of itself without the digest.
std::string sealed_line(json kept) {
  // A compiler's message may quote bytes that are not UTF-8, which JSON requires.
  const auto text = [&] { return kept.dump(-1, ' ', false, json::error_handler_t::replace); };
  kept[kDigest] = sha256(text());
  return text() + "\n";
}

/// Appends a line and syncs it, or leaves the file unchanged. Returns 0 or errno.
int append(const std::string& file, const std::string& line) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return errno;
  const off_t before = lseek(fd, 0, SEEK_END);
  const ssize_t written = write(fd, line.data(), line.size());
  int failure = 0;
  if (written < 0 || fsync(fd) != 0) {
    failure = errno;
  } else if (static_cast<std::size_t>(written) < line.size()) {
    failure = ENOSPC;
  }
  if (failure != 0 && ftruncate(fd, before) == 0 && before == 0) unlink(file.c_str());
  close(fd);
  return failure;
}

SpilledResult parse(const std::string& line, const std::string& file, std::size_t number) {
  try {
    json value = json::parse(line);
    const std::string digest = value.at(kDigest);
    value.erase(kDigest);
    if (sha256(value.dump()) != digest)
      throw Error({.file = file, .line = number}, "this line is damaged: it is not what was written", kRemoveLine);
    value = unmarked(value);
    return {value.at("key"), value.at("result")};
  } catch (const Error&) {
    throw;
  } catch (const std::exception& failure) {
    throw Error({.file = file, .line = number}, fmt::format("this line is not a result: {}", failure.what()),
                kRemoveLine);
  }
}

}  // namespace

void Spill::keep(LedgerWriter& ledger, const Job& job, const Result& result) {
  if (spilled_ + lost_ == 0) save_copy_of_gone(ledger);
  try {
    spill_file_ = spill(spill_files(ledger_, run_), job, result);
    ++spilled_;
  } catch (const Error&) {
    ++lost_;
  }
}

void Spill::save_copy_of_gone(LedgerWriter& ledger) {
  if (ledger.is_in_place()) return;
  copy_ = fmt::format("{}/{}-{}.db", state_folder(), fs::path(ledger_).stem().string(), run_);
  try {
    ledger.save_copy(copy_);
    ledger_ = copy_;
  } catch (const Error&) {
    copy_.clear();  // later results are saved anyway
    ledger_lost_ = true;
  }
}

Error Spill::located(const Error& refusal) const {
  return Error(refusal.where(), refusal.problem(), fmt::format("{}\n{}", refusal.hint(), whereabouts()));
}

std::string Spill::whereabouts() const {
  std::string text;
  if (!copy_.empty()) text += fmt::format("  everything that the ledger contained was saved as {}\n", copy_);
  if (spilled_ > 0) text += fmt::format("  results that it could not take: {}, kept in {}\n", spilled_, spill_file_);
  if (lost_ > 0)
    text += fmt::format("  results that could not be kept anywhere and will be measured again: {}\n", lost_);
  if (ledger_lost_)
    text += fmt::format("  what the ledger contained could not be saved: restore a copy of {} that has this run\n",
                        ledger_);
  return fmt::format("{}  then resume with: {}", text, resume_command(ledger_, run_));
}

std::vector<std::string> spill_files(const std::string& ledger, const std::string& run) {
  const std::string name = fmt::format("{}.spill-{}", fs::path(ledger).filename().string(), run);
  return {fmt::format("{}.spill-{}", ledger, run), fmt::format("{}/{}", state_folder(), name)};
}

std::string spill(const std::vector<std::string>& files, const Job& job, const Result& result) {
  const std::string line = sealed_line(marked({{"key", job.key}, {"result", result}}));
  int failure = 0;
  for (const std::string& file : files)
    if ((failure = append(file, line)) == 0) return file;
  throw Error({.file = files.back()}, fmt::format("a result could not be kept: {}", std::strerror(failure)),
              "free space on the disk");
}

std::vector<SpilledResult> read_spill(const std::string& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  const std::string text = read_file(file);
  std::vector<SpilledResult> results;
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    results.push_back(parse(text.substr(begin, end - begin), file, ++number));
  return results;
}

}  // namespace warpledger
