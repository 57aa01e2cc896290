#include "spec/families.h"

#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/families_fixture.h"
#include "spec/submitted_kernels.h"

namespace warpledger {
namespace {

Experiment load_two(const TwoFamilies& files, const Overrides& overrides = {}) {
  return load_experiment(files.library(), "x", overrides);
}

TEST(TwoFamiliesOfAnExperiment, ShareTheSlotsOfTheirNamesAndSeeNoOthers) {
  const TwoFamilies files;
  const Experiment experiment = load_two(files);
  ASSERT_EQ(experiment.families.size(), 2);
  const Symbols &scale = experiment.families[0].symbols, &mine = experiment.families[1].symbols;
  EXPECT_EQ(scale.slot("n"), mine.slot("n"));
  EXPECT_FALSE(scale.find("mode") || mine.find("per") || mine.slot("mode") == scale.slot("per"));
  EXPECT_TRUE(experiment.symbols.find("mode") && experiment.symbols.find("per"));
}

TEST(TwoFamiliesOfAnExperiment, CallKernelsOfOneNameByTheFamilyAsWell) {
  const TwoFamilies files;
  files.experiment("  n: 64\n");
  const Experiment experiment = load_two(files);
  std::vector<std::string> names;
  for (const KernelChoice& choice : experiment.grid.kernels) names.push_back(experiment.kernel_of(choice).name);
  EXPECT_EQ(names, (std::vector<std::string>{"scale/scale_plain", "scale_per", "mine", "mine/scale_plain"}));
  EXPECT_EQ(load_two(files, {.set = {"kernel=mine/scale_plain,scale/scale_per"}}).grid.kernels.size(), 2);
}

TEST(TwoFamiliesOfAnExperiment, GiveEachKernelTheDefaultsOfItsOwn) {
  const TwoFamilies files;
  const Experiment experiment = load_two(files);
  EXPECT_EQ(experiment.grid.kernels[0].derivations.size(), 1);  // a; per is an axis
  EXPECT_EQ(experiment.grid.kernels[1].derivations.size(), 2);  // a and chunk; mode is an axis
}

TEST(TwoFamiliesOfAnExperiment, AreFilteredByWhatTheyHave) {
  const TwoFamilies files;
  files.experiment(
      "  n: 64\n  kernel: [scale_per, mine]\nderive:\n  bytes: 4 * chunk\n  more: 2 * bytes\n"
      "where: [n > 1, per == 1, more > 8, 'chunk < 9']\n");
  const Experiment experiment = load_two(files);
  EXPECT_EQ(experiment.grid.kernels[0].where.size(), 2);
  EXPECT_EQ(experiment.grid.kernels[1].where.size(), 3);
  EXPECT_EQ(experiment.grid.kernels[0].derivations.size(), 2);  // a, per
  EXPECT_EQ(experiment.grid.kernels[1].derivations.size(), 5);  // a, mode, chunk, bytes, more
}

TEST(TwoFamiliesOfAnExperiment, MayBeOneInAList) {
  const TemporaryLibrary files;
  files.edit(kExperimentFile, "family: scale", "families: [scale]");
  EXPECT_EQ(load_experiment(files.library(), "x").only_family().name, "scale");
}

TEST(TwoFamiliesOfAnExperiment, TakeNoSubmission) {
  const TwoFamilies files;
  const Submission submission{.name = "anna", .files = {{"scale.cu", "// anna"}}};
  EXPECT_EQ(files.message([&] { with_submission(load_two(files), submission); }),
            "experiments/x.yaml: an experiment of several families takes no submission\n"
            "hint: take an experiment of the one family whose kernels are handed in");
  EXPECT_EQ(files.message([&] { experiment_for(submission, files.library()); }),
            "no experiment has a kernel whose source has the name of a file of 'anna'\n"
            "hint: name the experiment with --experiment; allowed: x");
}

class BadFamilies : public testing::TestWithParam<BadCase> {};

TEST_P(BadFamilies, AreRefusedAtTheirPlace) {
  const TwoFamilies files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_two(files); }), GetParam().message);
}

const BadCase kBadDeclarationsOfTwo[] = {
    {"Unknown", kExperimentFile, "mine]", "mien]",
     R"text(experiments/x.yaml:3:19: no family 'mien' in kernels
  families: [scale, mien]
                    ^
hint: did you mean 'mine'? allowed: mine, scale)text"},
    {"Twice", kExperimentFile, "mine]", "mine, scale]",
     R"text(experiments/x.yaml:3:25: the family 'scale' appears twice
  families: [scale, mine, scale]
                          ^
hint: keep one of them)text"},
    {"Empty", kExperimentFile, "[scale, mine]", "[]",
     R"text(experiments/x.yaml:3:11: this list is empty
  families: []
            ^
hint: write at least one item)text"},
    {"BesideFamily", kExperimentFile, "families:", "family: scale\nfamilies:",
     R"text(experiments/x.yaml:4:11: an experiment has either 'family' or 'families'
  families: [scale, mine]
            ^
hint: remove one of them)text"},
    {"ListInFamily", kExperimentFile, "families:", "family:",
     R"text(experiments/x.yaml:3:9: 'family' is one family
  family: [scale, mine]
          ^
hint: for several write families: [...])text"},
    {"OtherType", kMineFile, "n: {type: int, min: 64", "n: {type: float, min: 64",
     R"text(experiments/x.yaml:3:19: parameter 'n' is of type int in family 'scale', and of type float in family 'mine'
  families: [scale, mine]
                    ^
hint: give it the same type in both, or another name in one of them)text"},
    {"NameOfTheOther", kMineFile, "default: 4", "default: per",
     R"text(kernels/mine/family.yaml:7:31: unknown name 'per'
    chunk: {type: int, default: per, about: elements a thread}
                                ^
hint: known: sms, blocks, warps, threads, n, a, mode, chunk, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"KernelOfBoth", kExperimentFile, "scale_per: {per: [1, 2]}", "scale_plain",
     R"text(experiments/x.yaml:6:12: kernel 'scale_plain' is in 2 families
    kernel: [scale_plain, mine: {mode: [vector, plain]}]
             ^
hint: say which one: scale/scale_plain, mine/scale_plain)text"},
    {"KernelOfNone", kExperimentFile, "scale_per: {per: [1, 2]}", "scale_pre: {per: [1, 2]}",
     R"text(experiments/x.yaml:6:12: none of the families 'scale', 'mine' has a kernel 'scale_pre'
    kernel: [scale_pre: {per: [1, 2]}, mine: {mode: [vector, plain]}]
             ^
hint: did you mean 'scale_per'? allowed: scale/scale_plain, scale_per, mine, mine/scale_plain)text"},
    {"ParameterOfTheOtherAtAKernel", kExperimentFile, "scale_per: {per: [1, 2]}", "scale_per: {chunk: [1, 2]}",
     R"text(experiments/x.yaml:6:24: 'chunk' is not a parameter of family 'scale'
    kernel: [scale_per: {chunk: [1, 2]}, mine: {mode: [vector, plain]}]
                         ^
hint: allowed: n, a, per)text"},
    {"ParameterOfNone", kExperimentFile, "  n:", "  nn: 1\n  n:",
     R"text(experiments/x.yaml:5:3: none of 2 kernels uses axis 'nn': scale_per, mine
    nn: 1
    ^
hint: did you mean 'n'? allowed: blocks, warps, threads, n, a, per, mode, chunk, kernel)text"},
    {"WorkCountOfOne", kExperimentFile, "scale_per: {per: [1, 2]}, mine: {mode: [vector, plain]}]",
     "scale_per, mine]\n  per: [1, 2]",
     R"text(experiments/x.yaml:7:3: 'per' is a work count of family 'mine'
    per: [1, 2]
    ^
hint: choose another name)text"},
    {"WordOfNoFamily", kExperimentFile, "mode: [vector, plain]", "mode: [vektor, plain]",
     R"text(experiments/x.yaml:6:52: mode has no value 'vektor'
    kernel: [scale_per: {per: [1, 2]}, mine: {mode: [vektor, plain]}]
                                                     ^
hint: did you mean 'vector'? allowed: plain, vector)text"},
    {"NoValue", kExperimentFile, "  n: [64, 128]\n", "",
     R"text(experiments/x.yaml:5:12: parameter 'n' of kernel 'scale_per' has no value
    kernel: [scale_per: {per: [1, 2]}, mine: {mode: [vector, plain]}]
             ^
hint: add an axis or a derived name: `n: ...`)text"},
    {"NoValueOfOne", kMineFile, "chunk: {type: int, default: 4,", "chunk: {type: int,",
     R"text(experiments/x.yaml:6:38: parameter 'chunk' of kernel 'mine' has no value
    kernel: [scale_per: {per: [1, 2]}, mine: {mode: [vector, plain]}]
                                       ^
hint: set it below the kernel: `mine: {chunk: ...}`)text"},
    {"DerivedOfTheOther", kExperimentFile, "grid:\n  n: [64, 128]\n", "derive: {n: 64 * chunk}\ngrid:\n",
     R"text(experiments/x.yaml:4:13: 'n' is a parameter of family 'scale', but '64 * chunk' uses names that the family does not have
  derive: {n: 64 * chunk}
              ^
hint: use names that all families have, or set it below the kernels: `KERNEL: {...}`)text"},
    {"Graded", kExperimentFile, "grid:", "grading: {submission: [mine], problems: []}\ngrid:",
     R"text(experiments/x.yaml:4:10: an experiment of several families cannot be graded
  grading: {submission: [mine], problems: []}
           ^
hint: grade in an experiment of the one family whose kernels are handed in)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadFamilies, testing::ValuesIn(kBadDeclarationsOfTwo), name_of_case);

TEST(WordsOfSeveralFamilies, AreAllowedWhereAllThatHaveTheParameterAllowThem) {
  const TwoFamilies files;
  files.edit(kFamilyFile, "  per: {",
             "  mode: {type: string, values: [plain, wide], default: plain, about: how}\n  per: {");
  files.edit(kFamilyFile, "  scale_per:\n", "  scale_per:\n    defines: {MODE: mode}\n");
  files.experiment("  n: 64\n  kernel: [scale_per, mine]\n  mode: [plain, wide]\n");
  EXPECT_EQ(files.message([&] { load_two(files); }),
            R"text(experiments/x.yaml:7:17: mode has no value 'wide' in family 'mine'
    mode: [plain, wide]
                  ^
hint: allowed: plain, vector)text");
  files.experiment("  n: 64\n  kernel: [scale_per: {mode: [plain, wide]}, mine]\n");
  EXPECT_EQ(files.message([&] { load_two(files); }), "no error");
}

}  // namespace
}  // namespace warpledger
