#include "spec/submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "base/text_width.h"
#include "model/digest.h"
#include "spec/source_text.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxFileBytes = 1 << 20;
constexpr std::size_t kMaxFiles = 64;

bool is_device_code(const fs::path& path) {
  constexpr std::array kEndings = {".cu", ".cuh", ".h", ".hpp"};
  return std::ranges::find(kEndings, path.extension().string()) != kEndings.end();
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

/// Whether messages, tables, #line directives and folders of pages can show a name.
bool is_plain_name(const std::string& name) {
  bool utf8 = !name.empty();
  for (std::size_t i = 0; utf8 && i < name.size(); i += std::max<std::size_t>(1, utf8_length(name, i)))
    utf8 = utf8_length(name, i) > 0;
  return utf8 && name.find_first_of("\"\\") == std::string::npos && one_line(name) == name;
}

void check_name(const std::string& name, const fs::path& path) {
  if (!is_plain_name(name))
    throw Error({.file = path.parent_path().string()},
                fmt::format("'{}': the name of a submission or of its file contains a quote, a backslash, a control "
                            "character or a byte that is not UTF-8",
                            one_line(name)),
                "rename it, with letters, digits, '-' and '_'");
}

/// Refuses a link that leads out of `folder`, and what is no file though its name says so.
void check_inside(const fs::path& path, const fs::path& folder) {
  std::error_code unresolved;
  const fs::path target = fs::canonical(path, unresolved);
  const fs::path relative = target.lexically_relative(folder);
  if (unresolved || relative.empty() || *relative.begin() == "..")
    throw Error({.file = path.string()}, "a link to outside the submission's folder",
                "replace it with a copy of the file");
  if (!fs::is_regular_file(target, unresolved)) throw Error({.file = path.string()}, "not a regular file", "remove it");
}

SourceFile read_source(const fs::path& path, const std::string& name) {
  check_name(name, path);
  std::error_code unknown;
  const std::uintmax_t bytes = fs::file_size(path, unknown);
  if (!unknown && bytes > kMaxFileBytes)
    throw Error({.file = path.string()},
                fmt::format("the file has {}, more than a submission's file may have",
                            human_bytes(static_cast<std::int64_t>(bytes))),
                "keep each file below 1 MiB");
  return readable_source({name, read_file(path.string())});
}

std::vector<SourceFile> read_folder(const fs::path& folder) {
  std::vector<SourceFile> files;
  for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
    if (is_hidden(at->path())) {
      at.disable_recursion_pending();
      continue;
    }
    if (!is_device_code(at->path()) || (at->is_directory() && !at->is_symlink())) continue;
    check_inside(at->path(), folder);
    if (files.size() == kMaxFiles)
      throw Error({.file = folder.string()}, fmt::format("more than {} files of device code", kMaxFiles),
                  "remove what the kernels do not include");
    files.push_back(read_source(at->path(), at->path().lexically_relative(folder).string()));
  }
  std::ranges::sort(files, {}, &SourceFile::name);
  return files;
}

Submission read_as(const std::string& name, const fs::path& path) {
  check_name(name, path);
  if (fs::is_regular_file(path)) return {name, {read_source(path, path.filename().string())}};
  if (!fs::is_directory(path)) throw Error({.file = path.string()}, "neither a file nor a folder", "remove it");
  Submission submission{name, read_folder(fs::canonical(path))};
  if (std::ranges::none_of(submission.files, [](const SourceFile& file) { return file.name.ends_with(".cu"); }))
    throw Error({.file = path.string()}, "this folder has no .cu file", "put the kernels' .cu files into it");
  return submission;
}

/// Turns what the file system says into an Error.
template <class Action>
auto readable(const std::string& path, Action action) {
  try {
    return action();
  } catch (const fs::filesystem_error& failure) {
    throw Error({.file = path}, fmt::format("cannot be read: {}", failure.code().message()),
                "check that it exists and is readable");
  }
}

/// What keeps an entry of a folder of submissions from being one; empty when nothing does.
std::string why_passed_over(const fs::directory_entry& entry) {
  if (is_hidden(entry.path())) return "hidden, because its name begins with '.'";
  if (entry.path().filename() == "__MACOSX") return "what macOS adds to archives";
  if (entry.is_directory() || entry.path().extension() == ".cu") return "";
  const std::string ending = lower_case(entry.path().extension().string());
  if (ending == ".cu") return "its ending is not '.cu' in lower case; rename it";
  constexpr std::array kArchives = {".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".xz", ".bz2", ".zst"};
  if (std::ranges::find(kArchives, ending) != kArchives.end()) return "an archive; unpack it into a folder";
  constexpr std::array kSources = {".cpp", ".cc", ".cxx", ".c", ".cuh", ".h", ".hpp"};
  if (std::ranges::find(kSources, ending) != kSources.end())
    return "not a .cu file; rename it, or put it into a folder";
  return "neither a folder nor a .cu file";
}

void require_folder(const fs::path& folder) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw Error({.file = folder.string()}, "this is not a folder",
                "name a folder with a folder or a .cu file per person");
}

/// The submissions' names and paths, sorted.
std::vector<std::pair<std::string, fs::path>> submissions_in(const fs::path& folder) {
  require_folder(folder);
  std::vector<std::pair<std::string, fs::path>> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!why_passed_over(entry).empty()) continue;
    const fs::path& path = entry.path();
    found.emplace_back(entry.is_directory() ? path.filename().string() : path.stem().string(), path);
  }
  std::ranges::sort(found);
  return found;
}

/// Each is told by its own name, so that all can be renamed at once.
void check_names(const std::vector<std::pair<std::string, fs::path>>& submissions) {
  ErrorList errors;
  for (const auto& [name, path] : submissions) {
    const std::string& called = name;  // a structured binding cannot be captured
    const fs::path& at = path;
    errors.attempt([&] { check_name(called, at); });
  }
  errors.raise();
}

/// The message of an error, with files named as they lie in `folder`: where that is, a student does not know.
std::string refusal_of(const Error& error, const fs::path& folder) {
  Place place = error.where();
  for (const fs::path& base : {folder, fs::canonical(folder)}) {
    const fs::path relative = fs::path(place.file).lexically_relative(base);
    if (!relative.empty() && *relative.begin() != "..") place.file = relative.string();
  }
  return Error(place, error.problem(), error.hint()).what();
}

}  // namespace

Submission read_submission(const std::string& path, const std::string& name) {
  return readable(path, [&] {
    if (!fs::is_directory(path) && (!fs::is_regular_file(path) || fs::path(path).extension() != ".cu"))
      throw Error(fmt::format("'{}': {}", path, fs::exists(path) ? "not a submission" : "no such file or folder"),
                  "name a folder of device code or a .cu file");
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path named = whole.has_filename() ? whole : whole.parent_path();
    const fs::path own = fs::is_directory(path) ? named.filename() : named.stem();
    return read_as(name.empty() ? own.string() : name, path);
  });
}

std::string digest_of(const ReadSubmission& submission) {
  std::string all = submission.refusal;
  if (submission.submission)
    for (const SourceFile& file : submission.submission->files) all += sha256(file.name) + sha256(file.text);
  return sha256(all);
}

std::vector<ReadSubmission> read_submissions(const std::string& folder) {
  const auto found = readable(folder, [&] { return submissions_in(folder); });
  if (found.empty())
    throw Error({.file = folder}, "no submission in this folder", "put a folder or a .cu file per person into it");
  check_names(found);
  const auto twice = std::ranges::adjacent_find(found, {}, [](const auto& one) { return one.first; });
  if (twice != found.end())
    throw Error({.file = folder},
                fmt::format("two submissions are called '{}': {} and {}", twice->first,
                            twice->second.filename().string(), std::next(twice)->second.filename().string()),
                "rename one of them");
  std::vector<ReadSubmission> read;
  for (const auto& [name, path] : found) {
    try {
      const fs::path& at = path;  // a structured binding cannot be captured
      const std::string& called = name;
      if (fs::is_symlink(path))
        throw Error({.file = path.string()}, "a link, not a submission", "replace it with a copy of its target");
      read.push_back({name, readable(path.string(), [&] { return read_as(called, at); }), {}});
    } catch (const Error& error) {
      read.push_back({name, std::nullopt, refusal_of(error, folder)});
    }
  }
  return read;
}

std::vector<PassedOver> passed_over_in(const std::string& folder) {
  std::vector<PassedOver> passed_over;
  readable(folder, [&] {
    require_folder(folder);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (std::string why = why_passed_over(entry); !why.empty())
        passed_over.push_back({entry.path().filename().string(), std::move(why)});
  });
  std::ranges::sort(passed_over, {}, &PassedOver::file);
  return passed_over;
}

}  // namespace warpledger
