#include <gtest/gtest.h>

#include "backend_cuda/cuda_module.h"
#include "backend_cuda/nvrtc.h"

namespace warpledger {
namespace {

std::vector<Metric> code_of(const std::string& body) {
  const Program program{{"f.cu", "extern \"C\" __global__ void f(float* x) { " + body + " }"}, {}};
  const std::vector<std::string> functions = {"f"};
  return machine_code(compile_cubin(program, functions, nvrtc_options(90))).at("f");
}

TEST(MachineCode, HasTheSameIdForAnotherSourceOfTheSame) {
  const std::vector<Metric> plain = code_of("x[0] = 2 * x[1];");
  const std::vector<Metric> renamed = code_of("const float twice = x[1] + x[1]; x[0] = twice;");
  ASSERT_TRUE(plain.at(0).value.has_value());
  EXPECT_EQ(plain.at(0).name, "machine_code_id");
  EXPECT_EQ(plain.at(0).value, renamed.at(0).value);
  EXPECT_GT(*plain.at(0).value, 0);
}

TEST(MachineCode, HasAnotherIdWhereItDiffers) {
  EXPECT_NE(code_of("x[0] = 2 * x[1];").at(0).value, code_of("x[0] = 3 * x[1];").at(0).value);
}

TEST(MachineCode, IsLongerWhereThereIsMoreToDo) {
  const Metric few = code_of("x[0] = 1;").at(1);
  const Metric many = code_of("for (int i = 0; i < 64; i++) x[i] *= 3;").at(1);
  EXPECT_EQ(few.name, "machine_code_bytes");
  EXPECT_GT(few.value.value(), 0);
  EXPECT_GT(many.value.value(), few.value.value());
}

TEST(MachineCode, IsAbsentWhereTheImageCannotBeRead) {
  const auto metrics = machine_code({"no ELF", {{"f", "f"}}});
  for (const Metric& absent : metrics.at("f")) {
    EXPECT_FALSE(absent.value.has_value());
    EXPECT_NE(absent.reason, "");
  }
}

}  // namespace
}  // namespace warpledger
