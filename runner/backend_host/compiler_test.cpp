#include "backend_host/compiler.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "backend_host/kernel_fixture.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

class CompilerTest : public KernelTest {
 protected:
  std::string messages_of(const Program& program, const std::string& function) {
    const std::vector<std::string> functions = {function};
    try {
      backend_->compile(program, functions);
    } catch (const PointFailure& end) {
      EXPECT_EQ(end.outcome(), Outcome::compile_failed);
      return end.what();
    }
    ADD_FAILURE() << "should not compile";
    return {};
  }
};

TEST_F(CompilerTest, FindsAHeaderUpFromTheFileThatIncludesIt) {
  const Program program = {{"src/k.cu", "#include \"../inc/r.cuh\"\n__global__ void f(int* x) { *x = one(); }"},
                           {{"inc/r.cuh", "inline int one() { return 1; }"}}};
  EXPECT_NE(backend_->compile(program, std::vector<std::string>{"f"}), nullptr);
}

TEST_F(CompilerTest, NamesTheStudentsFileAndLineInMessages) {
  const std::string messages =
      messages_of({{"kernels/student.cu", "__global__ void f(int* a) {\n  a[0] = nonsense;\n}\n"}, {}}, "f");
  EXPECT_THAT(messages, testing::HasSubstr("kernels/student.cu:2:"));
  EXPECT_THAT(messages, testing::HasSubstr("nonsense"));
}

TEST_F(CompilerTest, NamesAHeaderAndItsLineInMessages) {
  const Program program = {{"student.cu", "#include \"deep/tile.h\"\n__global__ void f(int*) {}\n"},
                           {{"deep/tile.h", "\n\nint tile = nonsense;\n"}}};
  EXPECT_THAT(messages_of(program, "f"), testing::HasSubstr("deep/tile.h:3:"));
}

TEST_F(CompilerTest, FindsAHeaderBesideTheFileThatIncludesIt) {
  const Program program = {{"src/student.cu", "#include \"tile.cuh\"\n__global__ void beside(int* a) { *a = kTile; }"},
                           {{"src/deep/one.cuh", "#pragma once\nconstexpr int kTile = 1;"},
                            {"src/tile.cuh", "#include \"deep/one.cuh\"\n#include \"src/deep/one.cuh\"\n"}}};
  const std::vector<std::string> functions = {"beside"};
  EXPECT_NE(backend_->compile(program, functions), nullptr);
}

TEST_F(CompilerTest, DefinesAProgramsMacrosAndNamesLinesAsTheyAre) {
  Program program{
      {"kernels/macro.cu", "static_assert(TILE == 4 && FAST);\n__global__ void macro(T* a) { *a = TILE; }\n"},
      {},
      {"-DTILE=4", "-DFAST", "-DT=int", "-maxrregcount=32"}};
  const std::vector<std::string> functions = {"macro"};
  EXPECT_NE(backend_->compile(program, functions), nullptr);
  program.options[0] = "-DTILE=5";
  EXPECT_THAT(messages_of(program, "macro"), testing::HasSubstr("kernels/macro.cu:1:"));
}

TEST_F(CompilerTest, SaysWhichFunctionCannotBeLaunched) {
  const Program program = {{"student.cu", "template <int N> __global__ void f(int*) {}"}, {}};
  for (const std::string function : {"f<int>", "g<1>"}) {
    EXPECT_THAT(messages_of(program, function), testing::StartsWith("the source has no kernel " + function + ": "));
    EXPECT_THAT(messages_of(program, function), testing::Not(testing::HasSubstr("Launcher<")));
  }
}

TEST_F(CompilerTest, SaysWhatAKernelLacksNotWhatItsLauncherDoes) {
  const auto said = [&](const std::string& kernel) { return messages_of({{"student.cu", kernel}, {}}, "f<4,1>"); };
  const std::string none = "the source has no kernel f<4,1>: ";
  EXPECT_EQ(said("__global__ void f(int*) {}"), none + "it is not a template");
  for (const std::string parameters : {"int N", "class T"})
    EXPECT_EQ(said("template <" + parameters + "> __global__ void f(int*) {}"),
              none + "no template of that name, or more than one, takes these arguments");
  EXPECT_EQ(said("template <int N, int M> __global__ int f(int*) { return 0; }"), none + "it does not return void");
}

TEST_F(CompilerTest, LeavesOutCodeOfTheHostAsNvrtcDoes) {
  const std::string kernel = "__global__ void f(int*) {}\n", main = "int main() { f<<<1, 1>>>(nullptr); }\n";
  const Program guarded = {{"student.cu", kernel + "#ifndef __CUDACC_RTC__\n" + main + "#endif\n"}, {}};
  EXPECT_NE(backend_->compile(guarded, std::vector<std::string>{"f"}), nullptr);
  EXPECT_THAT(messages_of({{"student.cu", kernel + main}, {}}, "f"), testing::HasSubstr("behind #ifndef"));
}

TEST_F(CompilerTest, RefusesAFunctionThatIsDeclaredButNotDefined) {
  const Program program = {{"student.cu", "__device__ int g(); __global__ void f(int* a) { *a = g(); }"}, {}};
  EXPECT_EQ(messages_of(program, "f"), "g() is declared and not defined");
}

TEST_F(CompilerTest, RefusesToWriteThreadIdx) {
  EXPECT_THAT(messages_of({{"student.cu", "__global__ void f(int*) { threadIdx.x = 1; }"}, {}}, "f"),
              testing::HasSubstr("student.cu:1:"));
}

TEST_F(CompilerTest, RefusesAHeaderOutsideTheFamily) {
  const Program program = {{"student.cu", "__global__ void f(int*) {}"}, {{"../evil.h", ""}}};
  const std::vector<std::string> functions = {"f"};
  EXPECT_THROW(backend_->compile(program, functions), Error);
}

TEST_F(CompilerTest, AnswersFromTheCacheWithoutTheCompiler) {
  const HostCompiler compiler = find_host_compiler();
  const Program program = {{"student.cu", "__global__ void cached(int*) {}"}, {}};
  const std::vector<std::string> functions = {"cached"};
  const CompileTarget target = {.cuda_arch = 890, .max_dynamic_shared_bytes = 1024};
  const std::string first = compile_to_shared_object(compiler, target, program, functions, cache_dir());
  const auto written = std::filesystem::last_write_time(first);
  EXPECT_EQ(compile_to_shared_object(compiler, target, program, functions, cache_dir()), first);
  EXPECT_EQ(std::filesystem::last_write_time(first), written);

  Program changed = program;
  changed.main.text += "\n";
  EXPECT_NE(compile_to_shared_object(compiler, target, changed, functions, cache_dir()), first);
  const CompileTarget other = {.cuda_arch = 900, .max_dynamic_shared_bytes = 1024};
  EXPECT_NE(compile_to_shared_object(compiler, other, program, functions, cache_dir()), first);
}

TEST_F(CompilerTest, BuildsOnceWhatTwoWorkersLack) {
  const TemporaryFolder cache;
  const HostCompiler compiler;
  std::atomic<int> built = 0;
  const auto build = [&](const CompileFolder& folder) {
    ++built;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ofstream(folder.path() / "kernel.so") << "code";
  };
  std::vector<std::jthread> workers;
  for (int i = 0; i < 2; ++i)
    workers.emplace_back([&] { cached_build(compiler, cache.path().string(), "abcdef01", kSharedObject, build); });
  workers.clear();
  EXPECT_EQ(built, 1);
}

TEST_F(CompilerTest, LeavesNothingButTheSharedObjectInTheCache) {
  const TemporaryFolder cache;
  const std::vector<std::string> functions = {"tidy"};
  compile_to_shared_object(find_host_compiler(), {.cuda_arch = 890, .max_dynamic_shared_bytes = 1024},
                           {{"student.cu", "__global__ void tidy(int*) {}"}, {}}, functions, cache.path().string());
  EXPECT_FALSE(std::filesystem::is_empty(cache.path()));
  for (const auto& entry : std::filesystem::directory_iterator(cache.path()))
    EXPECT_TRUE(entry.path().extension() == ".so" || entry.path().filename() == "cache.lock") << entry.path();
}

TEST_F(CompilerTest, GivesEveryModuleItsOwnVariables) {
  const std::string source = "__device__ int count; __global__ void f(int* data) { *data = ++count; }";
  const auto first = compile(source, "f");
  const auto second = compile(source, "f");
  const auto data = backend_->allocate(sizeof(int));
  for (const Module* module : {first.get(), second.get()}) {
    backend_->launch({.launches = {{module, "f", {DevicePointer{data.get()}}, {}, {}}}});
    EXPECT_EQ(download<int>(*data), std::vector<int>{1});
  }
}

TEST(FindHostCompiler, SaysWhenTheVariableNamesNoProgram) {
  setenv("WARPLEDGER_HOST_CXX", "no-such-compiler", 1);
  try {
    find_host_compiler();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "WARPLEDGER_HOST_CXX names 'no-such-compiler', which is not a program");
  }
  unsetenv("WARPLEDGER_HOST_CXX");
}

}  // namespace
}  // namespace warpledger
