#include "spec/document.h"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "spec/tree_builder.h"

namespace warpledger {
namespace {

using std::string_view;

constexpr std::uintmax_t kMostBytes = 1 << 20;
constexpr std::size_t kLongestShown = 4096;  // every value keeps a copy of its line

std::string hint_for(const std::string& problem) {
  if (problem.find("map value") != std::string::npos) return "write `name: value`, here and in the line above";
  if (problem.find("flow not found") != std::string::npos) return "close the { or [ that opens above";
  if (problem.find("not found") != std::string::npos) return "indent this line like the lines above that it belongs to";
  if (problem.find("unknown token") != std::string::npos) return "quote values that begin with a special character";
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

/// Returns the UTF-8 character at `at`, or one byte if it is invalid.
string_view character_at(string_view text, std::size_t at) {
  return text.substr(at, std::max<std::size_t>(utf8_length(text, at), 1));
}

bool is_printable(string_view character) { return printable(character) == character; }

/// Replaces bytes that terminals may not display by '?', one each, so that the caret stays in place.
[[noreturn]] void fail(Place place, std::string what, std::string hint) {
  std::string shown;
  for (std::size_t at = 0; at < place.line_text.size(); at += character_at(place.line_text, at).size()) {
    const string_view character = character_at(place.line_text, at);
    shown += is_printable(character) ? std::string(character) : std::string(character.size(), '?');
  }
  place.line_text = shown;
  throw Error(std::move(place), std::move(what), std::move(hint));
}

bool is_blank(string_view character) {
  constexpr std::array<string_view, 4> kBlanks = {"\t", "\u00a0", "\u2003", "\u3000"};
  return std::ranges::count(kBlanks, character) > 0;
}

void check_character(const Place& here, string_view character, bool ends_line, bool indents) {
  const auto byte = static_cast<unsigned char>(character[0]);
  const bool windows_end = character == "\r" && ends_line;
  if (utf8_length(character, 0) == 0)
    fail(here, fmt::format("byte 0x{:02x} is not UTF-8", byte), "save the file as UTF-8");
  if (byte == 0) fail(here, "control character 0x00", "save the file as UTF-8, not as UTF-16 or UTF-32");
  if (!windows_end && !is_printable(character))
    fail(here,
         character == "\r" ? "a carriage return within a line"
                           : fmt::format("control character 0x{:02x}", static_cast<unsigned>(code_point_of(character))),
         character == "\r" ? "end lines with a newline" : "remove it");
  if (indents && is_blank(character))
    fail(here, byte == '\t' ? "a tab in the indentation" : "a blank other than a space in the indentation",
         "indent with spaces");
}

constexpr std::size_t kOpen = std::string_view::npos;

/// Returns the position from `at` on where `quote` closes; kOpen if it does not.
std::size_t closing(std::string_view line, std::size_t at, char quote) {
  for (; at < line.size(); ++at) {
    if (quote == '"' && line[at] == '\\') {
      ++at;
    } else if (line[at] == quote) {
      const bool doubled = quote == '\'' && at + 1 < line.size() && line[at + 1] == quote;
      if (!doubled) return at;
      ++at;
    }
  }
  return kOpen;
}

/// True if a quote at `at` starts a value, unlike an apostrophe within a word.
bool begins_a_value(std::string_view line, std::size_t at) {
  const std::string_view before = trim(line.substr(0, at));
  return before.empty() || std::string_view(":-,[{").find(before.back()) != std::string_view::npos;
}

/// Returns the position of a quote that its line does not close; else kOpen.
std::size_t open_quote_in(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '#' && (at == 0 || line[at - 1] == ' ')) return kOpen;
    if ((line[at] != '"' && line[at] != '\'') || !begins_a_value(line, at)) continue;
    const std::size_t end = closing(line, at + 1, line[at]);
    if (end == kOpen) return at;
    at = end;
  }
  return kOpen;
}

/// True for "name: ..." and "- ...".
bool looks_like_an_entry(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ")) return true;
  std::size_t end = 0;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_')) ++end;
  return end > 0 && end < line.size() && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
}

}  // namespace

std::string read_data_file(const std::string& file) {
  std::error_code ignored;  // read_file() reports the failure
  if (const auto bytes = std::filesystem::file_size(file, ignored); !ignored && bytes > kMostBytes)
    throw Error({.file = file}, fmt::format("the file has {} bytes", with_thousands(static_cast<std::int64_t>(bytes))),
                fmt::format("the limit is {}", with_thousands(kMostBytes)));
  return read_file(file);
}

Document::Document(std::string file, const std::string& text, ErrorList& errors) : file_(std::move(file)) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string rest = text.substr(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  if (!rest.ends_with('\n')) rest += '\n';  // otherwise the parser reports an open quote only at the end
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
      throw Error({.file = file_}, "the file is empty", "write its keys; docs/ describes the file formats");
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
                "not valid YAML: " + error.msg, hint_for(error.msg));
  }
}

Place Document::place(std::size_t line, std::size_t column) const {
  if (lines_.empty()) return {.file = file_};
  Place place{file_, line, column, ""};
  if (line > lines_.size()) place = {file_, lines_.size(), lines_.back().size() + 1, ""};
  if (lines_[place.line - 1].size() <= kLongestShown) place.line_text = lines_[place.line - 1];
  return place;
}

void check_text(const Document& document, string_view text) {
  std::size_t line = 1;
  std::size_t line_start = 0;
  bool indents = true;
  for (std::size_t at = 0; at < text.size();) {
    const string_view character = character_at(text, at);
    const bool plain = character[0] >= ' ' && character[0] <= '~';
    if (!plain && character != "\n")
      check_character(document.place(line, at - line_start + 1), character, text.substr(at).starts_with("\r\n"),
                      indents);
    at += character.size();
    indents = character == "\n" || (indents && (character == " " || is_blank(character)));
    if (character != "\n") continue;
    ++line;
    line_start = at;
  }
}

std::optional<std::string> problem_of_quote(const std::vector<std::string>& lines, std::size_t line,
                                            std::size_t column) {
  const char quote = lines[line - 1][column - 1];
  if (closing(lines[line - 1], column, quote) != kOpen) return std::nullopt;
  bool swallowed = false;
  for (std::size_t next = line; next < lines.size(); ++next) {
    swallowed = swallowed || looks_like_an_entry(lines[next]);
    if (closing(lines[next], 0, quote) == kOpen) continue;
    if (!swallowed) return std::nullopt;
    return fmt::format("the quote that opens here only closes in line {}", next + 1);
  }
  return "the quote that opens here never closes";
}

std::optional<OpenQuote> find_open_quote(const std::vector<std::string>& lines, std::size_t last) {
  for (std::size_t line = 1; line <= last && line <= lines.size(); ++line)
    if (const std::size_t at = open_quote_in(lines[line - 1]); at != kOpen) return OpenQuote{line, at + 1};
  return std::nullopt;
}

}  // namespace warpledger
