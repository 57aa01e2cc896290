#include "backend_host/gpu_code.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "base/file.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

const std::string kCubin = std::string(WARPLEDGER_SOURCE_DIR) + "/runner/sass/testdata/needs.sm_80.cubin";

std::string problem_with(const CubinCompiler& compiler) {
  const GpuCode code(compiler, {}, {"f"}, 89);
  try {
    code.kernel("f");
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

TEST(GpuCode, SaysWhyThereIsNone) {
  using Functions = std::span<const std::string>;
  EXPECT_EQ(problem_with({}), "host backend: no GPU code: no compiler for it is available");
  EXPECT_EQ(problem_with([](const Program&, Functions, int) -> Cubin { throw Error("no toolkit", "install it"); }),
            "host backend: no GPU code: no toolkit");
  EXPECT_EQ(problem_with([](const Program&, Functions, int) -> Cubin {
              throw PointFailure(Outcome::compile_failed, "x.cu(1): error");
            }),
            "host backend: no GPU code: the program does not compile for sm_89: x.cu(1): error");
  EXPECT_EQ(problem_with([](const Program&, Functions, int) {
              return Cubin{"no ELF file", {}};
            }),
            "host backend: no GPU code: not a complete cubin: it ends too early");
  EXPECT_EQ(problem_with([](const Program&, Functions, int) {
              return Cubin{read_file(kCubin), {{"f", "g"}}};
            }),
            "host backend: no GPU code: the program was not compiled for this function");
}

TEST(GpuCode, IsCompiledOnceAlsoWhenThatFails) {
  int compiled = 0;
  const GpuCode code(
      [&](const Program&, std::span<const std::string>, int) -> Cubin {
        ++compiled;
        throw Error("no toolkit", "install it");
      },
      {}, {"f"}, 89);
  EXPECT_THROW(code.kernel("f"), Error);
  EXPECT_THROW(code.kernel("f"), Error);
  EXPECT_EQ(compiled, 1);
}

TEST(GpuCode, IsFoundByTheNamesThatTheCompilerGave) {
  const GpuCode code(
      [](const Program&, std::span<const std::string>, int) {
        return Cubin{read_file(kCubin), {{"f<1>", "rotate"}, {"f<2>", "pick"}}};
      },
      {}, {"f<1>", "f<2>"}, 80);
  EXPECT_EQ(code.kernel("f<1>").registers, 10);
  EXPECT_EQ(code.kernel("f<2>").registers, 32);
}

}  // namespace
}  // namespace warpledger
