#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

namespace warpledger {

/// Where in a text an error lies. Lines, and bytes of a line as columns, count from 1; 0 means "not known".
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string line_text;  ///< the offending line itself, without its newline; empty when there is none
};

/// The one error type of the program: where, what, and the cure. Everything below main throws this and nothing else of
/// its own; main prints it once and exits with 2.
class Error : public std::exception {
 public:
  Error(std::string what, std::string cure);
  Error(Place where, std::string what, std::string cure);
  /// Several as one; at least one. where(), problem() and cure() are the first's; what() tells the first kMostTold, a
  /// blank line between them, and how many more there are.
  explicit Error(const std::vector<Error>& several);

  static constexpr std::size_t kMostTold = 10;

  const Place& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& cure() const { return cure_; }
  /// The errors that it stands for: several, or itself.
  std::vector<Error> each() const;

  /// The whole message, several lines, no final newline:
  ///
  ///     experiments/x.yaml:7:3: unknown key 'famly'
  ///       famly: norm
  ///       ^
  ///     cure: did you mean 'family'?
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  Place where_;
  std::string problem_;
  std::string cure_;
  std::string message_;
  std::vector<Error> several_;  ///< empty: it stands for itself
};

}  // namespace warpledger
