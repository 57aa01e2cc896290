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

/// "i32 n_l * d_l": a value with its type.
struct TypedExpression {
  ElementType type = ElementType::i32;   ///< unless a parameter has it
  std::optional<std::size_t> type_slot;  ///< of a parameter of element types
  Expression value;
};

struct ConstantTemplate {
  std::string symbol;
  std::vector<TypedExpression> members;  ///< laid out like the members of a C struct
  std::optional<std::size_t> buffer;     ///< in place of members: it has that buffer's first content
};

/// A buffer, from its element `offset` on; or no buffer (BufferIndex::kNull).
struct PointerTemplate {
  std::size_t buffer = 0;
  std::optional<Expression> offset;
};

/// A tensor map whose numbers are not known yet.
struct TensorMapTemplate {
  PointerTemplate base;
  std::optional<ElementType> type;  ///< else the buffer's
  std::vector<Expression> sizes;    ///< the innermost first
  std::vector<Expression> strides;  ///< in elements, of all dimensions but the innermost; empty: without gaps
  std::vector<Expression> box;
  std::optional<Expression> swizzle, l2_promotion;
  Place place;
};

/// The members of a struct, in their order.
struct StructTemplate {
  std::vector<std::variant<PointerTemplate, TypedExpression>> members;
  Place place;
};

using ArgumentTemplate = std::variant<PointerTemplate, TypedExpression, TensorMapTemplate, StructTemplate>;

/// A number, a parameter's word or type, or C++ as it stands: true, a name, a type.
using TemplateArgument = std::variant<Expression, WordSlot, std::string>;

struct LaunchTemplate {
  std::string function;  ///< without template arguments
  std::vector<TemplateArgument> template_arguments;
  std::vector<ArgumentTemplate> arguments;
  std::vector<Expression> blocks, threads;  ///< up to three; empty: the experiment's
  std::optional<Expression> shared_bytes;
  std::vector<Expression> cluster;  ///< up to three; empty: none
  bool cooperative = false;
  bool programmatic = false;
  bool prepare = false;
  bool after = false;

  bool is_timed() const { return !prepare && !after; }
};

/// A FillProgram whose numbers are not known yet.
struct FillProgramTemplate {
  Program program;
  LaunchTemplate launch;
};

/// A BufferSpec whose numbers are not known yet. `base` has its name, its role, its reason for the tolerance, and its
/// type unless a parameter has it.
struct BufferTemplate {
  BufferSpec base;
  std::optional<std::size_t> type_slot;  ///< of a parameter of element types
  Expression count;
  std::optional<FillTemplate> fill;
  std::optional<FileTemplate> content;       ///< what fill `file` gives
  std::optional<FillProgramTemplate> maker;  ///< of fill `kernel`
  std::optional<FileTemplate> golden;        ///< what it must hold afterwards
  std::optional<Expression> tolerance_abs, tolerance_rel, tolerance_matched, tolerance_norm;
};

struct ReferenceTemplate {
  Program program;
  std::vector<LaunchTemplate> launches;

  bool is_kernel() const { return !launches.empty(); }
};

struct Kernel {
  std::string name;
  std::vector<std::string> sources;  ///< of its program, relative to the family's folder: several are compiled as one
  Program program;
  std::vector<LaunchTemplate> launches;  ///< at least one is timed
  bool graph = false;                    ///< the timed ones are timed as one CUDA graph
  std::vector<Expression> where;         ///< a point is left out unless all hold
  std::vector<DefineTemplate> defines;
  std::vector<OptionTemplate> options;
  std::optional<std::vector<std::size_t>> outputs;  ///< indices of the `out` buffers that it fills; absent: all
  std::optional<ReferenceTemplate> reference;       ///< in place of the family's
  bool submitted = false;  ///< the program is of a submission, which its files are named relative to
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
  Symbols symbols;  ///< in sight: Symbols::launch() and the parameters
  std::vector<Parameter> parameters;
  std::vector<BufferTemplate> buffers;
  std::vector<ConstantTemplate> constants;
  std::vector<Kernel> kernels;
  ReferenceTemplate reference;  ///< of the kernels that have none of their own
  std::vector<WorkCount> work;

  /// What says whether that kernel of the family is right. Without a launch where files do.
  const ReferenceTemplate& reference_of(const Kernel& kernel) const {
    return kernel.reference ? *kernel.reference : reference;
  }
  const Parameter* find_parameter(std::string_view parameter) const;
  bool has_parameter(std::size_t slot) const;
  bool has_work_count(std::string_view count) const;
  /// The parameter of a slot that has one.
  const Parameter& parameter_of(std::size_t slot) const;
};

/// Reads kernels/<name>/family.yaml and its sources; no parameter may have one of the names in `taken`, and all are
/// added to `symbols`. Throws Error of all that is wrong, each at its place.
Family load_family(const Library& library, const std::string& name, const ResultNames& taken = {},
                   const Symbols& symbols = Symbols::launch());

/// What the text of a family's file names outside itself.
struct NamedFiles {
  std::vector<std::string> sources;   ///< of its kernels and of their references, relative to its folder
  std::vector<std::string> included;  ///< folders, relative to the one that its folder is in
};

/// Nothing else of the text is looked at. Throws Error, with `file` as its place, when it is no YAML.
NamedFiles files_named_in(const std::string& file, const std::string& text);

/// A name's value as an expression of other names.
struct Derivation {
  std::size_t slot = 0;
  Expression value;
};

/// `derivations` so that each comes after those it uses. Throws Error that prints the cycle when there is one.
std::vector<Derivation> in_evaluation_order(std::vector<Derivation> derivations, const Symbols& symbols);

}  // namespace warpledger
