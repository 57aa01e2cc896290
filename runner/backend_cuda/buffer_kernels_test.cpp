#include "backend_cuda/buffer_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/nvrtc.h"

namespace warpledger {
namespace {

TEST(BufferKernels, CompileForEveryElementType) {
  const std::vector<std::string> functions = buffer_functions();
  EXPECT_EQ(functions.size(), 2 + 3 * kElementTypes.size());
  for (const int arch : {75, 90}) {
    const Cubin cubin = compile_cubin(buffer_program(), functions, nvrtc_options(arch));
    EXPECT_EQ(cubin.functions.size(), functions.size());
  }
}

}  // namespace
}  // namespace warpledger
