#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "spec/symbols.h"

namespace warpledger {

/// A compiled arithmetic expression: + - * / % ^ (power), one comparison, && ||, c ? a : b, functions
/// (spec/operations.cpp), and words: mode == 'vector'. All computed parts must be finite; && || and ?: skip parts.
///
/// Copies share the compiled form and the last result, under a mutex.
class Expression {
 public:
  /// The constant 0.
  Expression();
  /// Newlines and tabs count as spaces. Throws Error at the offending character, also for names that `symbols` lacks.
  Expression(std::string text, Place place, const Symbols& symbols);
  /// The constant `value`, displayed as `text`.
  static Expression constant(double value, std::string text, Place place);

  /// Evaluates for `values`, indexed by slot. Throws Error at a part that is undefined or infinite, or at an input that
  /// is NaN (an unknown device fact).
  double number(std::span<const double> values) const;
  /// Returns number() as an integer; `name` names the value in messages.
  std::int64_t whole(std::span<const double> values, std::string_view name) const;
  /// Throws Error if `value`, a result of number(), is fractional or beyond ±2^53.
  std::int64_t to_whole(double value, std::string_view name) const;

  const std::string& text() const;
  const Place& place() const;
  /// Slots of the names used, ascending.
  std::span<const std::size_t> slots() const;

 private:
  struct Compiled;
  std::shared_ptr<Compiled> compiled_;
};

/// True if `name` is reserved for a function.
bool is_expression_function(const std::string& name);

}  // namespace warpledger
