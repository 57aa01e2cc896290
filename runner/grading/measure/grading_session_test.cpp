#include "grading/measure/grading_session.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "store/ledger_fixture.h"
#include "store/run_recorder.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

class GradingSessions : public LedgerTest {
 protected:
  RunInfo info_of(const GradingMark& mark, const std::string& device) {
    RunInfo info = run_info();
    info.submission = mark.role == GradingRole::reference ? "" : mark.graded;
    info.settings_json = nlohmann::json{{"grading", to_json(mark)}}.dump();
    info.started_utc = "2024-03-01T12:00:" + std::to_string(second_++) + ".000Z";
    info.device.uuid = "host:rtx4090:digest";
    info.device.environment["device"] = device;
    return info;
  }

  GradingMark mark_of(const std::string& graded, const std::string& attempt, GradingRole role, int round) const {
    return {.session = session_,
            .attempt = attempt,
            .seeds = {7, 8},
            .graded = graded,
            .role = role,
            .grid = "public",
            .round = round};
  }

  std::string write(const std::string& graded, const std::string& attempt, GradingRole role, int round = 0,
                    bool last = false, const std::string& device = "host:rtx4090") {
    GradingMark mark = mark_of(graded, attempt, role, round);
    mark.last = last;
    return write_run(1, info_of(mark, device));
  }

  RunRecorder begin(const std::string& graded, const std::string& attempt, GradingRole role, int round = 0) {
    return {LedgerWriter(path(), kSchema), info_of(mark_of(graded, attempt, role, round), "host:rtx4090")};
  }

  GradingSession read(const std::string& session = "latest") const {
    return read_grading_session(read_latest(), run_info().experiment, session);
  }

  std::string message(const std::string& session) const {
    try {
      read(session);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  std::string session_ = "5e55-1";
  int second_ = 10;
};

TEST_F(GradingSessions, ListWhatWasPassedOverAsOfTheNewestRunOfEachFolder) {
  const auto graded = [&](const std::string& folder, const nlohmann::json& passed_over) {
    RunInfo info = run_info();
    const GradingMark mark{.session = session_, .attempt = folder, .graded = "anna"};
    info.settings_json =
        nlohmann::json{{"submissions", folder}, {"passed_over", passed_over}, {"grading", to_json(mark)}}.dump();
    info.started_utc = "2024-03-01T12:00:" + std::to_string(second_++) + ".000Z";
    write_run(1, info);
  };
  graded("/part1", to_json(std::vector<PassedOver>{{"erik.zip", "an archive"}, {"fred.cpp", "not a .cu file"}}));
  graded("/part1", to_json(std::vector<PassedOver>{{"fred.cpp", "not a .cu file"}}));
  graded("/part2", to_json(std::vector<PassedOver>{{"gina.CU", "its ending"}}));
  write("anna", "a", GradingRole::checked);  // as in older versions
  std::string files;
  for (const PassedOver& one : read().passed_over) files += one.file + " ";
  EXPECT_EQ(files, "fred.cpp gina.CU ");
  graded("/part3", nlohmann::json::parse(R"([{"file": 3}])"));
  EXPECT_THAT(message("latest"), testing::HasSubstr("do not say what was passed over"));
}

TEST_F(GradingSessions, GatherTheRunsOfASubmissionByWhatTheyAreFor) {
  const std::string checked = write("anna", "a", GradingRole::checked);
  const std::string profiled = write("anna", "a", GradingRole::profiled);
  const std::string reference = write("anna", "a", GradingRole::reference, 1);
  const std::string round = write("anna", "a", GradingRole::round, 1, true);
  const GradingSession session = read();
  EXPECT_EQ(session.uuid, "5e55-1");
  EXPECT_THAT(session.seeds, ElementsAre(7, 8));
  EXPECT_EQ(session.newest_utc, "2024-03-01T12:00:13.000Z");
  EXPECT_THAT(session.devices, SizeIs(1));
  const GradedAttempt& anna = session.submissions.at("anna");
  EXPECT_TRUE(anna.whole);
  EXPECT_THAT(anna.runs.checked, ElementsAre(checked, profiled));
  EXPECT_THAT(anna.runs.profiled, ElementsAre(profiled));
  ASSERT_THAT(anna.runs.rounds, SizeIs(1));
  EXPECT_EQ(anna.runs.rounds[0].submission, round);
  EXPECT_EQ(anna.runs.rounds[0].reference, reference);
}

TEST_F(GradingSessions, TakeTheNewestAttemptThatIsWhole) {
  write("anna", "first", GradingRole::profiled, 0, true);
  write("anna", "second", GradingRole::profiled, 0, true);
  write("anna", "cut off", GradingRole::checked);
  write("ben", "cut off too", GradingRole::checked);
  const GradingSession session = read();
  EXPECT_EQ(session.submissions.at("anna").uuid, "second");
  EXPECT_EQ(session.submissions.at("ben").uuid, "cut off too");
  EXPECT_FALSE(session.submissions.at("ben").whole);
}

TEST_F(GradingSessions, LeaveOutOpenRuns) {
  const std::string checked = write("anna", "a", GradingRole::checked);
  begin("anna", "a", GradingRole::profiled);
  begin("ben", "b", GradingRole::checked);
  const GradingSession session = read();
  EXPECT_THAT(session.submissions, ElementsAre(Pair("anna", testing::_)));
  EXPECT_THAT(session.submissions.at("anna").runs.checked, ElementsAre(checked));
  EXPECT_THAT(session.submissions.at("anna").runs.profiled, SizeIs(0));
  EXPECT_FALSE(session.submissions.at("anna").whole);
  EXPECT_EQ(session.newest_run, checked);
}

TEST_F(GradingSessions, LeaveOutFailedRuns) {
  RunRecorder lost = begin("ada", "a", GradingRole::checked);
  lost.finish("failed", "a point was lost; checked again alone");
  const std::string again = write("ada", "a", GradingRole::checked);
  const GradedAttempt ada = read().submissions.at("ada");
  EXPECT_EQ(ada.runs.checked, std::vector<std::string>{again});
  EXPECT_FALSE(ada.whole);
}

TEST_F(GradingSessions, AreThereFromTheirFirstPoint) {
  begin("anna", "a", GradingRole::checked);
  EXPECT_THAT(read().seeds, ElementsAre(7, 8));
  EXPECT_THAT(read().submissions, SizeIs(0));
}

TEST_F(GradingSessions, HaveAWholeAttemptOnceARunEndsWithAReason) {
  begin("anna", "a", GradingRole::checked).finish("finished", "no point is correct");
  EXPECT_TRUE(read().submissions.at("anna").whole);
}

TEST_F(GradingSessions, CountTheLastRoundOfASubmissionWhoseTimeWasUp) {
  begin("anna", "a", GradingRole::round, 1).finish("interrupted", "the time is used up");
  const GradedAttempt anna = read().submissions.at("anna");
  EXPECT_TRUE(anna.whole);
  EXPECT_THAT(anna.runs.checked, SizeIs(1));
  EXPECT_THAT(anna.runs.rounds, SizeIs(0));
}

TEST_F(GradingSessions, KnowTheDeviceThatTimedASubmissionBesideTheOneThatCheckedIt) {
  write("anna", "a", GradingRole::checked);
  write("anna", "a", GradingRole::profiled, 0, true, "host:rtx4090:2");
  write("ben", "b", GradingRole::checked, 0, true);
  const GradingSession session = read();
  EXPECT_THAT(session.devices, SizeIs(2));
  EXPECT_EQ(session.submissions.at("anna").device.mark, "host:rtx4090:2");
  EXPECT_EQ(session.submissions.at("ben").device.mark, "host:rtx4090");
}

TEST_F(GradingSessions, LeaveOutTheTimesOfARoundWithoutItsReference) {
  write("anna", "a", GradingRole::reference, 1);
  write("anna", "a", GradingRole::round, 2);
  EXPECT_THAT(read().submissions.at("anna").runs.rounds, SizeIs(0));
}

TEST_F(GradingSessions, AreFoundByHowTheyBegin) {
  write("anna", "a", GradingRole::profiled, 0, true);
  session_ = "5e66-2";
  write("ben", "b", GradingRole::profiled, 0, true);
  EXPECT_THAT(read("5e55").submissions, ElementsAre(Pair("anna", testing::_)));
  EXPECT_THAT(read().submissions, ElementsAre(Pair("ben", testing::_)));
  EXPECT_EQ(message("5e"), "2 sessions begin with '5e'\nhint: name one: 5e55-1, 5e66-2");
  EXPECT_EQ(message("f"), "no grading of '" + run_info().experiment +
                              "' has a session that begins with 'f'\nhint: sessions: 5e55-1, 5e66-2");
}

TEST_F(GradingSessions, AreMissingInALedgerWithoutAny) {
  write_run(1);
  const std::string name = run_info().experiment;
  EXPECT_EQ(message("latest"), "this ledger has no grading of '" + name + "'\nhint: grade a folder: warpledger grade " +
                                   name + " --submissions FOLDER");
}

}  // namespace
}  // namespace warpledger
