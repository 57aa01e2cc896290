#include <fmt/format.h>
#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

struct OverrideCase {
  const char* name;
  Overrides overrides;
  const char* message;
};

class BadOverride : public testing::TestWithParam<OverrideCase> {};

TEST_P(BadOverride, IsRefusedAndShown) {
  const TemporaryLibrary files;
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x", GetParam().overrides); }), GetParam().message);
}

const OverrideCase kBadOverrides[] = {
    {"UnknownAxis", {{"warsp=4"}, {}}, R"text(--set: unknown axis 'warsp'
  warsp=4
  ^
hint: did you mean 'warps'? allowed: n, kernel, per, blocks, warps)text"},
    {"NoValue", {{"warps="}, {}}, R"text(--set: cannot read the expression '': it is empty
  warps=
        ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
    {"NoEquals", {{"warps"}, {}}, R"text(--set: expected axis=value, found 'warps'
  warps
  ^
hint: write e.g. warps=4 or d_l=4,8)text"},
    {"NoName", {{"=4"}, {}}, R"text(--set: expected axis=value, found '=4'
  =4
  ^
hint: write e.g. warps=4 or d_l=4,8)text"},
    {"EmptyListItem", {{"warps=1,,2"}, {}}, R"text(--set: cannot read the expression '': it is empty
  warps=1,,2
          ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
    {"BadExpression", {{"warps=1, 2 +"}, {}}, R"text(--set: cannot read the expression '2 +': it ends too early
  warps=1, 2 +
              ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
    {"UnknownName", {{"n=m * 2"}, {}}, R"text(--set: unknown name 'm'
  n=m * 2
    ^
hint: known: sms, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"UnknownKernel", {{"kernel=scale_plane"}, {}}, R"text(--set: family 'scale' has no kernel 'scale_plane'
  kernel=scale_plane
         ^
hint: did you mean 'scale_plain'? allowed: scale_plain, scale_per)text"},
    {"UnknownMeasureField", {{"measure.cahce=cold"}, {}}, R"text(--set: unknown field 'cahce' of measure
  measure.cahce=cold
                ^
hint: did you mean 'cache'? allowed: cache, min_samples, max_samples, max_relative_error, resolve, time_limit, clocks)text"},
    {"NoClock", {{"measure.clocks=activity,"}, {}}, R"text(--set: unknown clock ''
  measure.clocks=activity,
                 ^
hint: allowed: activity, batch)text"},
    {"BadCache", {{"measure.cache=tepid"}, {}}, R"text(--set: unknown cache state 'tepid'
  measure.cache=tepid
                ^
hint: allowed: warm, cold)text"},
    {"RelativeErrorWithoutUnit",
     {{"measure.max_relative_error=2"}, {}},
     R"text(--set: '2' is not a share from 0.0001 % to 100 % with its unit
  measure.max_relative_error=2
                             ^
hint: write 1 % or 0.5 %)text"},
    {"MinAboveMax", {{"measure.min_samples=50"}, {}}, R"text(--set: min_samples 50 is above max_samples 20
  measure.min_samples=50
                      ^
hint: write both, the smaller one as the minimum)text"},
    {"SetTwice", {{"n=5", "warps=2", "n=6"}, {}}, R"text(--set: 'n' is set twice, first by --set n=5
  n=6
  ^
hint: write it once; several values are a list: warps=4,8)text"},
    {"FieldSetTwice",
     {{"measure.cache=warm", "measure.cache=cold"}, {}},
     R"text(--set: 'measure.cache' is set twice, first by --set measure.cache=warm
  measure.cache=cold
  ^
hint: write it once; several values are a list: warps=4,8)text"},
    {"SetAndGivenByPosition",
     {{"warps=2"}, {"0", "4"}},
     R"text(--set: 'warps' is set twice, first by argument 2 (warps) 4
  warps=2
  ^
hint: write it once; several values are a list: warps=4,8)text"},
    {"KernelTwice", {{"kernel=scale_per,scale_per"}, {}}, R"text(--set: kernel 'scale_per' appears twice
  kernel=scale_per,scale_per
                   ^
hint: keep one of them)text"},
    {"TooManyArguments", {{}, {"0", "4", "3.6"}}, R"text(3 arguments, but this experiment takes 2
hint: write at most: blocks warps)text"},
    {"BadArgument", {{}, {"0", "four"}}, R"text(argument 2 (warps): unknown name 'four'
  four
  ^
hint: only numbers are allowed here)text"},
    {"EmptyArgument", {{}, {""}}, R"text(argument 1 (blocks): cannot read the expression '': it is empty
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadOverride, testing::ValuesIn(kBadOverrides),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Override, OfBothLimitsOfSamplesIsJudgedAsAWhole) {
  const TemporaryLibrary files;
  const Experiment experiment =
      load_experiment(files.library(), "x", {.set = {"measure.min_samples=50", "measure.max_samples=60"}});
  EXPECT_EQ(experiment.measure.min_samples, 50);
  EXPECT_EQ(experiment.measure.max_samples, 60);
}

TEST(Override, ThatAnArgumentKeepsMaySetItsAxis) {
  const TemporaryLibrary files;
  const Experiment experiment = load_experiment(files.library(), "x", {.set = {"warps=2"}, .positional = {"1", "0"}});
  EXPECT_EQ(experiment.grid.inner[1].rows.size(), 1);
}

TEST(Override, OfAZipNamesItsEntriesByNumber) {
  const TemporaryLibrary files;
  files.edit("experiments/x.yaml", "  n: [64, 128]", "  size: [{n: 64}, {n: 128}]");
  files.edit("experiments/x.yaml", "  warps: [1, 4]", "  launch: [{warps: 1, q: 1}, {warps: 4, q: 2}]");
  files.edit("experiments/x.yaml", "a: n / 32", "a: q / 32");
  files.edit("experiments/x.yaml", ", {axis: warps, keep_when: 0}", "");
  const Experiment experiment = load_experiment(files.library(), "x", {.set = {"launch=1", "size=1,0"}});
  EXPECT_EQ(experiment.grid.inner.back().rows.size(), 1);
  EXPECT_EQ(experiment.grid.inner.back().rows[0][0].number({}), 4);
  EXPECT_EQ(experiment.grid.outer[0].rows.size(), 2);  // a single-name axis takes values, not entry numbers
  EXPECT_EQ(experiment.grid.outer[0].rows[0][0].number({}), 1);
  for (const std::string wrong : {"2", "0.5", "-1", "{blocks: 1, warps: 2}"}) {
    EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x", {.set = {"launch=" + wrong}}); }),
              fmt::format("--set: axis 'launch' has no entry '{0}'\n  launch={0}\n         ^\n"
                          "hint: its entries are numbered 0 to 1; change their values in the experiment file",
                          wrong));
  }
}

}  // namespace
}  // namespace warpledger
