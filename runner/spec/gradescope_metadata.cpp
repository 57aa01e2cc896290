#include "spec/gradescope_metadata.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "base/split.h"
#include "base/text_width.h"
#include "spec/document.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

constexpr const char* kExportAgain = "export the submissions from Gradescope again";

[[noreturn]] void refuse(const std::string& file, const YAML::Mark& mark, const std::string& what) {
  const std::size_t line = mark.is_null() ? 0 : static_cast<std::size_t>(mark.line) + 1;
  throw Error({.file = file, .line = line}, what, kExportAgain);
}

std::string text_of(const YAML::Node& mapping, const char* key) {
  const YAML::Node value = mapping[key];
  return value && value.IsScalar() ? one_line(value.Scalar()) : "";
}

std::string time_of(const std::string& file, const YAML::Node& entry) {
  const std::string text = text_of(entry, ":created_at");
  if (text.empty()) return "";
  const std::optional<std::int64_t> seconds = parse_utc(text);
  if (!seconds) refuse(file, entry.Mark(), fmt::format("'{}' is no time with an offset", text));
  return utc_text(*seconds);
}

std::vector<Submitter> submitters_of(const std::string& file, const YAML::Node& entry) {
  std::vector<Submitter> submitters;
  const YAML::Node listed = entry[":submitters"];
  if (listed && listed.IsSequence())
    for (const YAML::Node& one : listed)
      if (one.IsMap()) submitters.push_back({text_of(one, ":name"), text_of(one, ":sid"), text_of(one, ":email")});
  std::erase_if(submitters,
                [](const Submitter& one) { return one.name.empty() && one.id.empty() && one.email.empty(); });
  if (submitters.empty()) refuse(file, entry.Mark(), "this submission has no submitters");
  return submitters;
}

GradescopeEntry entry_of(const std::string& file, const YAML::Node& key, const YAML::Node& value) {
  if (!key.IsScalar() || !value.IsMap()) refuse(file, key.Mark(), "this is no submission");
  const std::string& folder = key.Scalar();
  if (folder.empty() || folder.starts_with('.') || folder.find('/') != std::string::npos || one_line(folder) != folder)
    refuse(file, key.Mark(), fmt::format("'{}' is no folder beside this file", one_line(folder)));
  return {folder, time_of(file, value), submitters_of(file, value)};
}

/// Returns the last value in the file. The depth is limited, because aliases can form cycles.
YAML::Node last_value(const YAML::Node& root) {
  constexpr int kMostDepth = 64;
  YAML::Node last = root;
  for (int depth = 0; depth < kMostDepth && (last.IsMap() || last.IsSequence()) && last.size() > 0; ++depth) {
    YAML::Node next;
    for (const auto& child : last) next.reset(last.IsMap() ? child.second : child);
    last.reset(next);
  }
  return last;
}

/// The parser closes an open quote at the end of the file, so only the last value can have one.
void refuse_open_quote(const std::string& file, const std::string& text, const YAML::Node& root) {
  const YAML::Node last = last_value(root);
  if (!last.IsScalar() || last.Mark().is_null()) return;
  const std::vector<std::string> lines = split(text, '\n');
  const auto line = static_cast<std::size_t>(last.Mark().line), column = static_cast<std::size_t>(last.Mark().column);
  if (line >= lines.size() || column >= lines[line].size()) return;
  if (lines[line][column] != '"' && lines[line][column] != '\'') return;
  if (const auto problem = problem_of_quote(lines, line + 1, column + 1)) refuse(file, last.Mark(), *problem);
}

}  // namespace

std::vector<GradescopeEntry> read_gradescope_metadata(const std::string& file) {
  constexpr std::uintmax_t kMostMetadataBytes = 64 << 20;
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
  if (!unknown && bytes > kMostMetadataBytes)
    throw Error({.file = file}, "the file has more than 64 MiB", kExportAgain);
  try {
    const std::string text = read_file(file);
    const YAML::Node root = YAML::Load(text);
    refuse_open_quote(file, text, root);
    if (!root.IsMap()) refuse(file, root.Mark(), "this is no list of submissions");
    std::vector<GradescopeEntry> entries;
    for (const auto& entry : root) entries.push_back(entry_of(file, entry.first, entry.second));
    return entries;
  } catch (const YAML::Exception& error) {
    refuse(file, error.mark, fmt::format("this is no YAML: {}", one_line(error.msg)));
  }
}

}  // namespace warpledger
