#include "spec/document.h"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "base/text.h"
#include "spec/open_quote.h"
#include "spec/text_check.h"
#include "spec/tree_builder.h"

namespace warpledger {
namespace {

constexpr std::uintmax_t kMostBytes = 1 << 20;
constexpr std::size_t kLongestShown = 4096;  // each value keeps its line

/// What to do about what the parser says.
std::string cure_for(const std::string& problem) {
  if (problem.find("map value") != std::string::npos) return "write `name: value`, here and in the line above";
  if (problem.find("flow not found") != std::string::npos) return "close what { or [ opens above";
  if (problem.find("not found") != std::string::npos) return "indent this line as those above that belong with it";
  if (problem.find("unknown token") != std::string::npos) return "write what begins with a sign in quotes";
  return "see the file format in docs/";
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string read_data_file(const std::string& file) {
  std::error_code ignored;  // what cannot be examined cannot be read
  if (const auto bytes = std::filesystem::file_size(file, ignored); !ignored && bytes > kMostBytes)
    throw Error({.file = file}, fmt::format("a file of {} bytes", with_thousands(static_cast<std::int64_t>(bytes))),
                fmt::format("no file of warpledger has more than {}", with_thousands(kMostBytes)));
  return read_file(file);
}

Document::Document(std::string file, const std::string& text, ErrorList& errors) : file_(std::move(file)) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string rest = text.substr(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  if (!rest.ends_with('\n')) rest += '\n';  // else an open quote is an error of the parser's, at the end
  parse(rest, errors);
}

void Document::parse(const std::string& text, ErrorList& errors) {
  lines_ = split_lines(text);
  check_text(*this, text);
  TreeBuilder builder(*this, errors);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder))
      throw Error({.file = file_}, "the file is empty", "write its keys: the pages of docs/ on formats have them");
    root_ = builder.take_root();
    TreeBuilder second(*this, errors);
    if (parser.HandleNextDocument(second)) {
      const DocumentNode next = second.take_root();
      throw Error(place(next.line, next.column), "a second document starts here",
                  "write one mapping: check the indentation, and remove lines with ---");
    }
  } catch (const YAML::Exception& error) {
    const auto line = static_cast<std::size_t>(std::max(error.mark.line, 0)) + 1;
    if (const auto quote = find_open_quote(lines_, line)) builder.check_quote(quote->line, quote->column);
    throw Error(place(line, static_cast<std::size_t>(std::max(error.mark.column, 0)) + 1),
                "not valid YAML: " + error.msg, cure_for(error.msg));
  }
}

Place Document::place(std::size_t line, std::size_t column) const {
  if (lines_.empty()) return {.file = file_};
  Place place{file_, line, column, ""};
  if (line > lines_.size()) place = {file_, lines_.size(), lines_.back().size() + 1, ""};
  if (lines_[place.line - 1].size() <= kLongestShown) place.line_text = lines_[place.line - 1];
  return place;
}

}  // namespace warpledger
