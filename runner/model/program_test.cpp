#include "model/program.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

// Output of clang 14 and NVRTC 13.0.
constexpr const char* kClang =
    "launch of f<4>:1:13: error: no member named 'f' in the global namespace\n"
    "Launcher<&::f<4>>::kernel(\"f<4>\"),\n"
    "          ~~^\n"
    "1 error generated.\n";
constexpr const char* kNvrtc =
    "__nv_name_map(2): error: identifier \"f\" is undefined\n"
    "  #pragma nv_mangled_name f<4>\n"
    "                          ^\n\n"
    "2 errors detected in the compilation of \"x.cu\".\n";

std::string of_clang(const std::string& log) { return compile_log(log, "launch of ", "launch of ", ":1:"); }
std::string of_nvrtc(const std::string& log) {
  return compile_log(log, "__nv_name_map(", "#pragma nv_mangled_name ", "\n");
}

TEST(CompileLog, OfASourceWithoutTheKernelNamesTheKernelAndShowsNoLineThatTheAuthorDidNotWrite) {
  EXPECT_EQ(of_clang(kClang), "the source has no kernel f<4>: no member named 'f' in the global namespace");
  EXPECT_EQ(of_nvrtc(kNvrtc), "the source has no kernel f<4>: identifier \"f\" is undefined");
}

TEST(CompileLog, OfASourceWithErrorsOfItsOwnIsAboutThose) {
  const std::string own = "x.cu:1:2: error: expected ';'\n  int i\n       ^\n";
  EXPECT_EQ(of_clang(own + kClang), own);
  EXPECT_EQ(of_clang(own), own);
  EXPECT_EQ(of_nvrtc("x.cu(1): error: no\n" + std::string(kNvrtc)), "x.cu(1): error: no\n");
}

TEST(CompileLog, OfASourceThatQuotesOurLinesIsLeftWhole) {
  const std::string own = "x.cu:1:2: error: no\n  // launch of f:1: error: x\n";
  EXPECT_EQ(of_clang(own), own);
}

TEST(HostCodeHint, IsForAFileWithAMainThatLeavesItIn) {
  const auto hint = [](const std::string& text) { return host_code_hint({{"x.cu", text}, {}}); };
  const std::string main = "__global__ void f() {}\nint\n main(int argc, char** argv) { f<<<1, 1>>>(); }\n";
  EXPECT_EQ(hint(main),
            "\nx.cu has a main(): it is compiled as device code alone; put code of the host behind #ifndef "
            "__CUDACC_RTC__");
  EXPECT_EQ(hint("#ifndef __CUDACC_RTC__\n" + main + "#endif\n"), "");
  EXPECT_EQ(hint("int" + std::string(1'000'000, ' ') + "x;\n"), "");  // std::regex recurses for each blank
  EXPECT_EQ(hint("__device__ int domain(int x) { return x; }\n__device__ int main_part(int);\n"), "");
}

}  // namespace
}  // namespace warpledger
