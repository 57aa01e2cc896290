#include "spec/symbols.h"

#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

std::string message_about_names(const TemporaryLibrary& files) {
  const ResultNames taken({"outcome", "time_us", "per"});
  return files.message([&] { load_experiment(files.library(), "x", {}, taken); });
}

TEST(ResultNames, AreNoNamesOfAxesDerivedValuesAndParameters) {
  const TemporaryLibrary files;
  files.edit(kExperimentFile, "  n: [64, 128]", "  Outcome: [64, 128]");
  files.edit(kExperimentFile, "  a: n / 32", "  n: Outcome\n  time_us: 4");
  EXPECT_EQ(message_about_names(files),
            R"text(kernels/scale/family.yaml:6:3: 'per' clashes with the column 'per' of results
    per: {type: int, values: [1, 2, 4], default: 1, about: elements a thread}
    ^
hint: choose another name; `warpledger query --columns points` lists the columns)text");
  files.edit("kernels/scale/family.yaml", "  per: {", "  pace: {");
  files.edit("kernels/scale/family.yaml", "template: [per]", "template: [pace]");
  files.edit("kernels/scale/family.yaml", "where: per <= 4", "where: pace <= 4");
  files.edit(kExperimentFile, "{per: [1, 2]}", "{pace: [1, 2]}");
  EXPECT_EQ(message_about_names(files),
            R"text(experiments/x.yaml:6:3: 'Outcome' clashes with the column 'outcome' of results
    Outcome: [64, 128]
    ^
hint: choose another name; `warpledger query --columns points` lists the columns

experiments/x.yaml:14:3: 'time_us' clashes with the column 'time_us' of results
    time_us: 4
    ^
hint: choose another name; `warpledger query --columns points` lists the columns)text");
}

TEST(ResultNames, MayNameAnAxisOfSeveralValues) {
  const TemporaryLibrary files;
  files.edit(kExperimentFile, "  n: [64, 128]", "  outcome: [{n: 64}, {n: 128}]");
  files.edit("kernels/scale/family.yaml", "  per: {", "  pace: {");
  files.edit("kernels/scale/family.yaml", "template: [per]", "template: [pace]");
  files.edit("kernels/scale/family.yaml", "where: per <= 4", "where: pace <= 4");
  files.edit(kExperimentFile, "{per: [1, 2]}", "{pace: [1, 2]}");
  EXPECT_EQ(message_about_names(files), "no error");
}

}  // namespace
}  // namespace warpledger
