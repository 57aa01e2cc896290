#pragma once

#include <cstddef>
#include <exception>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Where in a text an error lies. Lines, and bytes of a line as columns, count from 1; 0 means "not known".
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string line_text;  ///< the offending line itself, without its newline; empty when there is none
};

/// The one error type of the program: where, what, and the hint. Everything below main throws this and nothing else of
/// its own; main prints it once and exits with 2, or with 3 where a device failed (run/record_run.h).
class Error : public std::exception {
 public:
  Error(std::string what, std::string hint);
  Error(Place where, std::string what, std::string hint);
  /// Several as one; at least one. where(), problem() and hint() are the first's; what() tells the first kMostTold, a
  /// blank line between them, and how many more there are.
  explicit Error(const std::vector<Error>& several);

  static constexpr std::size_t kMostTold = 10;

  const Place& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& hint() const { return hint_; }
  /// The errors that it stands for: several, or itself.
  std::vector<Error> each() const;

  /// The whole message, several lines, no final newline:
  ///
  ///     experiments/x.yaml:7:3: unknown key 'famly'
  ///       famly: norm
  ///       ^
  ///     hint: did you mean 'family'?
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  Place where_;
  std::string problem_;
  std::string hint_;
  std::string message_;
  std::vector<Error> several_;  ///< empty: it stands for itself
};

/// Errors that are found one after the other and told at once: whoever reads a file continues behind what is wrong.
class ErrorList {
 public:
  /// Keeps an error, or each of the several that it stands for. One that is kept already is not told twice.
  void add(const Error& error);

  /// Runs `body` and keeps the Error that it throws. Whether nothing was wrong: nothing thrown, and nothing kept.
  template <class Body>
  bool attempt(const Body& body) {
    const std::size_t before = found_;
    try {
      body();
    } catch (const Error& error) {
      add(error);
    }
    return found_ == before;
  }

  bool empty() const { return errors_.empty(); }
  /// All, in the order of their places.
  std::vector<Error> in_order() const;
  /// Throws in_order() as one Error; returns when there is none.
  void raise() const;

 private:
  std::vector<Error> errors_;
  std::set<std::size_t> told_;  ///< hashes of what is kept
  std::size_t found_ = 0;       ///< all that were added, the same one twice as well
};

/// `text` as a terminal may show it, and of a longer one as much as fits a screen, with " [...]" behind it: what a
/// message quotes may be megabytes, or binary.
std::string clipped(std::string_view text);

/// A line, indented by two, and below it a caret under `column`, which counts bytes from 1; of a long line the part
/// around the column. Without a caret when the column is 0 or is behind the line's end. Two lines, or one, each with
/// a newline before it; nothing for an empty line.
std::string excerpt(std::string_view line, std::size_t column);

}  // namespace warpledger
