#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"
#include "spec/metrics.h"

namespace warpledger {
namespace {

std::string message_of(const TemporaryLibrary& files, const Overrides& overrides = {}) {
  return files.message([&] { load_experiment(files.library(), "x", overrides); });
}

TEST(SeveralErrors, OfAFamilyAreToldInTheFilesOrder) {
  const TemporaryLibrary files;
  files.edit(kFamilyFile, "default: 2", "default: two");
  files.edit(kFamilyFile, "role: in", "role: input");
  files.edit(kFamilyFile, "template: [per]", "template: [per +, perr]");
  files.edit(kFamilyFile, "source: reference.cu", "source: missing.cu");
  EXPECT_EQ(message_of(files), R"text(kernels/scale/family.yaml:5:29: unknown name 'two'
    a: {type: float, default: two, about: factor}
                              ^
hint: known: sms, blocks, warps, threads, n, a, per, and the device's facts (sm_count, l2_bytes, ...)

kernels/scale/family.yaml:8:34: unknown role 'input'
    x: {type: f32, count: n, role: input, fill: "uniform(-1, 1)"}
                                   ^
hint: did you mean 'inout'? allowed: in, out, inout, scratch

kernels/scale/family.yaml:12:21: no source file 'missing.cu' in kernels/scale
  reference: {source: missing.cu, kernel: scale_reference, args: [y, x, i32 n]}
                      ^
hint: add the file, or correct its name

kernels/scale/family.yaml:19:21: cannot read the expression 'per +': it ends too early
      template: [per +, perr]
                      ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0

kernels/scale/family.yaml:19:23: unknown name 'perr'
      template: [per +, perr]
                        ^
hint: did you mean 'per'?)text");
}

TEST(SeveralErrors, OfAnExperimentAreTold) {
  const TemporaryLibrary files;
  files.edit(kExperimentFile, "about:", "abuot:");
  files.edit(kExperimentFile, "[64, 128]", "[64, m]");
  files.edit(kExperimentFile, "cache: warm", "cache: hot");
  files.edit(kExperimentFile, "[traffic]", "[trafic, traffic, cycels]");
  EXPECT_EQ(message_of(files), R"text(experiments/x.yaml:2:1: unknown key 'abuot' in experiment
  abuot: A test.
  ^
hint: did you mean 'about'? allowed: experiment, about, family, families, arguments, grid, derive, where, measure, metrics, report, grading

experiments/x.yaml:6:11: unknown name 'm'
    n: [64, m]
            ^
hint: known: sms, and the device's facts (sm_count, l2_bytes, ...)

experiments/x.yaml:14:18: unknown cache state 'hot'
  measure: {cache: hot, samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
                   ^
hint: allowed: warm, cold

experiments/x.yaml:15:11: unknown metric 'trafic'
  metrics: [trafic, traffic, cycels]
            ^
hint: did you mean 'traffic'? groups: traffic; `warpledger metrics` lists their metrics

experiments/x.yaml:15:28: unknown metric 'cycels'
  metrics: [trafic, traffic, cycels]
                             ^
hint: did you mean 'cycles'? groups: traffic; `warpledger metrics` lists their metrics)text");
}

TEST(SeveralErrors, OfTheFamilyAreToldAtItsFileBesideThoseOfTheExperiment) {
  const TemporaryLibrary files;
  files.edit(kFamilyFile, "type: float", "type: double");
  files.edit(kFamilyFile, "  elements: n", "  elements: m_");
  files.edit(kExperimentFile, "max_relative_error: 1 %", "max_relative_error: 1");
  files.edit(kExperimentFile, "n: [64, 128]", "n: [64, x]");  // needs the family, which is missing
  EXPECT_EQ(message_of(files), R"text(experiments/x.yaml:14:71: '1' is not a share from 0.0001 % to 100 % with its unit
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1}, time_limit: 10 s}
                                                                        ^
hint: write 1 % or 0.5 %

kernels/scale/family.yaml:5:13: unknown parameter type 'double'
    a: {type: double, default: 2, about: factor}
              ^
hint: allowed: int, float, string, type, file

kernels/scale/family.yaml:14:13: unknown name 'm_'
    elements: m_
              ^
hint: known: sms, blocks, warps, threads, n, a, per, and the device's facts (sm_count, l2_bytes, ...))text");
}

TEST(SeveralErrors, OfMetricGroupsAreToldForAllFiles) {
  const TemporaryLibrary files;
  files.edit("metrics/traffic.yaml", "unit: byte", "units: byte");
  files.edit("metrics/traffic.yaml", "sm__cycles_active.avg", "sm__cycles_active");
  files.write("metrics/other.yaml", "group: another\nabout: x\nalso: [nothing]\n");
  EXPECT_EQ(files.message([&] { load_metric_groups(files.library()); }),
            R"text(metrics/other.yaml:1:8: the group is called 'another' but its file 'other.yaml'
  group: another
         ^
hint: give both the same name

metrics/traffic.yaml:6:5: unknown key 'units' in metric
      units: byte
      ^
hint: did you mean 'unit'? allowed: about, unit, counters, model

metrics/traffic.yaml:8:56: 'sm__cycles_active' is not a counter
    cycles: {about: busy cycles, unit: cycle, counters: [sm__cycles_active]}
                                                         ^
hint: write unit__name.rollup or scale * unit__name.rollup)text");
}

TEST(SeveralErrors, OfTheCommandLineAreTold) {
  const TemporaryLibrary files;
  EXPECT_EQ(message_of(files, {.set = {"n=8,m,2 +", "wraps=4", "measure.cache=hot"}, .positional = {"b"}}),
            R"text(--set: unknown name 'm'
  n=8,m,2 +
      ^
hint: known: sms, and the device's facts (sm_count, l2_bytes, ...)

--set: cannot read the expression '2 +': it ends too early
  n=8,m,2 +
           ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0

--set: unknown axis 'wraps'
  wraps=4
  ^
hint: did you mean 'warps'? allowed: n, kernel, per, blocks, warps

--set: unknown cache state 'hot'
  measure.cache=hot
                ^
hint: allowed: warm, cold

argument 1 (blocks): unknown name 'b'
  b
  ^
hint: known: sms, and the device's facts (sm_count, l2_bytes, ...))text");
}

/// Returns the message for an x.yaml with `count` bad values.
std::string message_of_bad_values(int count) {
  const TemporaryLibrary files;
  std::string values;
  for (int i = 0; i < count; ++i) values += "m" + std::to_string(i) + ", ";
  files.edit(kExperimentFile, "[64, 128]", "[" + values + "64]");
  return message_of(files);
}

TEST(SeveralErrors, AreToldUpToTen) {
  const std::string ten = message_of_bad_values(10);
  EXPECT_EQ(errors_in(ten), 10);
  EXPECT_EQ(ten.find("more"), std::string::npos);
  const std::string eleven = message_of_bad_values(11);
  EXPECT_EQ(errors_in(eleven), 10);
  EXPECT_TRUE(eleven.ends_with("\n\nand 1 more")) << eleven;
}

TEST(SeveralErrors, AMisspeltSectionIsReadAsTheOneThatIsMeant) {
  const TemporaryLibrary files;
  files.edit(kFamilyFile, "parameters:", "paramters:");
  files.edit(kFamilyFile, "  elements: n", "  elements: m");
  const std::string message = message_of(files);
  EXPECT_NE(message.find("unknown key 'paramters' in family"), std::string::npos) << message;
  EXPECT_NE(message.find("unknown name 'm'"), std::string::npos) << message;
  EXPECT_EQ(errors_in(message), 2) << message;
}

TEST(SeveralErrors, EachMissingKeyOfOneMappingIsTold) {
  const TemporaryLibrary files;
  files.edit(kFamilyFile, "type: f32, count: n, role: in, fill: \"uniform(-1, 1)\"", "fill: index");
  const std::string message = message_of(files);
  for (const char* key : {"type", "count", "role"})
    EXPECT_NE(message.find(std::string("key '") + key + "' is missing"), std::string::npos) << message;
  EXPECT_EQ(errors_in(message), 3) << message;
}

TEST(SeveralErrors, WhatIsRefusedStillHasItsName) {
  const TemporaryLibrary files;
  files.edit(kFamilyFile, "  per: {type: int", "  per: {type: whole");
  files.edit(kFamilyFile, "  n: {type: int, min: 1, about: elements}", "  n: 4\n  n-l: {type: int, default: n}");
  files.edit(kFamilyFile, "y: {type: f32", "y: {type: f12");
  files.edit(kFamilyFile, "where: per <= 4", "where: per <= n-l");
  const std::string message = message_of(files);
  EXPECT_EQ(errors_in(message), 4) << message;
  EXPECT_EQ(message.find("unknown name"), std::string::npos) << message;
  EXPECT_EQ(message.find("unknown buffer"), std::string::npos) << message;
}

}  // namespace
}  // namespace warpledger
