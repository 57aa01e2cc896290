#include "spec/matrix_market.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <tuple>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr std::int64_t kMostRows = std::int64_t{1} << 26;  // 512 MiB of row offsets
constexpr std::int64_t kMostColumns = std::int64_t{1} << 31;
constexpr std::size_t kLeastEntryBytes = 4;  // "1 1" and a line end

struct Entry {
  std::uint32_t row = 0, column = 0;
  double value = 1;              ///< of a real matrix
  std::int64_t whole_value = 1;  ///< of an integer or pattern matrix
};

class Lines {
 public:
  Lines(const std::string& file, std::string_view text) : file_(file), rest_(text) {}

  std::vector<std::string_view> next() {
    line_ = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line_.size() + 1, rest_.size()));
    ++number_;
    std::vector<std::string_view> words;
    constexpr std::string_view kSpaces = " \t\r\f\v";
    for (std::size_t at = 0; (at = line_.find_first_not_of(kSpaces, at)) != std::string_view::npos;) {
      const std::size_t end = std::min(line_.find_first_of(kSpaces, at), line_.size());
      words.push_back(line_.substr(at, end - at));
      at = end;
    }
    return words;
  }

  /// Skips empty lines and comments; empty at the end.
  std::vector<std::string_view> next_numbers() {
    while (!rest_.empty()) {
      std::vector<std::string_view> words = next();
      if (!words.empty() && !words[0].starts_with('%')) return words;
    }
    return {};
  }

  std::size_t number() const { return number_; }

  [[noreturn]] void fail(const std::string& problem, const std::string& hint) const {
    throw Error({file_, number_, 1, clipped(line_)}, problem, hint);
  }

 private:
  const std::string& file_;
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

template <class T>
std::errc read_number(std::string_view word, T& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return end == word.data() + word.size() ? error : std::errc::invalid_argument;
}

template <class T>
std::optional<T> number_in(std::string_view word) {
  T value{};
  return read_number(word, value) == std::errc() ? std::optional(value) : std::nullopt;
}

/// Converts Fortran's 1.0D+00.
std::string with_e(std::string_view word) {
  std::string text(word);
  std::ranges::replace_if(
      text, [](char c) { return c == 'd' || c == 'D'; }, 'e');
  return text;
}

struct MatrixKind {
  bool pattern = false, integers = false, symmetric = false;
};

MatrixKind read_kind(Lines& lines) {
  const std::vector<std::string_view> words = lines.next();
  if (words.empty() || lower_case(words[0]) != "%%matrixmarket")
    lines.fail("missing %%MatrixMarket header",
               "write in the first line: %%MatrixMarket matrix coordinate real general");
  std::vector<std::string> kind;
  for (const std::string_view word : words) kind.push_back(lower_case(word));
  if (kind.size() != 5 || kind[1] != "matrix")
    lines.fail("this is not the first line of a matrix", "write: %%MatrixMarket matrix coordinate real general");
  if (kind[2] != "coordinate")
    lines.fail(fmt::format("a matrix of format '{}' cannot be read", clipped(kind[2])),
               "coordinate can; save a dense matrix as .npy");
  if (kind[3] != "real" && kind[3] != "integer" && kind[3] != "pattern")
    lines.fail(fmt::format("values of type '{}' cannot be read", clipped(kind[3])), "allowed: real, integer, pattern");
  if (kind[4] != "general" && kind[4] != "symmetric")
    lines.fail(fmt::format("a '{}' matrix cannot be read", clipped(kind[4])), "allowed: general, symmetric");
  return {.pattern = kind[3] == "pattern", .integers = kind[3] != "real", .symmetric = kind[4] == "symmetric"};
}

/// Parses as many integers as `names`, each at least `least`.
std::vector<std::int64_t> whole_numbers(const Lines& lines, const std::vector<std::string_view>& words) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view word : words) {
    const auto number = number_in<std::int64_t>(word);
    if (!number || *number < 0) lines.fail(fmt::format("'{}' is no count", clipped(word)), "write a whole number");
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::int64_t> read_sizes(Lines& lines, const MatrixKind& kind) {
  const std::vector<std::string_view> words = lines.next_numbers();
  if (words.size() != 3)
    lines.fail("expected the numbers of rows, columns and entries", "write, for example: 100 100 480");
  std::vector<std::int64_t> sizes = whole_numbers(lines, words);
  if (sizes[0] < 1 || sizes[1] < 1) lines.fail("this matrix is empty", "write at least one row and one column");
  if (sizes[0] > kMostRows || sizes[1] > kMostColumns)
    lines.fail("this matrix is too large", fmt::format("at most {} rows and {} columns", kMostRows, kMostColumns));
  if (kind.symmetric && sizes[0] != sizes[1])
    lines.fail("a symmetric matrix has as many columns as rows",
               "correct the sizes, or write general in the first line");
  return sizes;
}

Entry read_entry(const Lines& lines, const std::vector<std::string_view>& words, const MatrixKind& kind,
                 const CsrMatrix& of) {
  if (words.size() != (kind.pattern ? 2U : 3U))
    lines.fail(kind.pattern ? "expected a row and a column" : "expected a row, a column and a value",
               "the first and the second line say what the others hold");
  const auto row = number_in<std::int64_t>(words[0]), column = number_in<std::int64_t>(words[1]);
  if (!row || !column || *row < 1 || *row > of.rows || *column < 1 || *column > of.columns)
    lines.fail(fmt::format("no place of a matrix of {} rows and {} columns", of.rows, of.columns),
               "rows and columns count from 1");
  if (kind.symmetric && *column > *row)
    lines.fail(
        "this entry of a symmetric matrix is above its diagonal",
        "if the file lists the upper half alone, swap rows and columns; if it lists both halves, write general in "
        "the first line");
  Entry entry{static_cast<std::uint32_t>(*row - 1), static_cast<std::uint32_t>(*column - 1)};
  if (kind.pattern) return entry;
  const std::errc error =
      kind.integers ? read_number(words[2], entry.whole_value) : read_number(with_e(words[2]), entry.value);
  const char* const type = kind.integers ? "a 64-bit integer" : "64-bit floating point";
  if (error == std::errc::result_out_of_range)
    lines.fail(fmt::format("'{}' is out of range for {}", clipped(words[2]), type), "write a number within it");
  if (error != std::errc() || !std::isfinite(entry.value))
    lines.fail(fmt::format("'{}' is not {}", clipped(words[2]), kind.integers ? "an integer" : "a finite number"),
               kind.integers ? "write an integer, or real in the first line" : "write a number, such as 1.5e-3");
  return entry;
}

std::vector<Entry> read_entries(Lines& lines, const MatrixKind& kind, CsrMatrix& of, std::int64_t count) {
  std::vector<Entry> entries;
  int most_bits = -1;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::vector<std::string_view> words = lines.next_numbers();
    if (words.empty())
      lines.fail(fmt::format("the file ends after {} of {} entries", i, count), "it is cut off, or the count is wrong");
    entries.push_back(read_entry(lines, words, kind, of));
    const Entry entry = entries.back();
    if (const int bits = significant_bits(entry.whole_value); bits > most_bits) {
      most_bits = bits;
      of.widest_line = lines.number();
    }
    if (kind.symmetric && entry.row != entry.column)
      entries.push_back({entry.column, entry.row, entry.value, entry.whole_value});
  }
  if (!lines.next_numbers().empty())
    lines.fail(fmt::format("there are more than the {} entries that the second line announces", count),
               "correct the count");
  return entries;
}

}  // namespace

int significant_bits(std::int64_t number) {
  const auto magnitude = number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  return number == 0 ? 0 : static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude);
}

CsrMatrix read_matrix_market(const std::string& file, std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Lines lines(file, text);
  const MatrixKind kind = read_kind(lines);
  const std::vector<std::int64_t> sizes = read_sizes(lines, kind);
  if (static_cast<std::uint64_t>(sizes[2]) > text.size() / kLeastEntryBytes + 1)
    lines.fail(fmt::format("{} entries do not fit in this file", sizes[2]), "it is cut off, or the count is wrong");
  CsrMatrix matrix{.rows = sizes[0], .columns = sizes[1]};
  std::vector<Entry> entries = read_entries(lines, kind, matrix, sizes[2]);
  std::ranges::sort(entries, {}, [](const Entry& entry) { return std::tuple(entry.row, entry.column); });
  matrix.offsets.assign(static_cast<std::size_t>(matrix.rows) + 1, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    if (i > 0 && entries[i - 1].row == entry.row && entries[i - 1].column == entry.column)
      throw Error({.file = file}, fmt::format("row {} has two entries in column {}", entry.row + 1, entry.column + 1),
                  "write one entry, with their sum if that is meant");
    ++matrix.offsets[static_cast<std::size_t>(entry.row) + 1];
    matrix.column_indices.push_back(entry.column);
    if (kind.integers)
      matrix.whole_values.push_back(entry.whole_value);
    else
      matrix.values.push_back(entry.value);
  }
  for (std::size_t row = 0; row + 1 < matrix.offsets.size(); ++row) matrix.offsets[row + 1] += matrix.offsets[row];
  return matrix;
}

}  // namespace warpledger
