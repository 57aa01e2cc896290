#include "submissions/class_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "submissions/read_archive.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

std::string file_name(const fs::path& path) { return path.filename().string(); }

bool is_submission_name(const fs::path& path) { return is_source_name(path) || is_archive_name(file_name(path)); }

/// Returns why an entry of a class is not a submission; empty if it is.
std::string why_passed_over(const fs::path& path, bool is_folder) {
  if (path.filename() == "__MACOSX") return "what macOS adds to archives";
  if (is_passed_over(path.filename())) return "hidden, because its name begins with '.'";
  if (is_folder || is_submission_name(path)) return "";
  const std::string ending = lower_case(path.extension().string());
  constexpr std::array<std::string_view, 7> kArchives = {".7z", ".rar", ".gz", ".xz", ".bz2", ".zst", ".z"};
  if (std::ranges::count(kArchives, ending) > 0)
    return "an archive of a kind that is not read; unpack it into a folder, or pack it as .zip or .tar.gz";
  constexpr std::array<std::string_view, 4> kSources = {".c", ".cuh", ".h", ".hpp"};
  if (std::ranges::count(kSources, ending) > 0) return "not a .cu file; rename it, or put it into a folder";
  return "neither a folder nor a .cu file nor an archive";
}

/// Splits "anna@2" into "anna" and 2; 1 without a number.
std::pair<std::string, int> name_and_attempt(const std::string& stem) {
  const std::size_t at = stem.rfind('@');
  if (at == 0 || at == std::string::npos || stem.size() - at - 1 > 3) return {stem, 1};
  int number = 0;
  const char* const end = stem.data() + stem.size();
  const auto [stopped, problem] = std::from_chars(stem.data() + at + 1, end, number);
  if (problem != std::errc() || stopped != end || number < 1) return {stem, 1};
  return {stem.substr(0, at), number};
}

FoundSubmission plain_submission(const fs::directory_entry& entry) {
  const std::string file = file_name(entry.path());
  const std::string stem = entry.is_directory()    ? file
                           : is_archive_name(file) ? archive_stem(file)
                                                   : entry.path().stem().string();
  auto [name, attempt] = name_and_attempt(stem);
  return {{.name = std::move(name), .submission = {}, .refusal = {}, .hand_in = {.attempt = attempt}},
          {{entry.path(), file}}};
}

/// Replaces characters that a page folder's name cannot have.
std::string plain_name(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '\\' || c == '"'; }, '_');
  return name.starts_with('.') ? "_" + name : name;
}

/// Returns "Ada Lovelace", or "Ada Lovelace + Charles Babbage" for a group.
std::string name_of_group(const std::vector<Submitter>& group, bool with_id) {
  std::vector<std::string> names;
  for (const Submitter& one : group) {
    const std::string& id = one.id.empty() ? one.email : one.id;
    std::string name = one.name.empty() ? id : one.name;
    if (with_id && !id.empty() && name != id) name += fmt::format(" ({})", id);
    names.push_back(std::move(name));
  }
  return plain_name(join(names, " + "));
}

/// If different submitters share a name, appends their platform IDs.
void name_by_submitters(std::vector<FoundSubmission>& submissions) {
  std::map<std::string, std::string> whose;  // name → name with IDs
  std::map<std::string, bool> is_shared;
  for (const FoundSubmission& one : submissions) {
    const std::string full = name_of_group(one.read.hand_in.submitters, true);
    const auto [known, is_new] = whose.emplace(one.read.name, full);
    if (!is_new && known->second != full) is_shared[one.read.name] = true;
  }
  for (FoundSubmission& one : submissions)
    if (is_shared[one.read.name]) one.read.name = name_of_group(one.read.hand_in.submitters, true);
}

/// Numbers submissions of the same name from 1, by time.
void number_attempts(std::vector<FoundSubmission>& submissions) {
  std::ranges::stable_sort(submissions, {}, [](const FoundSubmission& one) { return one.read.hand_in.submitted_utc; });
  std::map<std::string, int> attempts;
  for (FoundSubmission& one : submissions) one.read.hand_in.attempt = ++attempts[one.read.name];
}

/// Returns `folder`, or its only subfolder if that has Gradescope's name: another one may be a student's, with a file
/// named like the metadata.
std::optional<fs::path> gradescope_export(const fs::path& folder) {
  if (fs::is_regular_file(folder / kGradescopeMetadata)) return folder;
  std::vector<fs::path> inner;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (!is_passed_over(entry.path().filename())) inner.push_back(entry.path());
  const bool is_named_so = inner.size() == 1 && file_name(inner.front()).starts_with("assignment_") &&
                           file_name(inner.front()).ends_with("_export");
  if (is_named_so && fs::is_regular_file(inner.front() / kGradescopeMetadata)) return inner.front();
  return std::nullopt;
}

FoundClass find_in_gradescope(const fs::path& folder) {
  FoundClass found;
  std::map<std::string, std::string> why;  // for entries that are not in the metadata
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (file_name(entry.path()) != kGradescopeMetadata)
      why[file_name(entry.path())] = fmt::format("not named in {}", kGradescopeMetadata);
  for (GradescopeEntry& entry : read_gradescope_metadata((folder / kGradescopeMetadata).string())) {
    why.erase(entry.folder);
    std::string name = name_of_group(entry.submitters, false);
    found.submissions.push_back(
        {{.name = std::move(name),
          .submission = {},
          .refusal = {},
          .hand_in = {.submitted_utc = std::move(entry.submitted_utc), .submitters = std::move(entry.submitters)}},
         {{folder / entry.folder, entry.folder}}});
  }
  for (auto& [file, reason] : why) found.passed_over.push_back({file, std::move(reason)});
  name_by_submitters(found.submissions);
  number_attempts(found.submissions);
  return found;
}

/// True if most possible submissions have Canvas names; other files may have been added by hand.
bool is_canvas_export(const fs::path& folder) {
  int named = 0;
  int others = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!why_passed_over(entry.path(), entry.is_directory()).empty()) continue;
    const bool is_named = !entry.is_directory() && parse_canvas_name(file_name(entry.path()));
    ++(is_named ? named : others);
  }
  return named > others;
}

FoundClass find_in_canvas(const fs::path& folder) {
  FoundClass found;
  std::map<std::string, FoundSubmission> by_user;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string file = file_name(entry.path());
    const std::optional<CanvasName> named = parse_canvas_name(file);
    const std::string why = why_passed_over(named ? fs::path(named->file) : entry.path(), entry.is_directory());
    const bool is_header = named && why.starts_with("not a .cu file");
    if (!named || (!why.empty() && !is_header)) {
      found.passed_over.push_back({file, why.empty() ? "not named as Canvas does" : why});
      continue;
    }
    FoundSubmission& one = by_user[named->user];
    one.read.name = named->student;
    one.read.hand_in.marked_late = one.read.hand_in.marked_late || named->late;
    one.read.hand_in.submitters = {{named->student, named->user, ""}};
    one.parts.push_back({entry.path(), named->file});
  }
  for (auto& [user, one] : by_user) {
    std::ranges::sort(one.parts, {}, &SubmittedPart::path);
    found.submissions.push_back(std::move(one));
  }
  name_by_submitters(found.submissions);
  return found;
}

FoundClass find_in_plain_folder(const fs::path& folder) {
  FoundClass found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    std::string why = why_passed_over(entry.path(), entry.is_directory());
    if (why.empty())
      found.submissions.push_back(plain_submission(entry));
    else
      found.passed_over.push_back({file_name(entry.path()), std::move(why)});
  }
  return found;
}

}  // namespace

std::optional<CanvasName> parse_canvas_name(const std::string& name) {
  static const std::regex named("(.+?)_(?:(LATE|late)_)?([0-9]+)_([0-9]+)_(.+)");
  static const std::regex unnamed("(?:(LATE|late)_)?anon_([A-Za-z0-9]+)_([0-9]+)_(.+)");
  std::smatch part;
  if (std::regex_match(name, part, unnamed))
    return CanvasName{"anon_" + part.str(2), part[1].matched, part[2], part[4]};
  if (std::regex_match(name, part, named)) return CanvasName{part[1], part[2].matched, part[3], part[5]};
  return std::nullopt;
}

FoundClass find_submissions(const fs::path& folder) {
  if (const std::optional<fs::path> exported = gradescope_export(folder)) return find_in_gradescope(*exported);
  return is_canvas_export(folder) ? find_in_canvas(folder) : find_in_plain_folder(folder);
}

}  // namespace warpledger
