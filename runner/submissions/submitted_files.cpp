#include "submissions/submitted_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "base/text_width.h"
#include "spec/source_text.h"
#include "submissions/read_archive.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 64;

std::string ending_of(const fs::path& path) { return lower_case(path.extension().string()); }

bool is_cu(const fs::path& path) { return ending_of(path) == ".cu"; }

bool is_plain_name(const std::string& name) {
  bool utf8 = !name.empty();
  for (std::size_t i = 0; utf8 && i < name.size(); i += std::max<std::size_t>(1, utf8_length(name, i)))
    utf8 = utf8_length(name, i) > 0;
  return utf8 && name.find_first_of("\"\\") == std::string::npos && one_line(name) == name;
}

/// A file in a folder or unpacked from an archive, not validated yet.
struct FoundFile {
  std::string name;
  fs::path path;  ///< the file, or the archive that contains it
  bool unpacked = false;
  std::string bytes;  ///< if unpacked
};

void check_inside(const fs::path& path, const fs::path& folder) {
  std::error_code unresolved;
  const fs::path target = fs::canonical(path, unresolved);
  const fs::path relative = target.lexically_relative(folder);
  if (unresolved || relative.empty() || *relative.begin() == "..")
    throw Error({.file = path.string()}, "a link to outside the submission's folder",
                "replace it with a copy of the file");
  if (!fs::is_regular_file(target, unresolved)) throw Error({.file = path.string()}, "not a regular file", "remove it");
}

void find_in_archive(const fs::path& archive, std::vector<FoundFile>& found) {
  read_archive(
      archive.string(), kSubmissionArchive,
      [](const std::string& name) { return is_device_code(name) && !is_passed_over(name); },
      [&](const std::string& name, std::string bytes) {
        if (found.size() == kMaxFiles)
          throw Error({.file = archive.string()}, fmt::format("more than {} files of device code", kMaxFiles),
                      "remove what the kernels do not include");
        found.push_back({name, archive, true, std::move(bytes)});
      });
}

void find_in_folder(const fs::path& folder, std::vector<FoundFile>& found) {
  std::vector<fs::path> archives;
  const std::size_t before = found.size();
  for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
    if (is_passed_over(at->path().filename())) {
      at.disable_recursion_pending();
      continue;
    }
    if (at->is_directory() && !at->is_symlink()) continue;
    if (is_archive_name(at->path().string()) && !at->is_symlink() && at->is_regular_file())
      archives.push_back(at->path());
    if (!is_device_code(at->path())) continue;
    check_inside(at->path(), folder);
    if (found.size() == kMaxFiles)
      throw Error({.file = folder.string()}, fmt::format("more than {} files of device code", kMaxFiles),
                  "remove what the kernels do not include");
    found.push_back({at->path().lexically_relative(folder).string(), at->path(), false, {}});
  }
  if (found.size() == before && archives.size() == 1) find_in_archive(archives.front(), found);
}

void find_in(const SubmittedPart& part, std::vector<FoundFile>& found) {
  if (fs::is_symlink(part.path))
    throw Error({.file = part.path.string()}, "a link, not a submission", "replace it with a copy of its target");
  if (fs::is_directory(part.path)) return find_in_folder(fs::canonical(part.path), found);
  if (!fs::is_regular_file(part.path))
    throw Error({.file = part.path.string()}, "neither a file nor a folder", "remove it");
  if (is_archive_name(part.called)) return find_in_archive(part.path, found);
  if (is_device_code(part.called)) found.push_back({part.called, part.path, false, {}});
}

/// If there is a .cu file, other sources are host programs, so drop them.
void leave_out_others(std::vector<FoundFile>& found) {
  if (std::ranges::none_of(found, [](const FoundFile& file) { return is_cu(file.name); })) return;
  std::erase_if(found, [](const FoundFile& file) { return is_source_name(file.name) && !is_cu(file.name); });
}

std::string source_name_of(const std::string& name) {
  return is_source_name(name) ? fs::path(name).replace_extension(".cu").string() : name;
}

SourceFile read_source(const FoundFile& file) {
  check_submission_name(file.name, file.unpacked ? file.path : file.path.parent_path());
  const std::string name = source_name_of(file.name);
  if (file.unpacked) return readable_source({name, file.bytes});
  std::error_code unknown;
  const std::uintmax_t bytes = fs::file_size(file.path, unknown);
  if (!unknown && std::cmp_greater(bytes, kSubmissionArchive.file_bytes))
    throw Error({.file = file.path.string()},
                fmt::format("the file has {}, more than a submission's file may have",
                            human_bytes(static_cast<std::int64_t>(bytes))),
                "keep each file below 1 MiB");
  return readable_source({name, read_file(file.path.string())});
}

[[noreturn]] void refuse_without_source(const SubmittedPart& part) {
  const char* const what = fs::is_directory(part.path) ? "folder" : is_archive_name(part.called) ? "archive" : "file";
  throw Error({.file = part.path.string()}, fmt::format("this {} has no .cu file", what),
              "put the kernels' .cu files into it");
}

}  // namespace

bool is_passed_over(const fs::path& relative) {
  return std::ranges::any_of(relative,
                             [](const fs::path& part) { return part.string().starts_with('.') || part == "__MACOSX"; });
}

bool is_source_name(const fs::path& file) {
  constexpr std::array<std::string_view, 4> kSources = {".cu", ".cpp", ".cc", ".cxx"};
  return std::ranges::count(kSources, ending_of(file)) > 0;
}

bool is_device_code(const fs::path& file) {
  constexpr std::array<std::string_view, 3> kHeaders = {".cuh", ".h", ".hpp"};
  return is_source_name(file) || std::ranges::count(kHeaders, ending_of(file)) > 0;
}

void check_submission_name(const std::string& name, const fs::path& within) {
  if (!is_plain_name(name))
    throw Error({.file = within.string()},
                fmt::format("'{}': the name of a submission or of its file contains a quote, a backslash, a control "
                            "character or a byte that is not UTF-8",
                            one_line(name)),
                "rename it, with letters, digits, '-' and '_'");
}

Submission submission_of(const std::string& name, const std::vector<SubmittedPart>& parts) {
  check_submission_name(name, parts.front().path.parent_path());
  std::vector<FoundFile> found;
  for (const SubmittedPart& part : parts) find_in(part, found);
  leave_out_others(found);
  Submission submission{name, {}};
  for (const FoundFile& file : found) submission.files.push_back(read_source(file));
  if (std::ranges::none_of(submission.files, is_cu, &SourceFile::name)) refuse_without_source(parts.front());
  std::ranges::sort(submission.files, {}, &SourceFile::name);
  const auto twice = std::ranges::adjacent_find(submission.files, {}, &SourceFile::name);
  if (twice != submission.files.end())
    throw Error({.file = parts.front().path.string()}, fmt::format("two files are called {}", twice->name),
                "hand in one of them");
  return submission;
}

}  // namespace warpledger
