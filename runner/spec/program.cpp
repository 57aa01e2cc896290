#include "spec/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

struct Include {
  std::string name;
  Place place;
};

/// The column from 0 of NAME in a line `#include "NAME"`.
std::optional<std::size_t> quoted_include(std::string_view line) {
  const auto skip_blanks = [&](std::size_t from) { return std::min(line.find_first_not_of(" \t", from), line.size()); };
  std::size_t at = skip_blanks(0);
  if (!line.substr(at).starts_with('#')) return std::nullopt;
  at = skip_blanks(at + 1);
  constexpr std::string_view kWord = "include";
  if (!line.substr(at).starts_with(kWord)) return std::nullopt;
  at = skip_blanks(at + kWord.size());
  if (!line.substr(at).starts_with('"') || line.find('"', at + 1) == std::string_view::npos) return std::nullopt;
  return at + 1;
}

std::vector<Include> includes_of(const std::string& file, const std::string& text) {
  std::vector<Include> includes;
  std::istringstream stream(text);
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (const auto start = quoted_include(line))
      includes.push_back({line.substr(*start, line.find('"', *start) - *start), {file, number, *start + 1, line}});
  }
  return includes;
}

bool stays_inside(const std::filesystem::path& relative) {
  return relative.is_relative() && std::find(relative.begin(), relative.end(), "..") == relative.end();
}

std::string read_include(const std::string& folder, const Include& include) {
  if (!stays_inside(include.name))
    throw Error(include.place, fmt::format("'{}' is outside the family's folder", include.name),
                "copy the file into " + folder);
  const std::string path = folder + "/" + include.name;
  std::error_code ignored;  // what cannot be examined is not found
  if (!std::filesystem::is_regular_file(path, ignored))
    throw Error(include.place, fmt::format("'{}' is not in {}", include.name, folder),
                "add the file; headers of the CUDA toolkit are included with <...>");
  return read_file(path);
}

/// `line` without the backslash that joins it to the next and all behind that; false when there is none.
bool take_backslash(std::string& line) {
  const std::size_t last = line.find_last_not_of(" \t\f\r");
  if (last == std::string::npos || line[last] != '\\') return false;
  line.erase(last);
  return true;
}

}  // namespace

Program load_program(const std::string& folder, const std::string& source) {
  const std::string path = folder + "/" + source;
  Program program{.main = {path, read_file(path)}};
  std::map<std::string, std::string> headers;
  std::vector<Include> open = includes_of(path, program.main.text);
  ErrorList errors;
  while (!open.empty()) {
    const Include include = std::move(open.back());
    open.pop_back();
    if (headers.contains(include.name)) continue;
    errors.attempt([&] {
      const std::string& text = headers[include.name] = read_include(folder, include);
      for (Include& nested : includes_of(folder + "/" + include.name, text)) open.push_back(std::move(nested));
    });
  }
  errors.raise();
  for (auto& [name, text] : headers) program.headers.push_back({name, std::move(text)});
  return program;
}

std::string_view JoinedLine::part(std::size_t index) const {
  const std::size_t end = index + 1 < parts.size() ? parts[index + 1].start : text.size();
  return std::string_view(text).substr(parts[index].start, end - parts[index].start);
}

std::size_t JoinedLine::comment_start() const {
  const std::size_t start = text.find("//");
  if (start == std::string::npos || parts.size() > 1) return text.size();
  const std::size_t parenthesis = text.find(')', start);
  const bool in_string = text.find('"') < start;
  const bool ends_raw_string = parenthesis != std::string::npos && text.find('"', parenthesis) != std::string::npos;
  return in_string || ends_raw_string || text.find("*/") != std::string::npos ? text.size() : start;
}

Place JoinedLine::place(const std::string& file, std::size_t at) const {
  std::size_t index = 0;
  while (index + 1 < parts.size() && parts[index + 1].start <= at) ++index;
  return {file, parts[index].number, at - parts[index].start + 1, parts[index].whole};
}

std::vector<JoinedLine> joined_lines(const std::string& text) {
  std::vector<JoinedLine> lines;
  std::istringstream stream(text);
  std::size_t number = 0;
  bool goes_on = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!goes_on) lines.emplace_back();
    JoinedLine& joined = lines.back();
    joined.parts.push_back({joined.text.size(), ++number, line});
    goes_on = take_backslash(line);
    joined.text += line;
  }
  return lines;
}

}  // namespace warpledger
