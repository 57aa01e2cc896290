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
#include "spec/tree_builder.h"

namespace warpledger {
namespace {

constexpr std::uintmax_t kMostBytes = 1 << 20;
constexpr std::size_t kLongestShown = 4096;  // each value keeps its line

[[noreturn]] void fail_byte(Place place, std::string what, std::string cure) {
  // The terminal gets no byte that it may not understand.
  std::replace_if(
      place.line_text.begin(), place.line_text.end(), [](char c) { return (c < ' ' && c != '\t') || c == 0x7f; }, '?');
  throw Error(std::move(place), std::move(what), std::move(cure));
}

/// Refuses what is not UTF-8, control characters, and tabs in an indentation.
void check_bytes(const Document& document, std::string_view text) {
  std::size_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto here = [&] { return document.place(line, i - line_start + 1); };
    const std::size_t length = utf8_length(text, i);
    if (length == 0) fail_byte(here(), fmt::format("byte 0x{:02x} is not UTF-8", byte), "save the file as UTF-8");
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f)
      fail_byte(here(), fmt::format("control character 0x{:02x}", byte), "remove it");
    if (byte == '\t' && text.substr(line_start, i - line_start).find_first_not_of(" \t") == std::string_view::npos)
      fail_byte(here(), "a tab in the indentation", "indent with spaces");
    i += length;
    if (byte == '\n') {
      ++line;
      line_start = i;
    }
  }
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
  check_bytes(*this, text);
  TreeBuilder builder(*this, errors);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) throw Error({.file = file_}, "the file is empty", "");
    root_ = std::move(builder).root();
    TreeBuilder second(*this, errors);
    if (parser.HandleNextDocument(second)) {
      const DocumentNode next = std::move(second).root();
      throw Error(place(next.line, next.column), "a second document starts here",
                  "write one mapping: check the indentation, and remove lines with ---");
    }
  } catch (const YAML::Exception& error) {
    const auto line = static_cast<std::size_t>(std::max(error.mark.line, 0)) + 1;
    if (const auto quote = find_open_quote(lines_, line)) builder.check_quote(quote->line, quote->column);
    throw Error(place(line, static_cast<std::size_t>(std::max(error.mark.column, 0)) + 1),
                "not valid YAML: " + error.msg, "see the file format in docs/");
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
