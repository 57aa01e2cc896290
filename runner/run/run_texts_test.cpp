#include "run/run_texts.h"

#include <gmock/gmock.h>

#include "spec/families_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

TEST(RunTexts, AreTheFamilyItsSourcesAndTheMetricsByNamesThatDoNotSayWhereTheyLie) {
  const TemporaryLibrary files;
  std::vector<std::string> names;
  std::string metrics, inputs;
  for (const SourceFile& text : texts_of(load_experiment(files.library(), "x"))) {
    names.push_back(text.name);
    if (text.name == "the list of metrics") metrics = text.text;
    if (text.name == "how inputs are filled") inputs = text.text;
  }
  EXPECT_THAT(names, ElementsAre("how inputs are filled", "kernels/scale/family.yaml", "kernels/scale/reference.cu",
                                 "kernels/scale/scale.cu", "the list of metrics"));
  EXPECT_THAT(metrics, HasSubstr("read_bytes [byte]: "));
  EXPECT_EQ(inputs, "x uniform(-1, 1)");
}

TEST(RunTexts, AreOfEachFamilyByItsName) {
  const TwoFamilies files;
  files.edit(kMineFile, "uniform(-1, 1)", "uniform(0, 1)");
  files.edit(kMineFile, "role: out, ", "role: out, unordered: true, ");
  std::vector<std::string> names, words;
  for (const SourceFile& text : texts_of(load_experiment(files.library(), "x"))) {
    names.push_back(text.name);
    if (text.name.starts_with("how")) words.push_back(text.text);
  }
  EXPECT_THAT(names, ElementsAre("how inputs are filled", "how outputs are compared", "kernels/mine/family.yaml",
                                 "kernels/mine/mine.cu", "kernels/mine/reference.cu", "kernels/scale/family.yaml",
                                 "kernels/scale/reference.cu", "kernels/scale/scale.cu", "the list of metrics"));
  EXPECT_THAT(words, ElementsAre("scale: x uniform(-1, 1); mine: x uniform(0, 1)", HasSubstr("mine: ")));
}

TEST(RunTexts, OfTheMetricsSayWhatACounterLeavesOut) {
  const TemporaryLibrary files;
  Experiment experiment = load_experiment(files.library(), "x");
  const std::string before = texts_of(experiment).back().text;
  experiment.metrics.at(0).choices.at(0).without = {"smsp__ldgsts.sum"};
  EXPECT_THAT(texts_of(experiment).back().text, HasSubstr(", without smsp__ldgsts.sum"));
  EXPECT_NE(texts_of(experiment).back().text, before);
}

TEST(RunTexts, OfTheMetricsSayWhatTheModelGivesThemFrom) {
  const TemporaryLibrary files;
  Experiment experiment = load_experiment(files.library(), "x");
  experiment.metrics.at(0).model = ModelChoice{"l1_read_sectors", 32};
  EXPECT_THAT(texts_of(experiment).back().text, HasSubstr("; model: 32 * l1_read_sectors\n"));
}

TEST(Difference, ShowsALineThatChanged) {
  EXPECT_EQ(difference("a\nb\nc\n", "a\nB\nc\n"), "  then line 2: b\n  now  line 2: B");
}

TEST(Difference, ShowsLinesThatWereAddedOrTakenAway) {
  EXPECT_EQ(difference("a\nc\n", "a\nb\nc\n"), "  then line 2: (not there)\n  now  line 2: b");
  EXPECT_EQ(difference("a\nb\n", "a\n"), "  then line 2: b\n  now  line 2: (not there)");
  EXPECT_EQ(difference("a\na\n", "a\n"), "  then line 2: a\n  now  line 2: (not there)");
}

TEST(Difference, ShowsThreeLinesAndSaysHowManyFollow) {
  EXPECT_THAT(difference("", "a\nb\nc\nd\ne\n"), EndsWith("  now  line 3: c\n  now  2 more lines"));
}

TEST(Difference, OfEqualTextsIsEmptyAndOfALastNewlineIsSaid) {
  EXPECT_EQ(difference("a\n", "a\n"), "");
  EXPECT_EQ(difference("a\n", "a"), "  only in the newline at its end");
}

}  // namespace
}  // namespace warpledger
