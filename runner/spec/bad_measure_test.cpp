#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class BadMeasure : public testing::TestWithParam<BadCase> {};

TEST_P(BadMeasure, IsRefusedAtItsPlace) {
  const TemporaryLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), GetParam().message);
}

constexpr const char* kMetrics = "metrics/traffic.yaml";

const BadCase kBadMeasures[] = {
    {"BadCache", kExperimentFile, "cache: warm", "cache: hot",
     R"text(experiments/x.yaml:14:18: unknown cache state 'hot'
  measure: {cache: hot, samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
                   ^
hint: allowed: warm, cold)text"},
    {"RelativeErrorWithoutUnit", kExperimentFile, "1 %", "0.01",
     R"text(experiments/x.yaml:14:71: '0.01' is not a share from 0.0001 % to 100 % with its unit
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 0.01}, time_limit: 10 s}
                                                                        ^
hint: write 1 % or 0.5 %)text"},
    {"NegativeRelativeError", kExperimentFile, "1 %", "-1 %",
     R"text(experiments/x.yaml:14:71: '-1 %' is not a share from 0.0001 % to 100 % with its unit
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: -1 %}, time_limit: 10 s}
                                                                        ^
hint: write 1 % or 0.5 %)text"},
    {"DurationWithoutUnit", kExperimentFile, "10 s", "10",
     R"text(experiments/x.yaml:14:89: '10' is not a duration from 1 ms to 1000000 s with its unit
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10}
                                                                                          ^
hint: write 500 ms, 10 s, 2 min or 1 h 30 min)text"},
    {"BadDurationUnit", kExperimentFile, "10 s", "10 sec",
     R"text(experiments/x.yaml:14:89: '10 sec' is not a duration from 1 ms to 1000000 s with its unit
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10 sec}
                                                                                          ^
hint: write 500 ms, 10 s, 2 min or 1 h 30 min)text"},
    {"OneCacheTwice", kExperimentFile, "cache: warm", "cache: [cold, cold]",
     R"text(experiments/x.yaml:14:18: the cache states of 'cold,cold' are one
  measure: {cache: [cold, cold], samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
                   ^
hint: write cold,warm or warm,cold)text"},
    {"ThreeCaches", kExperimentFile, "cache: warm", "cache: [cold, warm, cold]",
     R"text(experiments/x.yaml:14:18: unknown cache state 'warm,cold'
  measure: {cache: [cold, warm, cold], samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
                   ^
hint: allowed: warm, cold)text"},
    {"UnknownClock", kExperimentFile, "time_limit: 10 s", "clocks: [batch, activty]",
     R"text(experiments/x.yaml:14:93: unknown clock 'activty'
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1 %}, clocks: [batch, activty]}
                                                                                              ^
hint: did you mean 'activity'? allowed: activity, batch)text"},
    {"ClockNamedTwice", kExperimentFile, "time_limit: 10 s", "clocks: [batch, batch]",
     R"text(experiments/x.yaml:14:93: the clock 'batch' is named twice
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1 %}, clocks: [batch, batch]}
                                                                                              ^
hint: name each clock once)text"},
    {"MinAboveMax", kExperimentFile, "min: 5", "min: 50",
     R"text(experiments/x.yaml:14:10: min_samples 50 is above max_samples 20
  measure: {cache: warm, samples: {min: 50, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
           ^
hint: write both, the smaller one as the minimum)text"},
    {"NoSamples", kExperimentFile, "min: 5", "min: 0",
     R"text(experiments/x.yaml:14:39: min_samples = 0 is not between 1 and 1000000
  measure: {cache: warm, samples: {min: 0, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
                                        ^
hint: write a number in this range)text"},
    {"HalfASample", kExperimentFile, "min: 5", "min: 2.5",
     R"text(experiments/x.yaml:14:39: min_samples = 2.5 is not a whole number
  measure: {cache: warm, samples: {min: 2.5, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
                                        ^
hint: write floor(2.5))text"},
    {"UnknownMeasureKey", kExperimentFile, "time_limit", "timelimit",
     R"text(experiments/x.yaml:14:77: unknown key 'timelimit' in measure
  measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1 %}, timelimit: 10 s}
                                                                              ^
hint: did you mean 'time_limit'? allowed: cache, samples, resolve, time_limit, clocks)text"},
    {"UnknownMetric", kExperimentFile, "[traffic]", "[trafic]",
     R"text(experiments/x.yaml:15:11: unknown metric 'trafic'
  metrics: [trafic]
            ^
hint: did you mean 'traffic'? groups: traffic; `warpledger metrics` lists their metrics)text"},
    {"UnknownArgument", kExperimentFile, "[blocks,", "[block,",
     R"text(experiments/x.yaml:4:13: unknown axis 'block'
  arguments: [block, {axis: warps, keep_when: 0}]
              ^
hint: did you mean 'blocks'? allowed: n, kernel, per, blocks, warps)text"},
    {"UnknownArgumentKey", kExperimentFile, "keep_when", "keep",
     R"text(experiments/x.yaml:4:35: unknown key 'keep' in argument
  arguments: [blocks, {axis: warps, keep: 0}]
                                    ^
hint: allowed: axis, keep_when)text"},
    {"UnknownMetricKey", kMetrics, "unit: byte", "units: byte",
     R"text(metrics/traffic.yaml:6:5: unknown key 'units' in metric
      units: byte
      ^
hint: did you mean 'unit'? allowed: about, unit, counters, model)text"},
    {"MetricWithoutCounters", kMetrics, ", counters: [sm__cycles_active.avg]", "",
     R"text(metrics/traffic.yaml:8:11: key 'counters' is missing
    cycles: {about: busy cycles, unit: cycle}
            ^
hint: add `counters: ...`)text"},
    {"CounterWithoutRollup", kMetrics, "sm__cycles_active.avg", "sm__cycles_active",
     R"text(metrics/traffic.yaml:8:56: 'sm__cycles_active' is not a counter
    cycles: {about: busy cycles, unit: cycle, counters: [sm__cycles_active]}
                                                         ^
hint: write unit__name.rollup or scale * unit__name.rollup)text"},
    {"OtherGroupName", kMetrics, "group: traffic", "group: traffics",
     R"text(metrics/traffic.yaml:1:8: the group is called 'traffics' but its file 'traffic.yaml'
  group: traffics
         ^
hint: give both the same name)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadMeasure, testing::ValuesIn(kBadMeasures), name_of_case);

TEST(BadMeasurePairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kBadMeasures, 50, {}, [&] { load_experiment(files.library(), "x"); });
}

TEST(OldNameOfTheRelativeError, IsRefusedWithTheKeysThatThereAre) {
  const TemporaryLibrary files;
  files.edit(kExperimentFile, "max_relative_error", "noise");
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }),
            R"text(experiments/x.yaml:14:51: unknown key 'noise' in samples
  measure: {cache: warm, samples: {min: 5, max: 20, noise: 1 %}, time_limit: 10 s}
                                                    ^
hint: allowed: min, max, max_relative_error)text");
}

}  // namespace
}  // namespace warpledger
