#include "spec/program_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "model/base64.h"
#include "spec/data_files.h"
#include "spec/source_text.h"

namespace warpledger {
namespace {

struct Include {
  std::string name;
  Place place;
};

/// Returns the 0-based column of NAME in a line `#include "NAME"`.
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

constexpr std::string_view kElf =
    "\x7f"
    "ELF";

class Loader {
 public:
  explicit Loader(const SourceFolders& folders) : folders_(folders) {}

  SourceFile read(const std::string& path) {
    std::string text = read_file(path);
    if (language_of(path) == Language::cubin)  // built earlier, or taken from a ledger
      return {path, text.starts_with(kElf) ? base64_encoded(text) : std::move(text)};
    SourceFile file = readable_source({path, std::move(text)});
    if (language_of(path) == Language::ptx) return file;
    for (Include& include : includes_of(path, file.text)) open_.push_back(std::move(include));
    return file;
  }

  void add(const std::string& name, std::string text) { headers_[name] = std::move(text); }

  std::vector<SourceFile> headers() {
    ErrorList errors;
    while (!open_.empty()) {
      const Include include = std::move(open_.back());
      open_.pop_back();
      if (headers_.contains(include.name)) continue;
      errors.attempt([&] {
        std::string& text = headers_[include.name];  // also set for a missing file, so that it is reported once
        text = read(path_of(include)).text;
      });
    }
    errors.raise();
    std::vector<SourceFile> headers;
    for (auto& [name, text] : headers_) headers.push_back({name, std::move(text)});
    return headers;
  }

 private:
  std::string path_of(const Include& include) const {
    if (!stays_inside(include.name))
      throw Error(include.place, fmt::format("'{}' is outside the family's folder", include.name),
                  "copy the file into " + folders_.own);
    if (!problem_of_data_file(include.name))
      throw Error(include.place, fmt::format("'{}' is a data file, not a header", include.name),
                  "give it to a buffer: fill: {file: NAME}");
    std::vector<std::string> folders = {folders_.own};
    folders.insert(folders.end(), folders_.included.begin(), folders_.included.end());
    for (const std::string& folder : folders) {
      std::error_code ignored;  // treat unreadable as missing
      if (std::filesystem::is_regular_file(folder + "/" + include.name, ignored)) return folder + "/" + include.name;
    }
    throw Error(include.place, fmt::format("'{}' is not in {}", include.name, join(folders, " or ")),
                "add the file; headers of the CUDA toolkit are included with <...>");
  }

  const SourceFolders& folders_;
  std::map<std::string, std::string> headers_;
  std::vector<Include> open_;
};

}  // namespace

Program load_program(const SourceFolders& folders, const std::vector<std::string>& sources) {
  Loader loader(folders);
  Program program;
  if (sources.size() == 1) {
    program.main = loader.read(folders.own + "/" + sources[0]);
  } else {
    program.main.name = folders.own + "/" + join(sources, "+");
    for (const std::string& source : sources) {
      program.main.text += fmt::format("#include \"{}\"\n", source);
      loader.add(source, loader.read(folders.own + "/" + source).text);
    }
  }
  program.headers = loader.headers();
  return program;
}

}  // namespace warpledger
