#include "spec/experiment.h"

#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

TEST(LoadExperiment, ReadsAllOfIt) {
  const TemporaryLibrary files;
  const Experiment experiment = load_experiment(files.library(), "x");
  EXPECT_EQ(experiment.name, "x");
  EXPECT_EQ(experiment.file, files.path(kExperimentFile));
  EXPECT_EQ(experiment.text, kScaleExperiment);
  EXPECT_EQ(experiment.grid.outer.size(), 1);
  EXPECT_EQ(experiment.grid.kernels.size(), 2);
  EXPECT_EQ(experiment.grid.inner.size(), 2);
  EXPECT_EQ(experiment.measure.min_samples, 5);
  EXPECT_DOUBLE_EQ(experiment.measure.max_relative_error, 0.01);
  EXPECT_EQ(experiment.measure.time_limit_s, 10);
  EXPECT_EQ(experiment.metrics.size(), 2);
  EXPECT_EQ(experiment.report, "");
}

TEST(LoadExperiment, FindsTheFamilyBesideAFileGivenByPath) {
  const TemporaryLibrary files;
  EXPECT_EQ(load_experiment(Library({"/nowhere"}), files.path(kExperimentFile)).only_family().name, "scale");
}

TEST(LoadExperiment, OverridesAxesAndMeasure) {
  const TemporaryLibrary files;
  const Experiment experiment =
      load_experiment(files.library(), "x",
                      {.set = {"n=8, min(16, 32), 24", "per=4", "kernel=scale_per", "measure.time_limit=500 ms"}});
  EXPECT_EQ(experiment.grid.outer[0].rows.size(), 3);
  ASSERT_EQ(experiment.grid.kernels.size(), 1);
  EXPECT_EQ(experiment.grid.kernels[0].axes[0].rows.size(), 1);
  EXPECT_EQ(experiment.measure.time_limit_s, 0.5);
}

TEST(LoadExperiment, OverridesByAListInTheBracketsThatTheFileHas) {
  const TemporaryLibrary files;
  const Experiment experiment =
      load_experiment(files.library(), "x",
                      {.set = {"n=[8, min(16, 32), 24]", "measure.cache= [cold, warm] ", "measure.clocks=[batch]"}});
  EXPECT_EQ(experiment.grid.outer[0].rows.size(), 3);
  EXPECT_EQ(experiment.measure.cache, Cache::cold);
  EXPECT_TRUE(experiment.measure.both_caches);
  EXPECT_EQ(experiment.measure.clocks, std::vector{OtherClock::batch});
}

TEST(LoadExperiment, TakesPositionalArgumentsInOrderAndKeepsAnAxisWhenTold) {
  const TemporaryLibrary files;
  const Experiment kept = load_experiment(files.library(), "x", {.positional = {"-3", "0"}});
  EXPECT_EQ(kept.grid.inner[0].rows[0][0].number({}), -3);
  EXPECT_EQ(kept.grid.inner[1].rows.size(), 2);
  const Experiment given = load_experiment(files.library(), "x", {.positional = {"-3", "8"}});
  EXPECT_EQ(given.grid.inner[1].rows.size(), 1);
}

TEST(LoadExperiment, LeavesADefaultToTheKernelsThatDoNotSetIt) {
  const TemporaryLibrary files;
  const Experiment experiment = load_experiment(files.library(), "x");
  EXPECT_EQ(experiment.grid.kernels[0].derivations.size(), 2);  // a is derived, per defaults to 1
  EXPECT_EQ(experiment.grid.kernels[1].derivations.size(), 1);  // per is an axis
}

TEST(LoadExperiment, RefusesAnEmptyFile) {
  const TemporaryLibrary files;
  const auto message = [&](const std::string& text) {
    files.write(kExperimentFile, text);
    return files.message([&] { load_experiment(files.library(), "x"); });
  };
  EXPECT_EQ(message(""),
            "experiments/x.yaml: the file is empty\nhint: write its keys; docs/ describes the file formats");
  EXPECT_EQ(message("# nothing\n"),
            "experiments/x.yaml: the file is empty\nhint: write its keys; docs/ describes the file formats");
}

TEST(LoadExperiment, RefusesAScalarInPlaceOfTheFile) {
  const TemporaryLibrary files;
  files.write(kExperimentFile, "x\n");
  EXPECT_EQ(
      files.message([&] { load_experiment(files.library(), "x"); }),
      "experiments/x.yaml:1:1: expected a mapping (experiment: experiment, about, family, families, arguments, grid, "
      "derive, where, measure, metrics, report, grading), found a single value\n"
      "  x\n"
      "  ^\n"
      "hint: see the file format in docs/");
}

TEST(LoadExperiment, NamesAnExperimentThatIsMissing) {
  const TemporaryLibrary files;
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "xx"); }),
            "no experiment 'xx' in experiments\nhint: did you mean 'x'? allowed: x");
}

}  // namespace
}  // namespace warpledger
