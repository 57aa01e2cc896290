#include "spec/operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "model/job.h"
#include "spec/symbols.h"

namespace warpledger {
namespace {

using Operands = std::span<const double>;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

/// Remainder with the divisor's sign; NaN for a divisor of 0.
double remainder_of(double a, double b) {
  const double remainder = std::fmod(a, b);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

/// NaN unless both operands are integers.
double whole_remainder(Operands x) {
  const bool whole = x[0] == std::floor(x[0]) && x[1] == std::floor(x[1]);
  return whole ? remainder_of(x[0], x[1]) : kUndefined;
}

double sum_of(Operands x) { return std::accumulate(x.begin(), x.end(), 0.0); }

/// `code` is an index into kElementTypes; NaN if out of range.
double of_type(double code, double (*fact)(const ElementTypeFacts& type)) {
  if (!(code >= 0 && code < static_cast<double>(kElementTypes.size()))) return kUndefined;
  return fact(kElementTypes[static_cast<std::size_t>(code)]);
}

template <double (*function)(double)>
double of_one(Operands x) {
  return function(x[0]);
}

const NumberFunction kNumberFunctions[] = {
    {"abs", of_one<std::fabs>, 1, 1},
    {"acos", of_one<std::acos>, 1, 1},
    {"asin", of_one<std::asin>, 1, 1},
    {"atan", of_one<std::atan>, 1, 1},
    {"atan2", [](Operands x) { return std::atan2(x[0], x[1]); }, 2, 2},
    {"avg", [](Operands x) { return sum_of(x) / static_cast<double>(x.size()); }, 1, kAnyNumber},
    {"ceil", of_one<std::ceil>, 1, 1},
    {"cos", of_one<std::cos>, 1, 1},
    {"cosh", of_one<std::cosh>, 1, 1},
    {"exp", of_one<std::exp>, 1, 1},
    {"floor", of_one<std::floor>, 1, 1},
    {"ln", of_one<std::log>, 1, 1},
    {"log10", of_one<std::log10>, 1, 1},
    {"log2", of_one<std::log2>, 1, 1},
    {"max", [](Operands x) { return *std::ranges::max_element(x); }, 1, kAnyNumber},
    {"min", [](Operands x) { return *std::ranges::min_element(x); }, 1, kAnyNumber},
    {"mod", [](Operands x) { return remainder_of(x[0], x[1]); }, 2, 2},
    {"pow2", of_one<std::exp2>, 1, 1},
    {"rint", [](Operands x) { return std::rint(x[0]); }, 1, 1},
    {"sign", [](Operands x) { return static_cast<double>((x[0] > 0) - (x[0] < 0)); }, 1, 1},
    {"sin", of_one<std::sin>, 1, 1},
    {"sinh", of_one<std::sinh>, 1, 1},
    {"sizeof",
     [](Operands x) {
       return of_type(x[0], [](const ElementTypeFacts& type) { return static_cast<double>(type.bytes); });
     },
     1, 1, true},
    {"smallest", [](Operands x) { return of_type(x[0], [](const ElementTypeFacts& type) { return type.smallest; }); },
     1, 1, true},
    {"sqrt", of_one<std::sqrt>, 1, 1},
    {"sum", sum_of, 1, kAnyNumber},
    {"tan", of_one<std::tan>, 1, 1},
    {"tanh", of_one<std::tanh>, 1, 1},
    {"ulp", [](Operands x) { return of_type(x[0], [](const ElementTypeFacts& type) { return type.ulp; }); }, 1, 1,
     true},
};

constexpr FileFunction kFileFunctions[] = {
    {"file_columns", columns_of},
    {"file_nonzeros", [](const DataFile& file) { return static_cast<double>(file.entries); }},
    {"file_rows", rows_of},
};

constexpr int kProductPrecedence = kSumPrecedence + 1;

/// Longer texts first.
const BinaryOperator kOperators[] = {
    {"||", kLowestPrecedence, nullptr},
    {"&&", kAndPrecedence, nullptr},
    {"==", kComparisonPrecedence, [](Operands x) { return static_cast<double>(x[0] == x[1]); }},
    {"!=", kComparisonPrecedence, [](Operands x) { return static_cast<double>(x[0] != x[1]); }},
    {"<=", kComparisonPrecedence, [](Operands x) { return static_cast<double>(x[0] <= x[1]); }},
    {">=", kComparisonPrecedence, [](Operands x) { return static_cast<double>(x[0] >= x[1]); }},
    {"<", kComparisonPrecedence, [](Operands x) { return static_cast<double>(x[0] < x[1]); }},
    {">", kComparisonPrecedence, [](Operands x) { return static_cast<double>(x[0] > x[1]); }},
    {"+", kSumPrecedence, [](Operands x) { return x[0] + x[1]; }},
    {"-", kSumPrecedence, [](Operands x) { return x[0] - x[1]; }},
    {"*", kProductPrecedence, [](Operands x) { return x[0] * x[1]; }},
    {"/", kProductPrecedence, [](Operands x) { return x[0] / x[1]; }},
    {"%", kProductPrecedence, whole_remainder},
};

/// Longer texts first.
constexpr ForeignOperator kForeignOperators[] = {
    {"===", "a == b"},
    {"!==", "a != b"},
    {"**", "a ^ b"},
    {"//", "floor(a / b)"},
    {"<>", "a != b"},
    {"=<", "a <= b"},
    {"=>", "a >= b"},
    {"<<", "a * pow2(b)"},
    {">>", "floor(a / pow2(b))"},
    {"=", "a == b"},
    {"&", "a && b"},
    {"|", "a || b"},
    {"!", "(a) == 0"},
    {"and", "a && b"},
    {"or", "a || b"},
    {"not", "(a) == 0"},
    {"in", "a == 1 || a == 2"},
    {"is", "a == b"},
    {"if", "c ? a : b"},
    {"xor", "(a) != (b)"},
};

template <class Table>
auto find_named(const Table& table, std::string_view name) {
  const auto found = std::ranges::find_if(table, [&](const auto& item) { return item.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

const NumberFunction* find_number_function(std::string_view name) { return find_named(kNumberFunctions, name); }
const FileFunction* find_file_function(std::string_view name) { return find_named(kFileFunctions, name); }

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const NumberFunction& function : kNumberFunctions) names.emplace_back(function.name);
  for (const FileFunction& function : kFileFunctions) names.emplace_back(function.name);
  std::ranges::sort(names);
  return names;
}

const BinaryOperator* operator_at(std::string_view text) {
  const auto found =
      std::ranges::find_if(kOperators, [&](const BinaryOperator& item) { return text.starts_with(item.text); });
  return found == std::end(kOperators) ? nullptr : &*found;
}

double power(Operands x) { return std::pow(x[0], x[1]); }
double negate(Operands x) { return -x[0]; }

std::optional<ForeignOperator> foreign_operator_at(std::string_view text) {
  const auto word_end = std::ranges::find_if_not(text, is_name_character);
  const std::string word = lower_case(text.substr(0, static_cast<std::size_t>(word_end - text.begin())));
  for (const ForeignOperator& foreign : kForeignOperators)
    if (word.empty() ? text.starts_with(foreign.text) : word == foreign.text) return foreign;
  return std::nullopt;
}

}  // namespace warpledger
