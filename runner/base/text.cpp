#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpledger {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row.back();
}

/// True for characters that control a terminal or the text direction.
bool steers(char32_t code) {
  const auto within = [&](char32_t first, char32_t last) { return first <= code && code <= last; };
  const bool control = within(0, 0x1f) || within(0x7f, 0x9f);
  const bool bidirectional =
      code == 0x61c || within(0x200e, 0x200f) || within(0x202a, 0x202e) || within(0x2066, 0x2069);
  const bool separator = within(0x2028, 0x2029);  // line and paragraph separator
  return control || bidirectional || separator;
}

bool is_of_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("/._-+~").find(c) != std::string_view::npos;
}

bool is_bound(char before) {
  return std::isspace(static_cast<unsigned char>(before)) != 0 ||
         std::string_view("(=:,;").find(before) != std::string_view::npos;
}

}  // namespace

std::string join(const std::vector<std::string>& items, std::string_view separator) {
  return fmt::format("{}", fmt::join(items, separator));
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = word.size() / 2 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string allowed = "allowed: " + join(candidates);
  const auto near = nearest(word, candidates);
  return near ? fmt::format("did you mean '{}'? {}", *near, allowed) : allowed;
}

double as_decimal(double number) { return std::stod(fmt::format("{:.12g}", number)); }

std::string with_thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t end = digits.size(); end > first + 3; end -= 3) digits.insert(end - 3, " ");
  return digits;
}

std::string human_bytes(std::int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  const char* unit = "B";
  for (const char* larger : {"KiB", "MiB", "GiB", "TiB"}) {
    if (value < 1024) break;
    value /= 1024;
    unit = larger;
  }
  return fmt::format("{:.1f} {}", value, unit);
}

std::string human_seconds(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(i);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  const unsigned second = byte(i + 1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool no_code_point = (lead == 0xed && second >= 0xa0) || (lead == 0xf4 && second >= 0x90);
  return overlong || no_code_point ? 0 : length;
}

char32_t code_point_of(std::string_view sequence) {
  constexpr unsigned kLeadBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t code = static_cast<unsigned char>(sequence.front()) & kLeadBits[sequence.size()];
  for (const char byte : sequence.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3fU);
  return code;
}

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const std::string_view sequence = text.substr(i, std::max<std::size_t>(length, 1));
    const char32_t code = length == 0 ? 0 : code_point_of(sequence);
    if (sequence == "\n" || sequence == "\t" || (length > 0 && !steers(code)))
      shown += sequence;
    else if (sequence.size() == 1)
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(sequence.front()));
    else
      shown += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    i += sequence.size();
  }
  return shown;
}

std::string without_folders(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = text[at] == '/' && (at == 0 || is_bound(text[at - 1])) && text.substr(at, 2) != "//";
    const auto end = static_cast<std::size_t>(
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_path) - text.begin());
    const std::string_view path = text.substr(at, end - at);
    if (begins && path.find('/', 1) != std::string_view::npos) {
      const std::size_t last = path.find_last_of('/', path.find_last_not_of('/'));
      shown += path.substr(last + 1);
      at = end;
    } else {
      shown += text[at++];
    }
  }
  return shown;
}

}  // namespace warpledger
