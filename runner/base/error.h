#pragma once

#include <cstddef>
#include <exception>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Position in a text. Lines and columns (bytes) count from 1; 0 means unknown.
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string line_text;  ///< the affected line without its newline; may be empty
};

/// The program's only error type: place, problem and hint. main() prints it and exits with 2, or with 3 if a device
/// failed (run/record_run.h).
class Error : public std::exception {
 public:
  Error(std::string what, std::string hint);
  Error(Place where, std::string what, std::string hint);
  /// Combines errors, at least one. where(), problem() and hint() are the first's; what() has the first kMostTold,
  /// separated by blank lines, and the number of the others.
  explicit Error(const std::vector<Error>& several);

  static constexpr std::size_t kMostTold = 10;

  const Place& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& hint() const { return hint_; }
  /// Returns the combined errors, or itself.
  std::vector<Error> each() const;

  /// Full message without final newline:
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
  std::vector<Error> several_;  ///< empty for a single error
};

/// Collects errors so that all errors of a file are reported together.
class ErrorList {
 public:
  /// Adds an error, or each error that it combines. Duplicates are kept once.
  void add(const Error& error);

  /// Runs `body` and adds the Error that it throws. Returns true if nothing was thrown or added.
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
  /// Returns all errors, ordered by place.
  std::vector<Error> in_order() const;
  /// Throws all errors as one Error, if there are any.
  void raise() const;

 private:
  std::vector<Error> errors_;
  std::set<std::size_t> told_;  ///< hashes of the kept errors
  std::size_t found_ = 0;       ///< number of added errors, with duplicates
};

/// Returns `text` printable and cut to one screen, with " [...]" after the cut: quoted text may be megabytes long, or
/// binary.
std::string clipped(std::string_view text);

/// Returns "\n", the line indented by two, "\n" and a caret under `column` (bytes, from 1). Long lines are cut around
/// the column. There is no caret if the column is 0 or past the end. Returns "" for an empty line.
std::string excerpt(std::string_view line, std::size_t column);

}  // namespace warpledger
