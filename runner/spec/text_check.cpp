#include "spec/text_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace warpledger {
namespace {

using std::string_view;

/// The character at `at`; a byte that begins none is one of its own.
string_view character_at(string_view text, std::size_t at) {
  return text.substr(at, std::max<std::size_t>(utf8_length(text, at), 1));
}

bool is_printable(string_view character) { return printable(character) == character; }

/// The terminal gets no byte that it may not understand; each has its place, so that the caret stands right.
[[noreturn]] void fail(Place place, std::string what, std::string cure) {
  std::string shown;
  for (std::size_t at = 0; at < place.line_text.size(); at += character_at(place.line_text, at).size()) {
    const string_view character = character_at(place.line_text, at);
    shown += is_printable(character) ? std::string(character) : std::string(character.size(), '?');
  }
  place.line_text = shown;
  throw Error(std::move(place), std::move(what), std::move(cure));
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
    fail(here, byte == '\t' ? "a tab in the indentation" : "a blank in the indentation that is no space",
         "indent with spaces");
}

}  // namespace

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

}  // namespace warpledger
