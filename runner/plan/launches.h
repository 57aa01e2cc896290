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

/// Resolves launches, buffers and options of a point of one family. Throws Error at an expression without a valid
/// value.
class Resolver {
 public:
  /// Both must outlive this.
  Resolver(const Family& family, const Values& values);

  Launch launch(const LaunchTemplate& launch) const;
  std::pair<Extent, Extent> geometry(const LaunchTemplate& launch) const;
  std::vector<BufferSpec> buffers() const;
  std::vector<std::shared_ptr<const FileArray>> arrays() const;
  /// Macros, then the kernel's options.
  std::vector<std::string> options(const Kernel& kernel) const;

  /// Evaluates what launch() and buffers() evaluate, and adds all errors to `errors`.
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
  /// Null if no file gives it.
  std::shared_ptr<const FileArray> content_of(const BufferTemplate& buffer) const;
  std::shared_ptr<const FileArray> golden_of(const BufferTemplate& buffer) const;
  const FilePartFacts& find(const FileTemplate& content, const BufferTemplate& buffer) const;

  const Family& family_;
  const Values& values_;
  double blocks_;
  double threads_;
};

enum class Spelling { shown, cpp };

/// "<32,f16>" in results, "<32,__half>" in C++; "" without arguments.
std::string resolve_template(const Family& family, const LaunchTemplate& launch, const Values& values,
                             Spelling spelling);

}  // namespace warpledger
