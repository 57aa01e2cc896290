#include "submissions/submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "model/digest.h"
#include "submissions/class_folder.h"
#include "submissions/libarchive.h"
#include "submissions/read_archive.h"
#include "submissions/submitted_files.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

template <class Action>
auto readable(const std::string& path, Action action) {
  try {
    return action();
  } catch (const fs::filesystem_error& failure) {
    throw Error({.file = path}, fmt::format("cannot be read: {}", failure.code().message()),
                "check that it exists and is readable");
  }
}

/// Reports all invalid names together, so that they can be fixed in one pass.
void check_names(const std::string& path, const std::vector<FoundSubmission>& submissions) {
  ErrorList errors;
  for (const FoundSubmission& one : submissions) errors.attempt([&] { check_submission_name(one.read.name, path); });
  errors.raise();
}

void refuse_two_of_a_name(const std::string& path, const std::vector<FoundSubmission>& submissions) {
  const auto twice = std::ranges::adjacent_find(
      submissions, {}, [](const FoundSubmission& one) { return std::tie(one.read.name, one.read.hand_in.attempt); });
  if (twice == submissions.end()) return;
  throw Error({.file = path},
              fmt::format("two submissions are called '{}': {} and {}", twice->read.name, twice->parts.front().called,
                          std::next(twice)->parts.front().called),
              "rename one of them; NAME@2 is the second attempt of NAME");
}

/// Returns the error's message with paths relative to `folder`, whose location students do not know.
std::string refusal_of(const Error& error, const fs::path& folder) {
  Place place = error.where();
  for (const fs::path& base : {folder, fs::canonical(folder)}) {
    const fs::path relative = fs::path(place.file).lexically_relative(base);
    if (!relative.empty() && *relative.begin() != "..") place.file = relative.string();
  }
  return Error(place, error.problem(), error.hint()).what();
}

ReadSubmission read_found(FoundSubmission found, const fs::path& folder) {
  try {
    found.read.submission =
        readable(found.parts.front().path.string(), [&] { return submission_of(found.read.name, found.parts); });
  } catch (const LibraryMissing&) {
    throw;
  } catch (const Error& error) {
    found.read.refusal = refusal_of(error, folder);
  }
  return std::move(found.read);
}

ReadClass read_folder_of(const std::string& path, const fs::path& folder) {
  FoundClass found = readable(path, [&] { return find_submissions(folder); });
  if (found.submissions.empty())
    throw Error({.file = path}, "no submission in this folder",
                "put a folder, a .cu file or an archive per person into it");
  check_names(path, found.submissions);
  std::ranges::sort(found.submissions, {}, [](const FoundSubmission& one) {
    return std::tuple(one.read.name, one.read.hand_in.attempt, one.parts.front().called);
  });
  refuse_two_of_a_name(path, found.submissions);
  ReadClass read{{}, std::move(found.passed_over)};
  for (FoundSubmission& one : found.submissions) read.submissions.push_back(read_found(std::move(one), folder));
  std::ranges::sort(read.passed_over, {}, &PassedOver::file);
  return read;
}

/// True for files of a class worth extracting.
bool is_of_class(const fs::path& name) {
  const bool is_listed = std::distance(name.begin(), name.end()) <= 2;  // a submission, or reported as skipped
  return !is_passed_over(name) && (is_listed || is_device_code(name) || is_archive_name(name.string()));
}

/// Makes a placeholder for an unreadable entry, so that only its submission is rejected: a broken link, or a sparse
/// file above the size limit.
void stand_in(const fs::path& target, EntryFault fault) {
  if (fault == EntryFault::no_file) return fs::create_symlink("a link or a device of the archive", target);
  write_file(target.string(), "");
  fs::resize_file(target, kClassArchive.file_bytes + 1);
}

void unpack_class(const std::string& archive, const fs::path& folder) {
  const auto place_of = [&](const std::string& name) {
    fs::path target = folder / name;
    readable(archive, [&] { return fs::create_directories(target.parent_path()); });
    return target;
  };
  read_archive(
      archive, kClassArchive, [](const std::string& name) { return is_of_class(name); },
      [&](const std::string& name, const std::string& bytes) { write_file(place_of(name).string(), bytes); },
      [&](const std::string& name, EntryFault fault) {
        const fs::path target = place_of(name);
        readable(archive, [&] { return stand_in(target, fault), true; });
      });
}

/// Returns the archive's only top-level folder, or `unpacked` if there are other entries.
fs::path top_of(const fs::path& unpacked) {
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(unpacked)) entries.push_back(entry);
  return entries.size() == 1 && entries.front().is_directory() ? entries.front().path() : unpacked;
}

}  // namespace

Submission read_submission(const std::string& path, const std::string& name) {
  return readable(path, [&] {
    const bool is_file = fs::is_regular_file(path) && (is_source_name(path) || is_archive_name(path));
    if (!fs::is_directory(path) && !is_file)
      throw Error(fmt::format("'{}': {}", path, fs::exists(path) ? "not a submission" : "no such file or folder"),
                  "name a folder of device code, a .cu file, or a .zip or .tar.gz of them");
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path named = whole.has_filename() ? whole : whole.parent_path();
    const std::string file = named.filename().string();
    const std::string own = fs::is_directory(path)  ? file
                            : is_archive_name(file) ? archive_stem(file)
                                                    : named.stem().string();
    return submission_of(name.empty() ? own : name, {{path, file}});
  });
}

std::string digest_of(const ReadSubmission& submission) {
  std::string all = submission.refusal;
  if (submission.submission)
    for (const SourceFile& file : submission.submission->files) all += sha256(file.name) + sha256(file.text);
  return sha256(all);
}

ReadClass read_class(const std::string& path) {
  if (fs::is_regular_file(path) && is_archive_name(path)) {
    const TemporaryFolder unpacked;
    unpack_class(path, unpacked.path());
    return read_folder_of(path, top_of(unpacked.path()));
  }
  if (fs::exists(path) && !fs::is_directory(path))
    throw Error({.file = path}, "this is neither a folder nor an archive",
                "name a folder with a folder or a .cu file per person, or a .zip or .tar.gz of it");
  return read_folder_of(path, path);
}

}  // namespace warpledger
