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
#include "base/file.h"

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

}  // namespace warpledger
