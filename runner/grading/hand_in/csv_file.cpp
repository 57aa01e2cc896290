#include "grading/hand_in/csv_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "base/text_width.h"

namespace warpledger {
namespace {

constexpr std::string_view kSaveAsUtf8 = "save the file as CSV in UTF-8";

void append_utf8(std::string& text, char32_t point) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xc0 | (point >> 6));
  } else if (point < 0x10000) {
    add(0xe0 | (point >> 12));
    add(0x80 | ((point >> 6) & 0x3f));
  } else {
    add(0xf0 | (point >> 18));
    add(0x80 | ((point >> 12) & 0x3f));
    add(0x80 | ((point >> 6) & 0x3f));
  }
  add(0x80 | (point & 0x3f));
}

/// Keeps an unpaired surrogate: it is invalid UTF-8 and rejected later.
std::string utf8_of_utf16(std::string_view bytes, bool big_endian) {
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(big_endian ? (first << 8) | second : (second << 8) | first);
  };
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t point = unit(i);
    const bool is_pair = point >= 0xd800 && point < 0xdc00 && i + 3 < bytes.size() && (unit(i + 2) & 0xfc00) == 0xdc00;
    if (is_pair) point = 0x10000 + ((point - 0xd800) << 10) + (unit(i += 2) - 0xdc00);
    append_utf8(text, point);
  }
  return text;
}

std::string decoded(std::string bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) return bytes.substr(3);
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
    return utf8_of_utf16(std::string_view(bytes).substr(2), bytes[0] == '\xfe');
  return bytes;
}

void check_characters(const std::string& file, const std::string& text) {
  std::size_t line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) throw Error({.file = file, .line = line}, "this is not UTF-8", std::string(kSaveAsUtf8));
    const std::string_view one = std::string_view(text).substr(i, length);
    const bool is_blank = one == "\n" || one == "\r" || one == "\t";
    if (!is_blank && one_line(one) != one)
      throw Error({.file = file, .line = line}, fmt::format("the control character {}", one_line(one)), "remove it");
    if (one == "\n" || (one == "\r" && (i + 1 == text.size() || text[i + 1] != '\n'))) ++line;
    i += length;
  }
}

class CsvParser {
 public:
  CsvParser(const std::string& file, std::string_view text, char separator)
      : file_(file), text_(text), separator_(separator) {}

  bool at_end() const { return at_ >= text_.size(); }

  CsvRow row() {
    CsvRow row{line_, {}};
    bool more = true;
    while (more) {
      row.cells.push_back(cell());
      more = take(separator_);
    }
    if (!at_end() && !take_line_end())
      throw Error({.file = file_, .line = line_}, "text behind a quoted cell", "write a quote within a cell as \"\"");
    while (!row.cells.empty() && row.cells.back().empty()) row.cells.pop_back();
    return row;
  }

 private:
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool take_line_end() {
    const bool carriage = take('\r');
    if (!take('\n') && !carriage) return false;
    ++line_;
    return true;
  }

  std::string cell() {
    if (take('"')) return quoted();
    const std::size_t from = at_;
    at_ = std::min(text_.find_first_of(ends_, at_), text_.size());
    return std::string(trim(text_.substr(from, at_ - from)));
  }

  std::string quoted() {
    const std::size_t opened = line_;
    std::string text;
    while (!at_end()) {
      if (take('"')) {
        if (!take('"')) return std::string(trim(text));
        text += '"';
      } else if (take_line_end()) {
        text += ' ';
      } else {
        text += text_[at_++];
      }
    }
    throw Error({.file = file_, .line = opened}, "the quote that opens here is never closed", "close it");
  }

  const std::string& file_;
  std::string_view text_;
  char separator_;
  std::string ends_ = std::string("\r\n") + separator_;
  std::size_t at_ = 0, line_ = 1;
};

/// Returns the most frequent separator of the first line.
char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  char most = ',';
  for (const char candidate : {';', '\t'})
    if (std::ranges::count(first, candidate) > std::ranges::count(first, most)) most = candidate;
  return most;
}

void check_columns(const CsvFile& csv) {
  const Place place{.file = csv.file, .line = csv.heading_line};
  if (csv.columns.empty()) throw Error(place, "this file has no headings", "write the names of the columns first");
  for (std::size_t i = 0; i < csv.columns.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (!csv.columns[i].empty() && lower_case(csv.columns[i]) == lower_case(csv.columns[k]))
        throw Error(place, fmt::format("two columns are called '{}'", csv.columns[i]), "rename one of them");
}

std::string text_in_file(const std::string& path) {
  constexpr std::uintmax_t kMostBytes = 16 << 20;
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  if (!unknown && bytes > kMostBytes) throw Error({.file = path}, "the file has more than 16 MiB", "name another file");
  std::string text = decoded(read_file(path));
  check_characters(path, text);
  return text;
}

}  // namespace

std::optional<std::size_t> CsvFile::find(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (lower_case(columns[i]) == lower_case(name)) return i;
  return std::nullopt;
}

std::size_t CsvFile::column(std::initializer_list<std::string_view> names) const {
  if (const auto found = find(names)) return *found;
  const std::vector<std::string> known(names.begin(), names.end());
  throw Error({.file = file, .line = heading_line},
              fmt::format("no column is called '{}'; there are: {}", known.front(), clipped(join(columns))),
              "add it; it may be called: " + join(known));
}

std::string_view CsvFile::cell(const CsvRow& row, const std::optional<std::size_t>& column) const {
  return column && *column < row.cells.size() ? std::string_view(row.cells[*column]) : std::string_view();
}

void CsvFile::refuse(const CsvRow& row, const std::string& problem, const std::string& hint) const {
  throw Error({.file = file, .line = row.line}, problem, hint);
}

CsvFile read_csv_file(const std::string& path) {
  const std::string text = text_in_file(path);
  CsvParser parser(path, text, separator_of(text));
  CsvFile csv{.file = path, .columns = {}, .rows = {}};
  while (!parser.at_end()) {
    CsvRow row = parser.row();
    if (row.cells.empty()) continue;
    if (csv.columns.empty()) {
      csv.heading_line = row.line;
      csv.columns = std::move(row.cells);
      continue;
    }
    if (row.cells.size() > csv.columns.size())
      csv.refuse(row,
                 fmt::format("this line has {} cells, but there are {} columns", row.cells.size(), csv.columns.size()),
                 "put a cell with the separator in it in quotes");
    row.cells.resize(csv.columns.size());
    csv.rows.push_back(std::move(row));
  }
  check_columns(csv);
  return csv;
}

}  // namespace warpledger
