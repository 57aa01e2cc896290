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

/// Resolves launches, buffers and compiler options of a point of one family. Throws Error at an expression without a
/// valid value.
class Resolver {
 public:
  /// Both must outlive this.
  Resolver(const Family& family, const Values& values);

  Launch launch(const LaunchTemplate& launch) const;
  /// Returns grid and block.
  std::pair<Extent, Extent> geometry(const LaunchTemplate& launch) const;
  std::vector<BufferSpec> buffers() const;
  /// Returns the file contents that buffers refer to.
  std::vector<std::shared_ptr<const FileArray>> arrays() const;
  /// Returns the macros of a kernel, then its options.
  std::vector<std::string> options(const Kernel& kernel) const;

  /// Evaluates what launch() and buffers() evaluate, and collects all errors.
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
  /// Returns null if no file supplies it.
  std::shared_ptr<const FileArray> content_of(const BufferTemplate& buffer) const;
  std::shared_ptr<const FileArray> golden_of(const BufferTemplate& buffer) const;
  const FilePartFacts& find(const FileTemplate& content, const BufferTemplate& buffer) const;

  const Family& family_;
  const Values& values_;
  double blocks_;
  double threads_;
};

enum class Spelling { shown, cpp };

/// Returns the template arguments: "<32,f16>" as shown in results, "<32,__half>" in C++; "" if there are none.
std::string resolve_template(const Family& family, const LaunchTemplate& launch, const Values& values,
                             Spelling spelling);

}  // namespace warpledger
