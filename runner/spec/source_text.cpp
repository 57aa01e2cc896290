#include "spec/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/cpp_text.h"
#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// True for control characters except tab, newline and form feed.
bool is_control(unsigned char byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\f') || byte == 0x7f;
}

void add_as_utf8(std::string_view comment, std::string& text) {
  for (std::size_t i = 0; i < comment.size();) {
    const std::size_t length = utf8_length(comment, i);
    text += length == 0 ? kReplacement : comment.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
}

std::string with_readable_comments(std::string_view text) {
  std::string readable;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    if (token.part == CppPart::comment)
      add_as_utf8(token.text, readable);
    else
      readable += token.text;
    text.remove_prefix(token.text.size());
  }
  return readable;
}

void check_text(const SourceFile& file) {
  const std::string& text = file.text;
  std::size_t line = 1, line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const Place here{file.name, line, i - line_start + 1, {}};
    const std::size_t length = utf8_length(text, i);
    if (length == 0) throw Error(here, fmt::format("byte 0x{:02x} is not UTF-8", byte), "save the file as UTF-8");
    const bool ends_line = byte == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (is_control(byte) && !ends_line) throw Error(here, fmt::format("control character 0x{:02x}", byte), "remove it");
    i += length;
    if (byte == '\n') ++line, line_start = i;
  }
}

}  // namespace

SourceFile readable_source(SourceFile file) {
  if (file.text.starts_with(kByteOrderMark)) file.text.erase(0, kByteOrderMark.size());
  file.text = with_readable_comments(file.text);
  check_text(file);
  return file;
}

}  // namespace warpledger
