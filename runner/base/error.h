#pragma once

#include <cstddef>
#include <exception>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Lines and columns (bytes) count from 1; 0 means unknown.
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string line_text;  ///< without its newline; may be empty
};

/// The program's only error type: place, problem and hint. main() prints it and exits with 2, or with 3 if a device
/// failed (run/record_run.h).
class Error : public std::exception {
 public:
  Error(std::string what, std::string hint);
  Error(Place where, std::string what, std::string hint);
  /// Combines at least one error. where(), problem() and hint() are the first's; what() has the first kMostTold, and
  /// the number of the others.
  explicit Error(const std::vector<Error>& several);

  static constexpr std::size_t kMostTold = 10;

  const Place& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& hint() const { return hint_; }
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
  /// Keeps duplicates once. Splits combined errors.
  void add(const Error& error);

  /// Runs `body` and keeps the Error that it throws. Returns true if nothing was thrown or added.
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
  std::vector<Error> in_order() const;
  /// Throws all errors as one, if there are any.
  void raise() const;

 private:
  std::vector<Error> errors_;
  std::set<std::size_t> told_;  ///< hashes of the errors
  std::size_t found_ = 0;       ///< including duplicates
};

/// Makes `text` printable and cuts it to one screen with " [...]": quoted text may be megabytes long, or binary.
std::string clipped(std::string_view text);

/// Returns "\n", the indented line, "\n" and a caret under `column` (bytes, from 1), or "" for an empty line. Long
/// lines are cut around the column. No caret if the column is 0 or past the end.
std::string excerpt(std::string_view line, std::size_t column);

}  // namespace warpledger
