#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spec/expression.h"
#include "spec/reader.h"
#include "spec/symbols.h"

namespace warpledger {

struct Parameter {
  enum class Type { integer, real, word, element_type, file };

  std::string name;
  std::string about;
  std::size_t slot = 0;
  Type type = Type::integer;
  std::optional<Expression> default_value;
  std::vector<double> values;      ///< allowed values; empty: any. For words, their codes (Symbols::words)
  std::vector<std::string> words;  ///< texts of `values`, in the same order; empty for numbers
  bool of_experiment = false;      ///< of type `file` without `values`: experiments add their own files
  std::optional<double> min, max;

  bool has_words() const { return type != Type::integer && type != Type::real; }
  /// Formats a value for people: "32", "f16", "vector".
  std::string text_of(double value) const;
  /// Formats a value as CUDA C++: "32", "__half", "vector".
  std::string cpp_of(double value) const;

  /// Returns the value that `text` denotes in a word parameter. Throws Error at `place` if it is not allowed.
  Expression word(const std::string& text, const Place& place) const;
  /// Throws Error at `given`, whose value is `value`, if the parameter does not allow it.
  void check(double value, const Expression& given) const;
};

/// Returns "int", "float", "string", "type" or "file".
const std::string& name_of(Parameter::Type type);

/// Reads everything except the default, which may use later parameters. `parameter` must have its name and slot. Adds
/// its words to `symbols`.
void read_parameter(const Reader& value, Symbols& symbols, Parameter& parameter);

}  // namespace warpledger
