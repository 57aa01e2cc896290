// What idle cores compile while a host measures.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/cores.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

/// A compiler that writes down whether it is called with the lowest priority, and else waits up to a minute until it
/// has been: whoever compiles ahead cannot come too late.
constexpr const char* kWatchedCompiler = R"sh(#!/bin/sh
for argument; do
  [ "$argument" = -c ] || continue
  [ "$(nice)" != 19 ] || touch "$(dirname "$0")/ahead"
  tries=0
  while [ ! -e "$(dirname "$0")/ahead" ] && [ $tries -lt 600 ]; do sleep 0.1; tries=$((tries + 1)); done
done
exec "$(command -v clang++ || command -v g++)" "$@"
)sh";

TEST(CompileAheadOnHost, IsDoneAtTheLowestPriorityWhileTheWorkerCompiles) {
  if (usable_cores() < 2) GTEST_SKIP() << "no core is left to compile ahead";
  const std::string folder = fresh_folder();
  const std::string compiler = folder + "/c++";
  std::ofstream(compiler) << kWatchedCompiler;
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const Ended ended = shell(
      "WARPLEDGER_CACHE=cache WARPLEDGER_HOST_CXX=" + compiler + " warpledger run squares --device host --set n=100",
      folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(std::filesystem::exists(folder + "/ahead"));
}

}  // namespace
}  // namespace warpledger::e2e
