#include "backend_host/traced_build.h"

#include <fstream>

#include "backend_host/trace_fixture.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

class TracedBuildTest : public TraceTest {
 protected:
  /// A clang++ that drops arguments with the prefix `without`.
  HostCompiler clang_without(const std::string& without) {
    const std::string path = (folder_.path() / "clang-without").string();
    std::ofstream(path) << "#!/bin/bash\nkept=()\nfor a in \"$@\"; do [[ $a == " << without
                        << "* ]] || kept+=(\"$a\"); done\nexec clang++ \"${kept[@]}\"\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return {path, compiler_.version};
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(TracedBuildTest, RefusesACompilerThatInstrumentsNothing) {
  if (!traces_well(compiler_)) GTEST_SKIP() << "needs clang";
  compiler_ = clang_without("-fsanitize-coverage");
  try {
    compile({{"probe.cu", "__global__ void f(int* a) { *a = 1; }"}, {}}, "f");
    ADD_FAILURE() << "should be refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), compiler_.path + " (" + compiler_.version + ") does not log loads and stores");
  }
}

TEST_F(TracedBuildTest, RefusesAnOldClang) {
  compiler_ = {"clang++-13", "Debian clang version 13.0.1-11"};
  try {
    compile({{"probe.cu", "__global__ void f(int* a) { *a = 1; }"}, {}}, "f");
    ADD_FAILURE() << "should be refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "clang++-13 (Debian clang version 13.0.1-11) cannot log loads and stores");
    EXPECT_EQ(error.hint(), "install clang 14 or newer, or set WARPLEDGER_HOST_CXX to it");
  }
}

TEST_F(TracedBuildTest, NamesTheStudentsFileAndLineInMessages) {
  try {
    compile({{"kernels/student.cu", "__global__ void f(int* a) {\n  a[0] = nonsense;\n}\n"}, {}}, "f");
    ADD_FAILURE() << "should not compile";
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::compile_failed);
    EXPECT_THAT(end.what(), testing::HasSubstr("kernels/student.cu:2:"));
  }
}

TEST_F(TracedBuildTest, IsKeptApartFromThePlainBuild) {
  const Program program = {{"probe.cu", "__global__ void f(int* a) { *a = 1; }"}, {}};
  const std::vector<std::string> functions = {"f"};
  const CompileTarget target = {.cuda_arch = 890, .max_dynamic_shared_bytes = 1024};
  const std::string traced = compile_traced(compiler_, target, program, functions, cache_dir());
  EXPECT_NE(traced, compile_to_shared_object(compiler_, target, program, functions, cache_dir()));
  const auto written = std::filesystem::last_write_time(traced);
  EXPECT_EQ(compile_traced(compiler_, target, program, functions, cache_dir()), traced);
  EXPECT_EQ(std::filesystem::last_write_time(traced), written);
}

TEST_F(TracedBuildTest, CompilesWhatInstrumentationCallsOnceForAllPrograms) {
  const TemporaryFolder cache;
  const std::vector<std::string> functions = {"f"};
  for (const char* value : {"1", "2"})
    compile_traced(compiler_, {.cuda_arch = 890, .max_dynamic_shared_bytes = 1024},
                   {{"probe.cu", std::string("__global__ void f(int* a) { *a = ") + value + "; }"}, {}}, functions,
                   cache.path());
  std::map<std::string, int> kept;
  for (const auto& entry : std::filesystem::directory_iterator(cache.path())) ++kept[entry.path().extension()];
  EXPECT_EQ(kept[".so"], 2);
  EXPECT_EQ(kept[".o"], 1);
}

}  // namespace
}  // namespace warpledger
