#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/file_array.h"
#include "model/job.h"
#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// Resolves the launches, buffers and compiler options of a point of one family. Each verb throws Error at the
/// expression that has no value there or not an allowed one.
class Resolver {
 public:
  /// Both must outlive it.
  Resolver(const Family& family, const Values& values);

  Launch launch(const LaunchTemplate& launch) const;
  /// Its grid and its block.
  std::pair<Extent, Extent> geometry(const LaunchTemplate& launch) const;
  std::vector<BufferSpec> buffers() const;
  /// What the buffers name of files.
  std::vector<std::shared_ptr<const FileArray>> arrays() const;
  /// The macros of a kernel, then its options.
  std::vector<std::string> options(const Kernel& kernel) const;

  /// Evaluates what launch() and buffers() evaluate; adds to `errors` what they would throw, of each expression.
  void check(const LaunchTemplate& launch, ErrorList& errors) const;
  void check(const BufferTemplate& buffer, ErrorList& errors) const;

 private:
  BufferIndex pointer(const PointerTemplate& pointer) const;
  TensorMap tensor_map(const TensorMapTemplate& map) const;
  StructValue struct_value(const StructTemplate& members) const;
  Argument argument(const ArgumentTemplate& argument) const;
  LaunchAttributes attributes(const LaunchTemplate& launch) const;
  std::string option(const OptionTemplate& option) const;
  ElementType type_of(const BufferTemplate& buffer) const;
  Fill fill_of(const BufferTemplate& buffer) const;
  /// Null where no file gives it.
  std::shared_ptr<const FileArray> content_of(const BufferTemplate& buffer) const;
  std::shared_ptr<const FileArray> golden_of(const BufferTemplate& buffer) const;
  const FilePartFacts& find(const FileTemplate& content, const BufferTemplate& buffer) const;

  const Family& family_;
  const Values& values_;
  double blocks_;
  double threads_;
};

/// How a template argument is written.
enum class Spelling { shown, cpp };

/// "<32,f16>" as results show the arguments, "<32,__half>" as C++ has them; nothing when there are none.
std::string resolve_template(const Family& family, const LaunchTemplate& launch, const Values& values,
                             Spelling spelling);

}  // namespace warpledger
