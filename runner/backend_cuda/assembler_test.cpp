#include "backend_cuda/assembler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/nvrtc.h"
#include "backend_cuda/toolkit_program.h"
#include "exec/backend.h"
#include "model/base64.h"

namespace warpledger {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kPtx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry set_one(.param .u64 to) {
  .reg .b64 %rd<3>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [to];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, 1;
  st.global.u32 [%rd2], %r1;
  ret;
}
)";

Program ptx(std::string text = kPtx) { return {.main = {"/family/set.ptx", std::move(text)}, .headers = {}}; }

Cubin assemble(const Program& program, const std::string& architecture = "sm_90",
               const std::string& function = "set_one") {
  return assembled_cubin(program, std::vector{function}, architecture);
}

std::pair<Outcome, std::string> refusal(const Program& program, const std::string& architecture = "sm_90",
                                        const std::string& function = "set_one") {
  try {
    assemble(program, architecture, function);
  } catch (const PointFailure& failure) {
    return {failure.outcome(), failure.what()};
  }
  return {Outcome::ok, ""};
}

Program machine_code_for(const std::string& architecture) {
  return {.main = {"/family/set.cubin", base64_encoded(assemble(ptx(), architecture).image)}, .headers = {}};
}

class Assembler : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_toolkit_program("ptxas")) GTEST_SKIP() << "there is no ptxas";
  }
};

TEST_F(Assembler, MakesCubinsOfPtx) {
  EXPECT_EQ(assemble(ptx()).functions.at("set_one"), "set_one");
  EXPECT_EQ(compile_cubin(ptx(), std::vector<std::string>{"set_one"}, nvrtc_options(90)).image, assemble(ptx()).image);
}

TEST_F(Assembler, MakesThemForTheOneChipThatThePtxNames) {
  std::string text = kPtx;
  text.replace(text.find("sm_80"), 5, "sm_90a");
  text.replace(text.find("  ret;"), 0, "  wgmma.fence.sync.aligned;\n");
  EXPECT_EQ(refusal(ptx(text)), std::pair(Outcome::ok, std::string()));
}

TEST_F(Assembler, TellsWhatIsWrongAtTheLine) {
  std::string text = kPtx;
  text.replace(text.find("st.global"), 9, "sd.global");
  const auto [outcome, reason] = refusal(ptx(text));
  EXPECT_EQ(outcome, Outcome::compile_failed);
  EXPECT_THAT(reason, AllOf(HasSubstr("set.ptx, line 10"), Not(HasSubstr("/tmp"))));
}

TEST_F(Assembler, NamesTheKernelsThatThereAre) {
  const auto [outcome, reason] = refusal(ptx(), "sm_90", "set_two");
  EXPECT_EQ(outcome, Outcome::compile_failed);
  EXPECT_THAT(reason, HasSubstr("set.ptx has no kernel set_two; it has: set_one"));
}

TEST_F(Assembler, TakesMachineCodeAsItIs) {
  const Program code = machine_code_for("sm_90");
  EXPECT_EQ(assemble(code).image, base64_decoded(code.main.text));
  EXPECT_EQ(refusal(machine_code_for("sm_80"), "sm_86").first, Outcome::ok);
}

TEST_F(Assembler, RefusesMachineCodeOfAnotherChip) {
  for (const char* other : {"sm_80", "sm_100"}) {
    const auto [outcome, reason] = refusal(machine_code_for(other));
    EXPECT_EQ(outcome, Outcome::invalid_point);
    EXPECT_THAT(reason, HasSubstr(std::string("machine code for ") + other + ", which a device of sm_90 cannot run"));
  }
}

TEST_F(Assembler, RefusesDamagedMachineCode) {
  Program code = machine_code_for("sm_90");
  code.main.text.resize(code.main.text.size() / 2);
  EXPECT_EQ(refusal(code).first, Outcome::compile_failed);
  code.main.text = "*";
  EXPECT_EQ(refusal(code).first, Outcome::compile_failed);
}

}  // namespace
}  // namespace warpledger
