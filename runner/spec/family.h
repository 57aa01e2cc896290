#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/job.h"
#include "spec/expression.h"
#include "spec/library.h"
#include "spec/symbols.h"

namespace warpledger {

/// A quantity that a family's shapes are made of.
struct Parameter {
  std::string name;
  std::string about;
  std::size_t slot = 0;
  bool whole = true;  ///< type int
  std::optional<Expression> default_value;
  std::vector<double> values;  ///< all that are allowed; empty: any
  std::optional<double> min, max;

  /// Throws Error at `given`, which gave `value`, when the parameter does not allow it.
  void check(double value, const Expression& given) const;
};

/// A BufferSpec whose numbers are not known yet. `base` has everything but count and tolerances.
struct BufferTemplate {
  BufferSpec base;
  Expression count;
  std::optional<Expression> tolerance_abs, tolerance_rel;
};

/// "i32 n_l * d_l": a value with its type.
struct TypedExpression {
  ElementType type = ElementType::i32;
  Expression value;
};

struct ConstantTemplate {
  std::string symbol;
  std::vector<TypedExpression> members;  ///< laid out like the members of a C struct
};

struct LaunchTemplate {
  std::string function;  ///< without template arguments
  std::vector<Expression> template_arguments;
  std::vector<std::variant<BufferIndex, TypedExpression>> arguments;
  std::vector<Expression> blocks, threads;  ///< up to three; empty: the experiment's
  std::optional<Expression> shared_bytes;
  bool prepare = false;
};

struct Kernel {
  std::string name;
  Program program;
  std::vector<LaunchTemplate> launches;  ///< at least one is timed
  std::vector<Expression> where;         ///< a point is left out unless all hold
  bool submitted = false;                ///< the program is of a submission, which its files are named relative to
};

struct ReferenceTemplate {
  Program program;
  LaunchTemplate launch;
};

struct WorkCount {
  std::string name;
  Expression value;
};

/// A problem with its buffers, reference and work counts, and all kernels that solve it.
struct Family {
  std::string name;
  std::string about;
  std::string file;
  Symbols symbols;  ///< Symbols::launch() and the parameters
  std::vector<Parameter> parameters;
  std::vector<BufferTemplate> buffers;
  std::vector<ConstantTemplate> constants;
  std::vector<Kernel> kernels;
  ReferenceTemplate reference;
  std::vector<WorkCount> work;

  const Parameter* find_parameter(std::string_view parameter) const;
};

/// Reads kernels/<name>/family.yaml and its sources; no parameter may have one of the names in `taken`. Throws Error of
/// all that is wrong, each at its place.
Family load_family(const Library& library, const std::string& name, const ResultNames& taken = {});

/// The files that the text of a family's file names as sources of its kernels, relative to its folder. Nothing else of
/// it is looked at. Throws Error, with `file` as its place, when it is no YAML.
std::vector<std::string> sources_named_in(const std::string& file, const std::string& text);

/// A name's value as an expression of other names.
struct Derivation {
  std::size_t slot = 0;
  Expression value;
};

/// `derivations` so that each comes after those it uses. Throws Error that prints the cycle when there is one.
std::vector<Derivation> in_evaluation_order(std::vector<Derivation> derivations, const Symbols& symbols);

}  // namespace warpledger
