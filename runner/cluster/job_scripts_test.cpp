#include "cluster/job_scripts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "cluster/submit.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

JobRequest request() {
  JobRequest request;
  request.campaign = {.job_name = "warpledger-01234567",
                      .created_utc = "2026-11-25T01:02:03.004Z",
                      .tasks = 8,
                      .array_limit = 4,
                      .experiments = {{"lsu-2024-hw01", "lsu-2024-hw01", "01234567-89ab-cdef-0123-456789abcdef"},
                                      {"/a b/it's.yaml", "its", "11234567-89ab-cdef-0123-456789abcdef"}}};
  request.folder = "/shared/my night";
  request.start_folder = "/home/ann";
  request.program = "/opt/warp ledger/warpledger";
  request.gpu = "a100";
  request.partition = "gpu";
  request.time = "1:00:00";
  request.run_options = {"--set", "warps=4,8"};
  return request;
}

std::string refusal(const JobRequest& request) {
  try {
    return run_script(request);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(JobScripts, AskSlurmForWhatWasAskedFor) {
  const std::string script = run_script(request());
  EXPECT_TRUE(script.starts_with("#!/bin/bash\n"));
  for (const char* line :
       {"job-name=warpledger-01234567", "array=1-8%4", "gres=gpu:a100:1", "partition=gpu", "time=1:00:00", "requeue",
        "signal=B:TERM@120", "open-mode=append", "chdir=\"/home/ann\"", "output=\"/shared/my night/logs/%a.log\""})
    EXPECT_THAT(script, HasSubstr(std::string("\n#SBATCH --") + line + "\n"));
  EXPECT_THAT(merge_script(request()), HasSubstr("\n#SBATCH --job-name=warpledger-01234567-merge\n"));
  EXPECT_THAT(merge_script(request()), Not(HasSubstr("gres")));
}

TEST(JobScripts, LeaveToTheSiteWhatWasNotAskedFor) {
  JobRequest any = request();
  any.gpu = any.partition = any.time = "";
  any.campaign.array_limit.reset();
  const std::string script = run_script(any);
  EXPECT_THAT(script, HasSubstr("\n#SBATCH --array=1-8\n#SBATCH --gres=gpu:1\n"));
  EXPECT_THAT(script, Not(HasSubstr("--partition")));
  EXPECT_THAT(script, Not(HasSubstr("--time=")));
}

TEST(JobScripts, QuoteWhatAShellWouldTakeApart) {
  const std::string script = run_script(request());
  EXPECT_THAT(script, HasSubstr("\nfolder='/shared/my night'\nwarpledger=('/opt/warp ledger/warpledger')\ntasks=8\n"));
  EXPECT_THAT(script,
              HasSubstr("\nrun lsu-2024-hw01 --campaign 01234567-89ab-cdef-0123-456789abcdef --set warps=4,8\n"));
  EXPECT_THAT(script, HasSubstr("\nrun '/a b/it'\\''s.yaml' --campaign 11234567-89ab-cdef-0123-456789abcdef --set"));
}

TEST(JobScripts, CallTheProgramInTheContainerThatTheyWereWrittenIn) {
  JobRequest inside = request();
  inside.program = "/usr/bin/warpledger";
  inside.container = {"apptainer", "/shared/my image.sif", "APPTAINER_BIND", "/opt/cuda"};
  for (const std::string& script : {run_script(inside), merge_script(inside)})
    EXPECT_THAT(script, HasSubstr("\ndisk=${SLURM_TMPDIR:-${TMPDIR:-}}\nexport APPTAINER_BIND='/opt/cuda,/shared/my "
                                  "night'\"${disk:+,$disk}\"\nwarpledger=(apptainer exec --nv '/shared/my image.sif' "
                                  "/usr/bin/warpledger)\n"));
  inside.folder = "/shared/night:2";
  EXPECT_THAT(refusal(inside), HasSubstr("cannot be shown to a container\nhint: use another folder"));
}

TEST(JobScripts, KnowTheContainerByItsVariables) {
  EXPECT_FALSE(container_here());
  setenv("SINGULARITY_CONTAINER", "/a.sif", 1);
  EXPECT_EQ(container_here()->program, "singularity");
  setenv("APPTAINER_CONTAINER", "/b.sif", 1);
  setenv("APPTAINER_BIND", "/opt/cuda", 1);
  const std::optional<Container> both = container_here();
  for (const char* name : {"SINGULARITY_CONTAINER", "APPTAINER_CONTAINER", "APPTAINER_BIND"}) unsetenv(name);
  EXPECT_EQ(both->program, "apptainer");
  EXPECT_EQ(both->image, "/b.sif");
  EXPECT_EQ(both->binding_variable, "APPTAINER_BIND");
  EXPECT_EQ(both->bindings, "/opt/cuda");
}

TEST(JobScripts, TakeAPercentSignOfAPathAsItStands) {
  JobRequest odd = request();
  odd.folder = "/shared/100%a";
  EXPECT_THAT(run_script(odd), HasSubstr("#SBATCH --output=\"/shared/100%%a/logs/%a.log\"\n"));
}

TEST(JobScripts, RefuseWhatAnSbatchLineCannotHold) {
  JobRequest odd = request();
  odd.partition = "gpu\n#SBATCH --uid=0";
  EXPECT_THAT(refusal(odd),
              HasSubstr("--partition: 'gpu\n#SBATCH --uid=0' cannot be Slurm's name for anything\nhint: "));
  odd = request();
  odd.gpu = "a 100";
  EXPECT_THAT(refusal(odd), HasSubstr("--gpus: 'a 100' cannot be"));
  odd = request();
  odd.time = "2";
  EXPECT_THAT(refusal(odd), HasSubstr("--time: 2 min leave no time to measure"));
  for (const char* time : {"abc", "-5", "1d", "1:2:3:4", "90 "}) {
    odd.time = time;
    EXPECT_THAT(refusal(odd), HasSubstr("is no time limit of Slurm's")) << time;
  }
  for (const char* time : {"90", "1:30", "1:30:00", "1-12", "1-12:30"}) {
    odd.time = time;
    EXPECT_THAT(run_script(odd), HasSubstr(std::string("#SBATCH --time=") + time + "\n"));
  }
  for (const char* folder : {"/shared/a\"b", "/shared/a\\b", "/shared/a\nb"}) {
    odd = request();
    odd.folder = folder;
    EXPECT_THAT(refusal(odd), HasSubstr("cannot be given to Slurm\nhint: use another folder")) << folder;
  }
}

TEST(JobScripts, OfAClassAskForAllItsGpusAndGoOnWithItsSession) {
  ClassJob job;
  static_cast<SlurmJob&>(job) = request();
  job.job_name = "warpledger-89abcdef";
  job.experiment = "axpy-hw";
  job.submissions = "/shared/hand ins";
  job.gpus = 4;
  job.grade_options = {"--device", "all"};
  const std::string script = class_script(job);
  for (const char* line : {"job-name=warpledger-89abcdef", "dependency=singleton", "nodes=1", "gres=gpu:a100:4",
                           "requeue", "signal=B:TERM@120", "output=\"/shared/my night/logs/class.log\""})
    EXPECT_THAT(script, HasSubstr(std::string("\n#SBATCH --") + line + "\n"));
  EXPECT_THAT(script, Not(HasSubstr("--array")));
  EXPECT_THAT(script, HasSubstr("\nmeasure grade axpy-hw --submissions '/shared/hand ins' --device all $session\n"));
}

TEST(JobArray, NamesRunsOfTasksByTheirEnds) {
  EXPECT_EQ(array_of({3}), "3");
  EXPECT_EQ(array_of({1, 2, 3, 5, 7, 8}), "1-3,5,7-8");
}

}  // namespace
}  // namespace warpledger
