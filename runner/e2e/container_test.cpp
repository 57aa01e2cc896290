// The scripts of a campaign that were written in a container, as Slurm starts them: with a program in Apptainer's place
// that shows what a script can tell of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

constexpr const char* kApptainer = R"(#!/bin/sh
[ "$1 $2 $3" = "exec --nv /the/image.sif" ] || exit 255
shift 3
echo "$APPTAINER_BIND: $*" >>"$(dirname "$0")/calls"
APPTAINER_CONTAINER=/the/image.sif exec "$@"
)";

class ScriptsOfAContainer : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"/bin", "/disk"}) std::filesystem::create_directory(folder_ + folder);
    std::ofstream(folder_ + "/bin/apptainer") << kApptainer;
    out("chmod +x bin/apptainer");
    out("apptainer exec --nv /the/image.sif \"$(command -v warpledger)\" slurm many --gpus 1 --device host --output "
        "'ni ght' && rm bin/calls");
  }
  std::string out(const std::string& command) const {
    const Ended ended = shell("export PATH=\"$PWD/bin:$PATH\"; " + command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended.out;
  }

  std::string folder_ = fresh_folder();
};

TEST_F(ScriptsOfAContainer, CallTheProgramInItAndShowItTheirFolders) {
  out("export SLURM_JOB_ID=7 SLURM_ARRAY_TASK_ID=1 TMPDIR=\"$PWD/disk\"; bash 'ni ght/run.sbatch'");
  EXPECT_THAT(out("bash 'ni ght/merge.sbatch'"), HasSubstr("1 of 1 tasks finished; 40 of 40 points\n"));
  const std::string calls = out("cat bin/calls");
  for (const char* call : {" run many --campaign ", " ledger merge --db ", " slurm --merge "})
    EXPECT_THAT(calls, HasSubstr(call));
  EXPECT_EQ(out("grep -v \"^$PWD/ni ght,$PWD/disk: \" bin/calls | grep -vc ' slurm --merge ' || true"), "0\n");
}

TEST_F(ScriptsOfAContainer, AreSubmittedOutsideOfIt) {
  const Ended ended = shell(
      "export APPTAINER_CONTAINER=/the/image.sif PATH=\"$(dirname \"$(command -v warpledger)\")\"; "
      "warpledger slurm many --gpus 1 --device host --output other --submit",
      folder_);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err,
              HasSubstr("hint: the scripts are written: submit them with sbatch on the cluster's login node"));
}

}  // namespace
}  // namespace warpledger::e2e
