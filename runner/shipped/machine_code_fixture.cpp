#include "shipped/machine_code_fixture.h"

#include <gtest/gtest.h>

#include <vector>

#include "backend_cuda/nvrtc.h"
#include "spec/program_loader.h"

namespace warpledger {
namespace {

KernelCode compiled(const std::string& family, const std::string& source, const std::string& function, int arch) {
  const Program program = load_program({std::string(WARPLEDGER_SOURCE_DIR) + "/kernels/" + family}, {source});
  const Cubin cubin = cubin_for_arch(program, std::vector{function}, arch, "");
  return read_cubin(cubin.image).kernels.at(cubin.functions.at(function));
}

}  // namespace

ShippedKernel::ShippedKernel(const std::string& family, const std::string& source, const std::string& function,
                             int arch)
    : code_(compiled(family, source, function, arch)),
      counter_(std::make_unique<InstructionCounter>(code_, arch, *table_)) {}

double ShippedKernel::count(const AccessSequence& sequence) {
  const InstructionCount& count = counter_->count(sequence);
  EXPECT_TRUE(count.instructions) << count.reason;
  EXPECT_TRUE(count.all_fitted);
  return static_cast<double>(count.instructions.value_or(0));
}

}  // namespace warpledger
