#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;

namespace warpledger {

/// The values of rows, one behind the other, as bytes that a digest is made of: each value with its type, a text with
/// its length, so that rows that differ in anything differ in their bytes. A number counts as SQLite keeps it: -0 is 0,
/// not-a-number is NULL.
class RowBytes {
 public:
  void add(std::int64_t value);
  void add(double value);
  void add(std::string_view text);
  void add(std::nullptr_t);

  /// Adds all values of a row.
  template <typename... Values>
  void row(const Values&... values) {
    (add(values), ...);
  }

  std::string_view bytes() const { return bytes_; }
  /// Begins anew; the memory is kept.
  void clear() { bytes_.clear(); }

 private:
  void add_word(char type, std::uint64_t word);

  std::string bytes_;
};

/// Makes known in SQL:
///
///     bytes_of_row(x, ...)             RowBytes of the values
///     bytes_of_rows(x, ...)            the same of all rows, in their order; an aggregate
///     sha256_of(text)                  in hex
///     digest_of_program(name, text)    digest_of(Program) of its files, the main file first; an aggregate
void register_row_functions(sqlite3* database);

}  // namespace warpledger
