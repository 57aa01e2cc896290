#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/data_files.h"

namespace warpledger {

/// Value of a function or operator; NaN if undefined.
using NumberOperation = double (*)(std::span<const double> operands);

/// A function of numbers. If `of_type`, its operand is an element type, as an index into kElementTypes.
struct NumberFunction {
  std::string_view name;
  NumberOperation operation;
  std::size_t min_operands, max_operands;
  bool of_type = false;
};

struct FileFunction {
  std::string_view name;
  double (*fact)(const DataFile& file);
};

/// A binary operator. Higher precedence binds tighter.
struct BinaryOperator {
  std::string_view text;
  int precedence;
  NumberOperation operation;
};

inline constexpr int kLowestPrecedence = 1;      ///< ||
inline constexpr int kAndPrecedence = 2;         ///< &&
inline constexpr int kComparisonPrecedence = 3;  ///< == != < <= > >=
inline constexpr int kSumPrecedence = 4;         ///< + -

/// Return null if not found.
const NumberFunction* find_number_function(std::string_view name);
const FileFunction* find_file_function(std::string_view name);
/// Sorted.
std::vector<std::string> function_names();

/// Returns the longest operator at the start of `text`; null if none. && and || have no operation, because they
/// short-circuit.
const BinaryOperator* operator_at(std::string_view text);
/// Returns operands[0] to the power of operands[1].
double power(std::span<const double> operands);
double negate(std::span<const double> operand);

/// An operator or keyword of another language.
struct ForeignOperator {
  std::string_view text;
  std::string_view instead;  ///< replacement to suggest
};

/// Returns the foreign operator at the start of `text`, such as ** (Python) or <> (SQL).
std::optional<ForeignOperator> foreign_operator_at(std::string_view text);

}  // namespace warpledger
