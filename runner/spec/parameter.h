#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spec/expression.h"
#include "spec/reader.h"
#include "spec/symbols.h"

namespace warpledger {

/// A quantity that a family's shapes are made of.
struct Parameter {
  enum class Type { integer, real, word, element_type, file };

  std::string name;
  std::string about;
  std::size_t slot = 0;
  Type type = Type::integer;
  std::optional<Expression> default_value;
  std::vector<double> values;      ///< all that are allowed; empty: any number. Of words, their codes (Symbols::words)
  std::vector<std::string> words;  ///< what `values` stand for, in their order; empty for numbers
  bool of_experiment = false;      ///< of type `file`, without `values`: the experiment's files, which it adds
  std::optional<double> min, max;

  bool has_words() const { return type != Type::integer && type != Type::real; }
  /// A value as people write it: "32", "f16", "vector".
  std::string text_of(double value) const;
  /// A value as CUDA C++ has it: "32", "__half", "vector".
  std::string cpp_of(double value) const;

  /// The value that `text` at `place` gives a parameter of words. Throws Error when it is none of them.
  Expression word(const std::string& text, const Place& place) const;
  /// Throws Error at `given`, which gave `value`, when the parameter does not allow it.
  void check(double value, const Expression& given) const;
};

/// "int", "float", "string", "type", "file".
const std::string& name_of(Parameter::Type type);

/// Reads a parameter but for its default, which may use parameters that come later. `parameter` has its name and slot;
/// the words that it may be are added to `symbols`.
void read_parameter(const Reader& value, Symbols& symbols, Parameter& parameter);

}  // namespace warpledger
