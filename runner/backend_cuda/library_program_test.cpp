#include "backend_cuda/library_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "backend_cuda/library_module.h"
#include "backend_cuda/toolkit_program.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

// Functions that need no GPU and return their arguments as an error.
constexpr const char* kSource = R"cuda(
#include <stdexcept>
#include <said.h>
const char* say(cudaStream_t, const float* in, int a, double b, bool c) {
  return said(in == nullptr, a, b, c);
}
template <int factor>
const char* times(cudaStream_t, long long a) { return said(false, factor * a, 0, false); }
const char* nothing(cudaStream_t) { return nullptr; }
const char* throws(cudaStream_t) { throw std::runtime_error("thrown by a library"); }
)cuda";

constexpr const char* kHeader = R"cuda(
inline const char* said(bool null, long long a, double b, bool c) {
  static std::string text;
  text = std::string(null ? "null " : "") + std::to_string(a) + " " + std::to_string(b) + (c ? " true" : " false");
  return text.c_str();
}
)cuda";

const std::vector<std::string> kFunctions = {"say", "times<3>", "nothing", "throws"};

Program library_program(const std::string& main = kSource) {
  return {.main = {"/family/said.cu", main},
          .headers = {{"said.h", kHeader}},
          .options = {std::string(kLibraryOption), "-lcublas"}};
}

template <class T>
Scalar scalar(ElementType type, T value) {
  Scalar made{type, {}};
  std::memcpy(made.bytes.data(), &value, sizeof value);
  return made;
}

std::pair<Outcome, std::string> end_of(const LibraryModule& module, const std::string& function,
                                       std::vector<BoundArgument> arguments) {
  BoundLaunch launch{.module = &module, .function = function, .arguments = std::move(arguments)};
  try {
    module.enqueue(launch, nullptr);
  } catch (const PointFailure& failure) {
    return {failure.outcome(), failure.what()};
  }
  return {Outcome::ok, ""};
}

std::string compile_problem(const std::string& source, const std::vector<std::string>& functions) {
  try {
    LibraryCompiler("", "--gpu-architecture=sm_90").library(library_program(source), functions);
  } catch (const PointFailure& failure) {
    EXPECT_EQ(failure.outcome(), Outcome::compile_failed);
    return failure.what();
  }
  return "compiled";
}

class LibraryPrograms : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { cache_ = new TemporaryFolder; }
  static void TearDownTestSuite() {
    delete cache_;
    cache_ = nullptr;
  }
  void SetUp() override {
    if (!has_toolkit_program("nvcc")) GTEST_SKIP() << "there is no nvcc";
  }
  static fs::path library(const fs::path& folder) {
    LibraryCompiler compiler(folder, "--gpu-architecture=sm_90");
    return compiler.library(library_program(), kFunctions);
  }
  static LibraryModule module() { return {library(cache_->path()), kFunctions, "said.cu"}; }

  static TemporaryFolder* cache_;  ///< shared, so that the program is compiled once
};
TemporaryFolder* LibraryPrograms::cache_ = nullptr;

TEST_F(LibraryPrograms, AreGivenTheirArgumentsAndSayWhatIsWrong) {
  const LibraryModule loaded = module();
  EXPECT_EQ(end_of(loaded, "say",
                   {DevicePointer{}, scalar(ElementType::i32, -7), scalar(ElementType::f64, 2.5),
                    scalar(ElementType::boolean, true)}),
            std::pair(Outcome::launch_failed, std::string("say says: null -7 2.500000 true")));
  EXPECT_EQ(end_of(loaded, "times<3>", {scalar(ElementType::i64, 1LL << 40)}).second,
            "times<3> says: 3298534883328 0.000000 false");
  EXPECT_EQ(end_of(loaded, "nothing", {}).first, Outcome::ok);
  EXPECT_EQ(end_of(loaded, "throws", {}).second, "throws says: thrown by a library");
}

TEST_F(LibraryPrograms, RefuseArgumentsThatTheyDoNotTake) {
  const LibraryModule loaded = module();
  const auto [outcome, reason] = end_of(loaded, "times<3>", {scalar(ElementType::i32, 1)});
  EXPECT_EQ(outcome, Outcome::compile_failed);
  EXPECT_THAT(reason, HasSubstr("takes 8 B as argument 1, the family passes i32 of 4 B"));
  EXPECT_THAT(end_of(loaded, "nothing", {DevicePointer{}}).second, HasSubstr("takes 0 arguments, the family passes 1"));
}

TEST_F(LibraryPrograms, HaveNoAttributesOfAKernelAndSayWhy) {
  for (const Metric& metric : module().attributes("nothing", 1, 0)) {
    EXPECT_FALSE(metric.value) << metric.name;
    EXPECT_THAT(metric.reason, HasSubstr("chooses its kernels itself"));
  }
}

TEST_F(LibraryPrograms, AreKeptInTheCacheAndCompiledAnywayWhereItCannotBeWritten) {
  module();
  const fs::path kept = library(cache_->path());
  EXPECT_EQ(kept.parent_path(), cache_->path());
  const fs::path no_folder = cache_->path() / "file";
  write_file(no_folder.string(), "");
  LibraryCompiler compiler(no_folder, "--gpu-architecture=sm_90");
  EXPECT_TRUE(fs::exists(compiler.library(library_program(), std::vector<std::string>{"nothing"})));
}

TEST_F(LibraryPrograms, TellTheCompilersMessagesAtTheAuthorsLines) {
  EXPECT_THAT(compile_problem("const char* f(cudaStream_t) {\n  return undeclared;\n}\n", {"f"}),
              ::testing::AllOf(HasSubstr("said.cu(2): error"), HasSubstr("undeclared"), Not(HasSubstr("/tmp"))));
  EXPECT_THAT(compile_problem("int f(int) { return 0; }\n", {"f"}),
              HasSubstr("const char* name(cudaStream_t stream, arguments...)"));
}

}  // namespace
}  // namespace warpledger
