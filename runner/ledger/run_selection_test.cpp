#include "ledger/run_selection.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class RunSelections : public LedgerTest {
 protected:
  /// Returns the UUID of the run that `text` selects.
  std::string chosen(const std::string& text, const std::string& common = "") const {
    const LedgerReader reader(path(), kSchema);
    return choose_run(reader, parse_run_selection(text, common)).uuid;
  }

  /// Writes a run of one point, later than the previous run.
  std::string write(const RunInfo& info) const {
    usleep(2000);
    return write_run(1, info);
  }

  static RunInfo dated(const std::string& started_utc) {
    RunInfo info = run_info();
    info.started_utc = started_utc;
    return info;
  }

  static RunInfo of_submission(const std::string& name) {
    RunInfo info = run_info();
    info.submission = name;
    return info;
  }
};

TEST_F(RunSelections, MeanTheNewestRunOrOneBeforeIt) {
  const std::string first = write(run_info()), second = write(run_info());
  EXPECT_EQ(chosen("latest"), second);
  EXPECT_EQ(chosen("latest~1"), first);
  EXPECT_EQ(message_of([&] { chosen("latest~2"); }).substr(0, 35), "only 2 runs meet 'latest~2'\nhint: c");
}

TEST_F(RunSelections, NameARunWhereAWordOrAUuidIsTaken) {
  const std::string first = write(run_info()), second = write(run_info());
  const LedgerReader reader(path(), kSchema);
  EXPECT_EQ(run_named(reader, "latest"), second);
  EXPECT_EQ(run_named(reader, first.substr(0, 8)), first.substr(0, 8));
  EXPECT_EQ(run_named(reader, "latest~1"), first);
  EXPECT_THAT(message_of([&] { run_named(reader, "tag:spring"); }), HasSubstr("no run meets 'tag:spring'"));
}

TEST_F(RunSelections, ByAgeAreAmongRunsThatBeganByNow) {
  const std::string odd = write(dated("2040-01-01T00:00:00.000Z")), now = write(run_info());
  EXPECT_EQ(chosen("latest"), now);
  EXPECT_EQ(chosen("until:2041"), now);
  EXPECT_EQ(chosen("kernel:norm_base"), now);
  EXPECT_THAT(message_of([&] { chosen("latest~1"); }), StartsWith("only 1 run meets 'latest~1'"));
}

TEST_F(RunSelections, ByUuidOrTagMeanThatRunWhateverItsDate) {
  const std::string odd = write(dated("2040-01-01T00:00:00.000Z"));
  write_note(path(), kSchema, {.kind = "tag", .run = odd, .text = "odd"});
  EXPECT_EQ(chosen(odd.substr(0, 8)), odd);
  EXPECT_EQ(chosen("tag:odd"), odd);
  EXPECT_THAT(message_of([&] { chosen("latest"); }), AllOf(StartsWith("only runs that are dated later than now ("),
                                                           HasSubstr(odd.substr(0, 8) + " 2040-01-01")));
}

TEST_F(RunSelections, OfADateToComeAreChosenOnceItHasCome) {
  const std::string odd = write(dated("2040-01-01T00:00:00.000Z"));
  const LedgerReader reader(path(), kSchema);
  RunSelection selection = parse_run_selection("latest", "");
  selection.now_utc = "2040-01-01T00:00:00Z";
  EXPECT_EQ(choose_run(reader, selection).uuid, odd);
  selection.now_utc = "2039-12-31T23:59:59Z";
  EXPECT_THAT(message_of([&] { choose_run(reader, selection); }), HasSubstr("2039-12-31T23:59:59Z"));
}

TEST_F(RunSelections, MeanARunOfASubmissionOnlyWhereOneIsNamed) {
  const std::string own = write(run_info()), anna = write(of_submission("anna"));
  for (const char* text : {"latest", "until:2041", "device:4090", "kernel:norm_base", "experiment:lsu-2024-hw01",
                           "submission:none", "latest,submission:none"})
    EXPECT_EQ(chosen(text), own) << text;
  EXPECT_EQ(chosen("submission:anna"), anna);
  EXPECT_EQ(chosen(anna.substr(0, 8)), anna);
  write_note(path(), kSchema, {.kind = "tag", .run = anna, .text = "hers"});
  EXPECT_EQ(chosen("tag:hers"), anna);
}

TEST_F(RunSelections, AmongSubmissionsAloneNameThem) {
  const std::string anna = write(of_submission("anna"));
  EXPECT_THAT(message_of([&] { chosen("latest"); }),
              AllOf(StartsWith("only runs of submissions meet 'latest'\nhint: add submission:NAME"),
                    HasSubstr(anna.substr(0, 8)), HasSubstr("of anna on")));
}

TEST_F(RunSelections, OfARunToResumeMayBeOfAnySubmission) {
  write(run_info());
  const std::string anna = write(of_submission("anna"));
  EXPECT_EQ(run_to_resume(path(), kSchema, "latest"), anna);
  EXPECT_EQ(run_to_resume(path(), kSchema, "feedc0de"), "feedc0de") << "may be a campaign's";
}

TEST_F(RunSelections, RefuseATagOfTwoRunsAndNameBoth) {
  const std::string first = write(run_info()), second = write(run_info());
  for (const std::string& run : {first, second})
    tamper(
        "INSERT INTO note SELECT content_id('tag', id), 'tag', id, started_utc, 'spring', started_utc, 'ada' FROM run "
        "WHERE uuid = '" +
        run + "'");
  EXPECT_THAT(message_of([&] { chosen("tag:spring"); }),
              AllOf(StartsWith("several runs have the tag 'spring'\nhint: `warpledger ledger tag RUN 'spring' --move`"),
                    HasSubstr(first.substr(0, 8)), HasSubstr(second.substr(0, 8))));
  EXPECT_THAT(message_of([&] { chosen("tag:spring,latest"); }), StartsWith("several runs have the tag"));
}

TEST_F(RunSelections, RefuseTheBeginningOfSeveralUuids) {
  for (int i = 0; i < 17; ++i) write(run_info());  // at least two share their first digit
  std::string refusals;
  for (const char c : std::string("0123456789abcdef")) refusals += message_of([&] { chosen(std::string(1, c)); });
  EXPECT_THAT(refusals, HasSubstr("hint: write more characters of one of these:"));
}

TEST_F(RunSelections, ListTheRunsThatAreDatedLater) {
  write(dated("2026-11-28T18:30:00.999Z"));
  const std::string odd = write(dated("2040-01-01T02:03:00.000Z"));
  const LedgerReader reader(path(), kSchema);
  EXPECT_EQ(words_of(runs_dated_later(reader, "2026-11-28T18:30:00Z"), "2026-11-28T18:30:00Z"),
            "1 run is dated later than now (2026-11-28 18:30 UTC): " + odd.substr(0, 8) +
                " of 2040-01-01 02:03; latest, history and site leave it out");
  EXPECT_EQ(words_of(runs_dated_later(reader, "2040-01-02T00:00:00Z"), ""), "");
  write_note(path(), kSchema, {.kind = "forget", .run = odd});
  EXPECT_EQ(words_of_later_runs(path(), kSchema, "2026-11-28T18:30:00Z"), "");
}

TEST_F(RunSelections, MeanARunByTheBeginningOfItsUuid) {
  const std::string first = write(run_info());
  write(run_info());
  EXPECT_EQ(chosen(first.substr(0, 8)), first);
}

TEST_F(RunSelections, MeetAllConditions) {
  const std::string anna = write(of_submission("anna")), ben = write(of_submission("ben")), own = write(run_info());
  EXPECT_EQ(chosen("submission:anna"), anna);
  EXPECT_EQ(chosen("latest", "submission:anna,experiment:lsu-2024-hw01"), anna);
  EXPECT_EQ(chosen("device:4090", "submission:ben"), ben);
  EXPECT_EQ(chosen("device:GPU-1,kernel:norm_base<32>"), own);
  EXPECT_THAT(message_of([&] { chosen("device:H100"); }),
              StartsWith("no run meets 'device:H100'\nhint: choose one of these"));
  EXPECT_THAT(message_of([&] { chosen("kernel:norm_group"); }), HasSubstr("lsu-2024-hw01 of ben on NVIDIA GeForce"));
}

TEST_F(RunSelections, MeanRunsThatBeganOnADayOrBefore) {
  const std::string run = write(run_info());
  EXPECT_EQ(chosen("until:9999-12-31"), run);
  EXPECT_THAT(message_of([&] { chosen("until:2001-01-01"); }), StartsWith("no run meets"));
  EXPECT_THAT(message_of([&] { chosen("latest,latest~1"); }),
              StartsWith("'latest,latest~1' names two runs by their age"));
}

TEST_F(RunSelections, SayThatARunIsForgotten) {
  const std::string run = write(of_submission("anna"));
  write(of_submission("ben"));
  write_note(path(), kSchema, {.kind = "forget", .run = run});
  EXPECT_THAT(message_of([&] { chosen("submission:anna"); }),
              HasSubstr("but " + run.substr(0, 8) + ", which is forgotten\nhint: `warpledger ledger forget"));
  EXPECT_THAT(message_of([&] { chosen("submission:carl"); }), HasSubstr("choose one of these"));
}

TEST_F(RunSelections, RefuseWhatIsNoCondition) {
  EXPECT_EQ(message_of([] { parse_run_selection("submision:anna", ""); }),
            "'submision' is not a condition on runs\n"
            "hint: did you mean 'submission'? allowed: device, experiment, kernel, submission, tag, until");
  EXPECT_THAT(message_of([] { parse_run_selection("yesterday", ""); }),
              StartsWith("'yesterday' is not a condition on runs"));
  EXPECT_THAT(message_of([] { parse_run_selection("latest~x", ""); }),
              StartsWith("'latest~x' is not a condition on runs"));
  EXPECT_THAT(message_of([] { parse_run_selection("tag:", ""); }), StartsWith("'tag:' is not a condition on runs"));
}

TEST_F(RunSelections, KeepTheCommasOfAnInstance) {
  EXPECT_EQ(parse_run_selection("kernel:norm_group<32,8>,latest", "").kernel, "norm_group<32,8>");
}

TEST_F(RunSelections, KeepACommaBehindABackslash) {
  const std::string ann = write(of_submission("Lee, Ann"));
  write(of_submission("Lee"));
  EXPECT_EQ(chosen("submission:Lee\\, Ann,latest"), ann);
}

TEST_F(RunSelections, OfAnEmptyLedgerSayThatThereAreNoRuns) {
  { const LedgerWriter writer(path(), kSchema); }
  EXPECT_EQ(message_of([&] { chosen("latest"); }), "this ledger has no runs\nhint: run an experiment first");
}

TEST(Utc, TakesDatesAndMoments) {
  EXPECT_EQ(utc_of("2024-02-29"), "2024-02-29T00:00:00.000Z");
  EXPECT_EQ(utc_of("2024-02-29 12:30"), "2024-02-29T12:30:00.000Z");
  EXPECT_EQ(utc_of("2024-02-29T12:30:15Z"), "2024-02-29T12:30:15.000Z");
  EXPECT_EQ(utc_of("2024-02-29T12:30:15.5Z"), "2024-02-29T12:30:15.500Z");
}

TEST(Utc, RefusesWhatIsNoDate) {
  for (const char* text : {"", "yesterday", "2024-2-9", "2023-02-29", "2024-02-29T24:00", "2024-02-29T12:60",
                           "2024-02-29T12:30:60", "2024-02-29T12:30:15+01:00"}) {
    try {
      utc_of(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.problem(), std::string("'") + text + "' is not a date");
      EXPECT_EQ(error.hint(), "write it as 2024-02-29 or 2024-02-29T12:30:15Z, in UTC");
    }
  }
}

TEST(Utc, TakesTheBeginningOfAMoment) {
  EXPECT_EQ(utc_beginning("2024"), "2024");
  EXPECT_EQ(utc_beginning("2024-02"), "2024-02");
  EXPECT_EQ(utc_beginning("2024-02-29"), "2024-02-29");
  EXPECT_EQ(utc_beginning("2024-02-29 12:30"), "2024-02-29T12:30");
  EXPECT_EQ(utc_beginning("2024-02-29T12:30:15Z"), "2024-02-29T12:30:15");
  for (const char* text : {"", "yesterday", "202", "2024-13", "2024-2", "2023-02-29"})
    EXPECT_THROW(utc_beginning(text), Error) << text;
}

}  // namespace
}  // namespace warpledger
