#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/job.h"
#include "spec/compile_option.h"
#include "spec/expression.h"
#include "spec/file_content.h"
#include "spec/fill.h"
#include "spec/library.h"
#include "spec/parameter.h"
#include "spec/symbols.h"

namespace warpledger {

/// A typed value, such as "i32 n_l * d_l".
struct TypedExpression {
  ElementType type = ElementType::i32;   ///< unless type_slot is set
  std::optional<std::size_t> type_slot;  ///< of an element-type parameter
  Expression value;
};

struct ConstantTemplate {
  std::string symbol;
  std::vector<TypedExpression> members;  ///< laid out like a C struct
  std::optional<std::size_t> buffer;     ///< instead of members: initial content of this buffer
};

/// A pointer to element `offset` of a buffer; null if BufferIndex::kNull.
struct PointerTemplate {
  std::size_t buffer = 0;
  std::optional<Expression> offset;
};

/// A tensor map with unevaluated numbers.
struct TensorMapTemplate {
  PointerTemplate base;
  std::optional<ElementType> type;  ///< defaults to the buffer's
  std::vector<Expression> sizes;    ///< innermost first
  std::vector<Expression> strides;  ///< in elements, of all dimensions except the innermost; empty: contiguous
  std::vector<Expression> box;
  std::optional<Expression> swizzle, l2_promotion;
  Place place;
};

/// Members of a struct argument, in order.
struct StructTemplate {
  std::vector<std::variant<PointerTemplate, TypedExpression>> members;
  Place place;
};

using ArgumentTemplate = std::variant<PointerTemplate, TypedExpression, TensorMapTemplate, StructTemplate>;

/// A number, a parameter's word or type, or literal C++ such as true, a name or a type.
using TemplateArgument = std::variant<Expression, WordSlot, std::string>;

struct LaunchTemplate {
  std::string function;  ///< without template arguments
  std::vector<TemplateArgument> template_arguments;
  std::vector<ArgumentTemplate> arguments;
  std::vector<Expression> blocks, threads;  ///< up to three dimensions; empty: set by the experiment
  std::optional<Expression> shared_bytes;
  std::vector<Expression> cluster;  ///< up to three dimensions; empty: no cluster
  bool cooperative = false;
  bool programmatic = false;
  bool prepare = false;
  bool after = false;

  bool is_timed() const { return !prepare && !after; }
};

/// A FillProgram with unevaluated numbers.
struct FillProgramTemplate {
  Program program;
  LaunchTemplate launch;
};

/// A BufferSpec with unevaluated numbers. `base` has the name, the role, the tolerance's reason, and the type unless
/// type_slot is set.
struct BufferTemplate {
  BufferSpec base;
  std::optional<std::size_t> type_slot;  ///< of an element-type parameter
  Expression count;
  std::optional<FillTemplate> fill;
  std::optional<FileTemplate> content;       ///< of a fill from a file
  std::optional<FillProgramTemplate> maker;  ///< of a fill by a kernel
  std::optional<FileTemplate> golden;        ///< expected output
  std::optional<Expression> tolerance_abs, tolerance_rel, tolerance_matched, tolerance_norm;
};

struct ReferenceTemplate {
  Program program;
  std::vector<LaunchTemplate> launches;

  bool is_kernel() const { return !launches.empty(); }
};

struct Kernel {
  std::string name;
  std::vector<std::string> sources;  ///< relative to the family's folder; compiled as one translation unit
  Program program;
  std::vector<LaunchTemplate> launches;  ///< at least one is timed
  bool graph = false;                    ///< time the timed launches as one CUDA graph
  std::vector<Expression> where;         ///< a point is skipped unless all hold
  std::vector<DefineTemplate> defines;
  std::vector<OptionTemplate> options;
  std::optional<std::vector<std::size_t>> outputs;  ///< indices of the `out` buffers it fills; absent: all
  std::optional<ReferenceTemplate> reference;       ///< overrides the family's
  bool submitted = false;  ///< the submission provides the program; `sources` are relative to it
};

struct WorkCount {
  std::string name;
  Expression value;
};

/// A problem with its buffers, reference and work counts, and the kernels that solve it.
struct Family {
  std::string name;
  std::string about;
  std::string file;
  Symbols symbols;  ///< Symbols::launch() and the parameters
  std::vector<Parameter> parameters;
  std::vector<BufferTemplate> buffers;
  std::vector<ConstantTemplate> constants;
  std::vector<Kernel> kernels;
  ReferenceTemplate reference;  ///< default for kernels without their own
  std::vector<WorkCount> work;

  /// Without launches if outputs are compared with files.
  const ReferenceTemplate& reference_of(const Kernel& kernel) const {
    return kernel.reference ? *kernel.reference : reference;
  }
  const Parameter* find_parameter(std::string_view parameter) const;
  bool has_parameter(std::size_t slot) const;
  bool has_work_count(std::string_view count) const;
  /// Requires has_parameter(slot).
  const Parameter& parameter_of(std::size_t slot) const;
};

/// Loads kernels/<name>/family.yaml and its sources. Parameters must not use names in `taken`. Throws Error with all
/// problems, each at its place.
Family load_family(const Library& library, const std::string& name, const ResultNames& taken = {},
                   const Symbols& symbols = Symbols::launch());

struct NamedFiles {
  std::vector<std::string> sources;   ///< of kernels and references, relative to the family's folder
  std::vector<std::string> included;  ///< folders, relative to the parent of the family's folder
};

/// Ignores everything else in the text. Throws Error, with `file` as its place, if it is not YAML.
NamedFiles files_named_in(const std::string& file, const std::string& text);

/// A name whose value is computed from other names.
struct Derivation {
  std::size_t slot = 0;
  Expression value;
};

/// Sorts `derivations` so that each follows those it uses. Throws Error with the cycle if there is one.
std::vector<Derivation> in_evaluation_order(std::vector<Derivation> derivations, const Symbols& symbols);

}  // namespace warpledger
