#include "backend_cuda/toolkit_library.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/error.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ToolkitLibrary, ThatIsNotThereSaysWhichAndWhatToInstall) {
  const ToolkitLibrary none("libwarpledger-none");
  EXPECT_THAT(none.problem(), StartsWith("libwarpledger-none.so."));
  try {
    none.function("f");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), none.problem());
    EXPECT_THAT(error.hint(), testing::AllOf(HasSubstr("CUDA_HOME"), HasSubstr("--device host")));
  }
}

TEST(ToolkitLibrary, WithoutTheFunctionNamesIt) {
  try {
    nvrtc_library().function("nvrtcMakeCoffee");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.problem(), HasSubstr("nvrtcMakeCoffee"));
  }
}

TEST(ToolkitLibrary, IsLookedForWhereTheUserSaysBeforeAnywhereElse) {
  setenv("CUDA_HOME", "/opt/mine", 1);
  setenv("CUDA_PATH", "", 1);
  const std::vector<std::string> folders = toolkit_library_folders();
  unsetenv("CUDA_HOME");
  unsetenv("CUDA_PATH");
  ASSERT_GE(folders.size(), 3u);
  EXPECT_THAT(std::vector(folders.begin(), folders.begin() + 3),
              ElementsAre("/opt/mine/lib64/", "/opt/mine/extras/CUPTI/lib64/", ""));
}

}  // namespace
}  // namespace warpledger
