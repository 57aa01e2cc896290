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

/// An arithmetic expression, compiled once: + - * / % ^ (power), one comparison, && ||, c ? a : b, and functions of
/// numbers (spec/operations.cpp). Of element types it has ulp, smallest and sizeof; of data files file_rows,
/// file_columns and file_nonzeros. Words are compared: mode == 'vector'.
///
/// Every part that is computed must be finite. && || and ?: compute only what decides.
///
/// Copies share the compiled form and its memo, in turn where several threads use them.
class Expression {
 public:
  /// 0, until another is assigned.
  Expression();
  /// `place` is where `text` starts; newlines and tabs in it are blanks. Throws Error, its caret on the offending
  /// character, for a syntax error and for a name that `symbols` lacks.
  Expression(std::string text, Place place, const Symbols& symbols);
  /// Always `value`, which `text` stands for.
  static Expression constant(double value, std::string text, Place place);

  /// The value for `values`, indexed by slot. Unchanged inputs cost a comparison only. Throws Error at the part that is
  /// undefined or infinite, and for an input that is NaN: a fact that the device does not state.
  double number(std::span<const double> values) const;
  /// number(), which must be whole; `name` says in messages whose value it is.
  std::int64_t whole(std::span<const double> values, std::string_view name) const;
  /// `value`, which this expression gave, as a whole number within ±2^53; throws Error otherwise.
  std::int64_t to_whole(double value, std::string_view name) const;

  const std::string& text() const;
  const Place& place() const;
  /// Slots of the names it uses, ascending.
  std::span<const std::size_t> slots() const;

 private:
  struct Compiled;
  std::shared_ptr<Compiled> compiled_;
};

/// Whether expressions have a function of that name, of numbers or of element types, so that nothing else can be called
/// so.
bool is_expression_function(const std::string& name);

}  // namespace warpledger
