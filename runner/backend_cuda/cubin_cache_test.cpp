#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "backend_cuda/cuda_backend.h"
#include "backend_cuda/nvrtc.h"
#include "base/file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

const Program kProgram = {{"f.cu", "__global__ void f() {}"}, {}};
const std::vector<std::string> kOneFunction = {"f"};
const std::vector<std::string> kOptions = {"--gpu-architecture=sm_90"};
const Cubin kCubin = {std::string("\x7f"
                                  "ELF\0\nbytes",
                                  11),
                      {{"f<1>", "_Z1f"}}};

class CubinCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("cubin_cache_test." + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Ignores the lock file.
  fs::path only_entry() const {
    fs::path entry;
    for (const auto& file : fs::directory_iterator(folder_))
      if (file.path().extension() == ".cubin") entry = file.path();
    return entry;
  }

  fs::path folder_;
};

TEST_F(CubinCacheTest, GivesBackWhatWasKept) {
  const CubinCache cache(folder_ / "made" / "on demand");
  EXPECT_EQ(cache.find("key"), std::nullopt);
  cache.keep("key", kCubin);
  EXPECT_EQ(cache.find("key"), kCubin);
  EXPECT_EQ(cache.find("other key"), std::nullopt);
}

TEST_F(CubinCacheTest, LeavesNothingButTheEntryBehind) {
  const CubinCache cache(folder_);
  cache.keep("key", kCubin);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_EQ(only_entry().filename(), "key.cubin");
}

TEST_F(CubinCacheTest, DamagedEntriesAreAsGoodAsMissing) {
  const CubinCache cache(folder_);
  cache.keep("key", kCubin);
  const std::string whole = read_file(only_entry().string());
  std::string flipped = whole;
  flipped.back() ^= 1;
  for (const std::string& damaged : {flipped, whole.substr(0, whole.size() / 2), std::string(), std::string("x\n")}) {
    std::ofstream(only_entry(), std::ios::binary) << damaged;
    EXPECT_EQ(cache.find("key"), std::nullopt) << damaged;
  }
}

TEST_F(CubinCacheTest, AFolderThatCannotBeWrittenCostsOnlyTheCache) {
  const CubinCache cache("/proc/no such folder");
  cache.keep("key", kCubin);
  EXPECT_EQ(cache.find("key"), std::nullopt);
  EXPECT_EQ(cached_cubin(cache, kProgram, kOneFunction, kOptions).functions.size(), 1U);
}

TEST_F(CubinCacheTest, TheSecondCompilationIsAnsweredFromDisk) {
  const CubinCache cache(folder_);
  const Cubin compiled = cached_cubin(cache, kProgram, kOneFunction, kOptions);
  EXPECT_EQ(compiled.functions.at("f"), "_Z1fv");
  // Planted under the same key, to show that no compiler runs.
  cache.keep(cubin_key(kProgram, kOneFunction, kOptions), kCubin);
  EXPECT_EQ(cached_cubin(cache, kProgram, kOneFunction, kOptions), kCubin);
}

TEST_F(CubinCacheTest, ADamagedEntryIsCompiledAgainAndReplaced) {
  const CubinCache cache(folder_);
  const Cubin compiled = cached_cubin(cache, kProgram, kOneFunction, kOptions);
  std::ofstream(only_entry()) << "damaged";
  EXPECT_EQ(cached_cubin(cache, kProgram, kOneFunction, kOptions).functions, compiled.functions);
  EXPECT_TRUE(cache.find(cubin_key(kProgram, kOneFunction, kOptions)));
}

TEST(CubinKey, DependsOnSourceHeadersFunctionsAndOptions) {
  const std::string key = cubin_key(kProgram, kOneFunction, kOptions);
  Program edited = kProgram;
  edited.main.text += " ";
  Program extended = kProgram;
  extended.headers.push_back({"a.h", ""});
  const std::vector<std::string> other_function = {"g"};
  const std::vector<std::string> other_options = {"--gpu-architecture=sm_80"};
  EXPECT_NE(cubin_key(edited, kOneFunction, kOptions), key);
  EXPECT_NE(cubin_key(extended, kOneFunction, kOptions), key);
  EXPECT_NE(cubin_key(kProgram, other_function, kOptions), key);
  EXPECT_NE(cubin_key(kProgram, kOneFunction, other_options), key);
  EXPECT_NE(cubin_key({kProgram.main, kProgram.headers, {"-DN=1"}}, kOneFunction, kOptions), key);
  EXPECT_EQ(cubin_key(kProgram, kOneFunction, kOptions), key);
}

TEST_F(CubinCacheTest, HasWhatWasCompiledAheadAsTheBackendLooksForIt) {
  compile_into_cache({kProgram, kOneFunction}, 90, folder_.string());
  const CubinCache cache(folder_);
  EXPECT_TRUE(cache.find(cubin_key(kProgram, kOneFunction, nvrtc_options(90))));
}

}  // namespace
}  // namespace warpledger
