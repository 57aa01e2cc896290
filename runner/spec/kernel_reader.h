#pragma once

#include <string>
#include <vector>

#include "model/job.h"
#include "spec/family.h"
#include "spec/passed_arguments.h"
#include "spec/program_loader.h"
#include "spec/reader.h"

namespace warpledger {

/// Reads the `kernels` and `reference` of a family file and their sources, including those with errors.
class KernelReader {
 public:
  /// `folders` hold the sources; launches may use `symbols` and `buffers`.
  KernelReader(const SourceFolders& folders, const Symbols& symbols, const std::vector<BufferTemplate>& buffers)
      : folders_(folders), symbols_(symbols), buffers_(buffers) {}

  std::vector<Kernel> kernels(const Reader& kernels) const;
  ReferenceTemplate reference(const Reader& reference) const;
  FillProgramTemplate fill(const Reader& fill) const;

 private:
  /// Reads the keys of `launch`, or of a reference's short form.
  LaunchTemplate reference_launch(const Reader& launch, const Program& program) const;
  void read_kernel(const Reader& key, const Reader& value, Kernel& kernel) const;
  /// Reads `source`, or `library` and what it links with.
  void read_program(const Reader& value, Kernel& kernel) const;
  void read_launches(const Reader& launches, Kernel& kernel) const;
  std::vector<std::size_t> outputs(const Reader& names) const;
  Program program(const Reader& source) const;
  /// Reads the keys common to a launch and a kernel's short form.
  LaunchTemplate launch(const Reader& launch, std::string function, const Program& program,
                        const PassedTypes& types) const;
  TemplateArgument template_argument(const Reader& item) const;
  std::vector<Expression> extent(const Reader& value) const;

  const SourceFolders& folders_;
  const Symbols& symbols_;
  const std::vector<BufferTemplate>& buffers_;
};

}  // namespace warpledger
