#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/data_files.h"

namespace warpledger {

/// The value of a function or an operator for its operands; NaN where it is undefined.
using NumberOperation = double (*)(std::span<const double> operands);

/// A function of numbers, or of one element type: its operand is then the type's place in kElementTypes.
struct NumberFunction {
  std::string_view name;
  NumberOperation operation;
  std::size_t min_operands, max_operands;
  bool of_type = false;
};

/// A function of a data file.
struct FileFunction {
  std::string_view name;
  double (*fact)(const DataFile& file);
};

/// An operator between two numbers. A greater precedence binds tighter.
struct BinaryOperator {
  std::string_view text;
  int precedence;
  NumberOperation operation;
};

inline constexpr int kLowestPrecedence = 1;      ///< of ||
inline constexpr int kAndPrecedence = 2;         ///< of &&
inline constexpr int kComparisonPrecedence = 3;  ///< of == != < <= > >=
inline constexpr int kSumPrecedence = 4;         ///< of + -

/// The function of that name; null if there is none.
const NumberFunction* find_number_function(std::string_view name);
const FileFunction* find_file_function(std::string_view name);
/// Names of all functions, ascending.
std::vector<std::string> function_names();

/// The longest operator that `text` begins with; null if there is none. && and || have no operation: they compute
/// their right side only where it matters.
const BinaryOperator* operator_at(std::string_view text);
/// Base to the power of an exponent.
double power(std::span<const double> operands);
double negate(std::span<const double> operand);

/// An operator or a word of another language.
struct ForeignOperator {
  std::string_view text;
  std::string_view instead;  ///< what an expression has for it
};

/// The foreign operator that `text` begins with, if any: ** of Python, <> of SQL.
std::optional<ForeignOperator> foreign_operator_at(std::string_view text);

}  // namespace warpledger
