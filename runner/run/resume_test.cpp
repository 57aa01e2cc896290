#include "run/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "model/data_file_fixture.h"
#include "plan/device_fixture.h"
#include "run/resume_command.h"
#include "run/run_changes.h"
#include "run/run_texts.h"
#include "spec/library_fixture.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kHint = "hint: undo the change (the ledger has the old text), or start a new run";

class ResumeCheck : public testing::Test {
 protected:
  ResumeCheck() {
    const Experiment began = experiment();
    run_.uuid = "1a2b3c4d-0000-4000-8000-000000000000";
    run_.experiment = began.name;
    run_.experiment_text = began.text;
    run_.texts = texts_of(began);
    run_.device = rtx_4090();
    run_.device.uuid = "GPU-1";
    run_.device.environment = {{"driver", "550.1"}, {"compiler", "NVRTC 12.6"}};
    run_.tool_version = "0.1.0";
    const Plan plan = make_plan(began, run_.device);
    run_.planned_points = plan.size();
    const Job job = plan.job(3);
    run_.recorded = {{3, job.key, job.identity, true}};
  }

  Experiment experiment() const { return load_experiment(files_.library(), "x"); }
  std::string refusal() const {
    return files_.message([&] { refuse_changed_texts(run_, experiment()); });
  }
  TemporaryLibrary files_;
  StoredRun run_;
};

TEST_F(ResumeCheck, LetsARunGoOnThatNothingChangedFor) {
  EXPECT_EQ(refusal(), "no error");
  EXPECT_NO_THROW(refuse_another_device(run_, run_.device));
  EXPECT_NO_THROW(refuse_changed_plan(run_, make_plan(experiment(), run_.device)));
  EXPECT_EQ(changes_since(run_, run_.device, "0.1.0"), "");
}

TEST_F(ResumeCheck, SaysOfAShardThatItsCampaignCannotGoOn) {
  run_.campaign = "night";
  run_.shard = "1/2";
  files_.edit(kExperimentFile, "n: [64, 128]", "n: [2]");
  EXPECT_THAT(refusal(),
              StartsWith("campaign night cannot go on (its shard 1/2 is run 1a2b3c4d): experiments/x.yaml has "
                         "changed since it began\n"));
  EXPECT_THAT(refusal(), HasSubstr("or begin another campaign"));
}

TEST_F(ResumeCheck, NamesADataFileThatChangedOrIsMissing) {
  files_.edit(kFamilyFile, "\"uniform(-1, 1)\"", "{file: x.npy}");
  files_.edit(kExperimentFile, "n: [64, 128]", "n: [2]");
  files_.write("kernels/scale/x.npy", fixture::npy<float>("<f4", "(2,)", {1, 2}));
  const Experiment began = experiment();
  make_plan(began, run_.device);
  run_.experiment_text = began.text;
  run_.texts = texts_of(began);
  EXPECT_EQ(refusal(), "no error");
  files_.write("kernels/scale/x.npy", fixture::npy<float>("<f4", "(2,)", {1, 3}));
  EXPECT_THAT(refusal(), HasSubstr("cannot be resumed: kernels/scale/x.npy.sha256 has changed since it began"));
  std::filesystem::remove(files_.path("kernels/scale/x.npy"));
  EXPECT_THAT(refusal(), StartsWith("kernels/scale/x.npy: no such file"));
}

TEST_F(ResumeCheck, ShowsTheLineOfTheExperimentThatChanged) {
  files_.edit("experiments/x.yaml", "[64, 128]", "[64, 256]");
  EXPECT_EQ(refusal(), std::string("run 1a2b3c4d cannot be resumed: experiments/x.yaml has changed since it began\n"
                                   "  then line 6:   n: [64, 128]\n  now  line 6:   n: [64, 256]\n") +
                           kHint);
}

TEST_F(ResumeCheck, ShowsTheLineOfASourceThatChanged) {
  const std::string then = run_.texts.at(3).text;
  files_.write("kernels/scale/scale.cu", "// faster\n" + then);
  EXPECT_THAT(refusal(),
              StartsWith("run 1a2b3c4d cannot be resumed: kernels/scale/scale.cu has changed since it began\n"
                         "  then line 1: "));
  EXPECT_THAT(refusal(), HasSubstr("  now  line 1: // faster\n"));
}

TEST_F(ResumeCheck, ShowsAChangedFamilyReferenceAndMetric) {
  for (SourceFile& text : run_.texts) {
    if (text.name == kInputsText) continue;
    const std::string now = text.text;
    text.text = "old\n" + now;
    EXPECT_THAT(refusal(),
                StartsWith("run 1a2b3c4d cannot be resumed: " + text.name + " has changed since it began\n"));
    text.text = now;
  }
}

TEST_F(ResumeCheck, NamesATextThatCameOrWent) {
  run_.texts.push_back({"kernels/scale/old.h", ""});
  EXPECT_EQ(refusal(),
            "run 1a2b3c4d cannot be resumed: kernels/scale/old.h was part of it and is missing now\n"
            "hint: restore it, or start a new run");
  run_.texts.pop_back();
  run_.texts.erase(run_.texts.begin() + 1);
  EXPECT_EQ(refusal(),
            "run 1a2b3c4d cannot be resumed: kernels/scale/family.yaml was not part of it and is now\n"
            "hint: remove it, or start a new run");
}

TEST_F(ResumeCheck, DoesNotAskForTextsThatFollowFromTheFamily) {
  ASSERT_EQ(run_.texts.front().name, kInputsText);  // older versions did not store it
  run_.texts.erase(run_.texts.begin());
  EXPECT_EQ(refusal(), "no error");
}

TEST_F(ResumeCheck, NamesBothExperiments) {
  run_.experiment = "y";
  EXPECT_EQ(refusal(),
            "run 1a2b3c4d cannot be resumed: it is a run of experiment y, not of x\n"
            "hint: remove the experiment, or name another run: `warpledger list` shows them");
}

TEST_F(ResumeCheck, NamesBothDevices) {
  Device other = run_.device;
  other.uuid = "GPU-2";
  EXPECT_EQ(files_.message([&] { refuse_another_device(run_, other); }),
            "run 1a2b3c4d cannot be resumed: it began on another device\n"
            "  then: NVIDIA GeForce RTX 4090 (GPU-1)\n  now:  NVIDIA GeForce RTX 4090 (GPU-2)\n"
            "hint: name the run's device with --device (`warpledger devices` lists the devices), or start a new "
            "run");
}

TEST_F(ResumeCheck, NamesAFactOfTheDeviceThatChanged) {
  Device slower = run_.device;
  slower.facts["l2_bytes"] = 1;
  EXPECT_EQ(files_.message([&] { refuse_another_device(run_, slower); }),
            "run 1a2b3c4d cannot be resumed: its device, NVIDIA GeForce RTX 4090, has changed\n"
            "  l2_bytes: then 75497472, now 1\n"
            "hint: restore the device's settings, or start a new run");
}

TEST_F(ResumeCheck, NamesAPointThatIsPlannedOtherwise) {
  run_.recorded[0].key = "another";
  EXPECT_THAT(files_.message([&] { refuse_changed_plan(run_, make_plan(experiment(), run_.device)); }),
              StartsWith("run 1a2b3c4d cannot be resumed: point 3 has changed in its source, its buffers or how it is "
                         "measured\n  then: scale_p"));
  run_.planned_points = 5;
  EXPECT_THAT(files_.message([&] { refuse_changed_plan(run_, make_plan(experiment(), run_.device)); }),
              HasSubstr("its plan has changed: then 5 points, now 12"));
}

TEST_F(ResumeCheck, TellsOfADriverAndAVersionThatChanged) {
  Device later = run_.device;
  later.environment = {{"driver", "560.2"}, {"compiler", "NVRTC 12.6"}, {"mig", "on"}};
  EXPECT_EQ(changes_since(run_, later, "0.2.0"),
            "driver: then 550.1, now 560.2; mig: then unknown, now on; warpledger: then 0.1.0, now 0.2.0");
}

constexpr const char* kUuid = "1a2b3c4d-0000-4000-8000-000000000000";

TEST(ResumeCommand, NamesTheRunAndTheLedgerUnlessItIsTheUsualOne) {
  EXPECT_EQ(resume_command("results.db", kUuid), "warpledger run --resume 1a2b3c4d");
  EXPECT_EQ(resume_command("/data/night.db", kUuid), "warpledger run --resume 1a2b3c4d --db /data/night.db");
}

TEST(ResumeCommand, FollowsAnErrorsHint) {
  EXPECT_EQ(std::string(with_resume_command(Error("the device is lost", "restart the machine"), "x.db", kUuid).what()),
            "the device is lost\nhint: restart the machine\n"
            "  then resume with: warpledger run --resume 1a2b3c4d --db x.db");
}

TEST(ResumeCommand, QuotesALedgersNameForTheShell) {
  EXPECT_EQ(resume_command("my night.db", kUuid), "warpledger run --resume 1a2b3c4d --db 'my night.db'");
  EXPECT_EQ(resume_command("it's.db", kUuid), "warpledger run --resume 1a2b3c4d --db 'it'\\''s.db'");
}

std::string refusal(const std::string& settings_json) {
  StoredRun run;
  run.uuid = kUuid;
  run.settings_json = settings_json;
  return message_of([&] { stored_run_options(run, {}); });
}

TEST(StoredSettings, OfAnImportedRunAreRefused) {
  EXPECT_THAT(refusal(R"({"foreign": {"tool": "nvbench"}})"),
              HasSubstr("run 1a2b3c4d was imported: nvbench measured it"));
}

TEST(StoredSettings, ThatAreNoneOfThisProgramsAreRefused) {
  for (const char* settings :
       {"[]", "3", R"({"set": 5})", R"({"seed": "x"})", R"({"grading": 7})", R"({"foreign": {"tool": 1}})"})
    EXPECT_THAT(refusal(settings), HasSubstr("run 1a2b3c4d has settings that warpledger does not write")) << settings;
}

}  // namespace
}  // namespace warpledger
