// The program as `cmake --install` leaves it, far from its sources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// What a command line does in an environment that knows nothing of the sources.
Ended installed(const std::string& command, const std::string& folder) {
  return shell("env -i HOME=\"$PWD\" PATH=\"$PWD/prefix/bin:/usr/local/bin:/usr/bin:/bin\" " + command, folder);
}

class Installed : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    const Ended ended = shell("cmake --install " WARPLEDGER_BUILD_DIR " --prefix prefix", folder_);
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  inline static std::string folder_;
};

TEST_F(Installed, FindsItsDataFromAnyFolder) {
  const Ended run = installed("warpledger run quickstart --device host --set d_l=4 --set warps=1 --db x.db", folder_);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Kernel (norm_base<4>)."));
  EXPECT_THAT(installed("warpledger list --names experiments", folder_).out, HasSubstr("lsu-2024-hw01\n"));
  const Ended page = installed("warpledger report --db x.db --format html", folder_);
  EXPECT_THAT(page.out, StartsWith("<!DOCTYPE html>")) << page.err;
  EXPECT_EQ(installed("warpledger devices", folder_).exit_code, 0);
}

TEST_F(Installed, HasTheScriptsOfOtherTools) {
  std::ofstream(folder_ + "/b.json") << R"({"context": {}, "benchmarks": [{"name": "a", "real_time": 2}]})";
  const Ended imported = installed(
      "sh -c 'prefix/share/warpledger/contrib/from_google_benchmark.py b.json | warpledger ledger import - --db b.db'",
      folder_);
  EXPECT_THAT(imported.out, HasSubstr("1 points of google-benchmark")) << imported.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/prefix/share/warpledger/contrib/test"));
}

TEST_F(Installed, MayBeMovedAsAWhole) {
  ASSERT_EQ(shell("mkdir other && cp -r prefix other/prefix", folder_).exit_code, 0);
  const Ended listed = installed("warpledger list --names families", folder_ + "/other");
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("norm\n"));
}

TEST_F(Installed, StartsWhereTheToolkitOfItsBuildIsGone) {
  if (!std::filesystem::exists("/usr/local/cuda")) GTEST_SKIP() << "takes a CUDA Toolkit in its usual place";
  const std::string gone = "unshare -Urm sh -c 'mount -t tmpfs none $(readlink -f /usr/local/cuda) && ";
  if (shell(gone + "true'", folder_).exit_code != 0) GTEST_SKIP() << "takes a mount";
  const Ended run =
      shell(gone + "warpledger run quickstart --device host --set d_l=4 --set warps=1 --db x.db'", folder_);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(shell(gone + "warpledger query \"SELECT 1\" --db x.db'", folder_).exit_code, 0);
  EXPECT_THAT(shell(gone + "env -u CUDA_HOME warpledger doctor'", folder_).out,
              HasSubstr("kernel compiler: libnvrtc.so."));
}

/// The lines of a section, as "%test", of the recipe that makes a container of the package.
std::string section_of_recipe(const std::string& name) {
  std::istringstream lines(read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/packaging/warpledger.def"));
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("%"))
      inside = line == name;
    else if (inside)
      text += line + "\n";
  return text;
}

// scripts/try-container installs the package as the recipe does, which takes minutes.
TEST_F(Installed, PassesTheTestOfTheRecipeOfAContainer) {
  const auto run = [](const std::string& section, const std::string& how) {
    std::ofstream(folder_ + "/section") << section_of_recipe(section);
    return installed(how + " section --version", folder_);
  };
  EXPECT_THAT(section_of_recipe("%post"), HasSubstr("apt-get install"));
  EXPECT_EQ(run("%post", "sh -n").exit_code, 0);
  EXPECT_THAT(run("%runscript", "sh").out, StartsWith("warpledger "));
  const Ended test = run("%test", "sh");
  EXPECT_EQ(test.exit_code, 0) << test.err;
  EXPECT_THAT(test.out, HasSubstr("points, their checks and metrics    2     0"));
}

TEST_F(Installed, ComesWithAManPageAndCompletions) {
  const std::string share = folder_ + "/prefix/share/";
  EXPECT_THAT(read_file(share + "man/man1/warpledger.1"), StartsWith(".TH"));
  EXPECT_THAT(read_file(share + "bash-completion/completions/warpledger"), HasSubstr("complete "));
  EXPECT_THAT(read_file(share + "zsh/site-functions/_warpledger"), StartsWith("#compdef warpledger"));
  EXPECT_THAT(read_file(share + "fish/vendor_completions.d/warpledger.fish"), HasSubstr("complete -c warpledger"));
}

}  // namespace
}  // namespace warpledger::e2e
