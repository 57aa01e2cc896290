#include <gtest/gtest.h>

#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class BadPoint : public testing::TestWithParam<BadCase> {};

TEST_P(BadPoint, IsRefusedBeforeAnythingRuns) {
  const TemporaryLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { make_plan(load_experiment(files.library(), "x"), rtx_4090()); }), GetParam().message);
}

constexpr const char* kFile = "experiments/x.yaml";
constexpr const char* kFamily = "kernels/scale/family.yaml";

const BadCase kCases[] = {
    {"BelowMinimum", kFile, "n: [64, 128]", "n: [64, 0]",
     R"text(experiments/x.yaml:6:11: n = 0 is below 1, its minimum
    n: [64, 0]
            ^
hint: write a larger value)text"},
    {"NoneOfTheValues", kFile, "{per: [1, 2]}", "{per: [1, 3]}",
     R"text(experiments/x.yaml:9:28: per = 3 is not one of its values
      - scale_per: {per: [1, 3]}
                             ^
hint: allowed: 1, 2, 4)text"},
    {"AxisNotWhole", kFile, "n: [64, 128]", "n: [64, 921.6]",
     R"text(experiments/x.yaml:6:11: n = 921.6 is not a whole number
    n: [64, 921.6]
            ^
hint: write floor(921.6))text"},
    {"DivisionByZero", kFile, "a: n / 32", "a: n / (n - 64)",
     R"text(experiments/x.yaml:13:6: 'n / (n - 64)' is infinite with n = 64; at the point scale_plain n=64 blocks=128 warps=1
    a: n / (n - 64)
       ^
hint: is there a division by zero, or a number too large? `c && a` and `c ? a : b` compute a only where c is true)text"},
    {"ZeroByZero", kFile, "a: n / 32", "a: (n - 64) / (n - 64)",
     R"text(experiments/x.yaml:13:6: '(n - 64) / (n - 64)' is not a number with n = 64; at the point scale_plain n=64 blocks=128 warps=1
    a: (n - 64) / (n - 64)
       ^
hint: is there 0 / 0, the root of a negative number, or % of a fraction? `c && a` and `c ? a : b` compute a only where c is true)text"},
    {"NegativeWarps", kFile, "warps: [1, 4]", "warps: [1, -4]",
     R"text(experiments/x.yaml:11:14: warps = -4 is below 1
    warps: [1, -4]
               ^
hint: a block has at least one warp)text"},
    {"BlocksBeyondAnyGrid", kFile, "blocks: 0", "blocks: 99999999999",
     R"text(experiments/x.yaml:10:11: blocks = 99999999999 is above 4294967295
    blocks: 99999999999
            ^
hint: write a smaller number)text",
     true},
    {"BlocksPerSmBeyondAnyGrid", kFile, "blocks: 0", "blocks: -99999999",
     R"text(experiments/x.yaml:10:11: blocks = 12799999872 is above 4294967295
    blocks: -99999999
            ^
hint: write a smaller number)text",
     true},
    {"WarpsBeyondAnyBlock", kFile, "warps: [1, 4]", "warps: [1, 134217728]",
     R"text(experiments/x.yaml:11:14: warps = 134217728 is above 134217727
    warps: [1, 134217728]
               ^
hint: write a smaller number)text"},
    {"HalfAWarp", kFile, "warps: [1, 4]", "warps: 0.5",
     R"text(experiments/x.yaml:11:10: warps = 0.5 is not a whole number
    warps: 0.5
           ^
hint: write floor(0.5))text",
     true},
    {"RangeThatNeverEnds", kFile, "n: [64, 128]", "n: {from: 64, to: 128, step: -1}",
     R"text(experiments/x.yaml:6:6: the range from 64 to 128 by steps of -1 never ends
    n: {from: 64, to: 128, step: -1}
       ^
hint: make each step lead towards `to`)text",
     true},
    {"RangeWithoutSteps", kFile, "n: [64, 128]", "n: {from: 64, to: 128, step: 0}",
     R"text(experiments/x.yaml:6:6: the range from 64 to 128 by steps of 0 never ends
    n: {from: 64, to: 128, step: 0}
       ^
hint: make each step lead towards `to`)text",
     true},
    {"RangeByFactorsTheOtherWay", kFile, "n: [64, 128]", "n: {from: 64, to: 128, times: 0.5}",
     R"text(experiments/x.yaml:6:6: the range from 64 to 128 by factors of 0.5 never ends
    n: {from: 64, to: 128, times: 0.5}
       ^
hint: make each step lead towards `to`)text",
     true},
    {"RangeByOne", kFile, "n: [64, 128]", "n: {from: 64, to: 128, times: 1}",
     R"text(experiments/x.yaml:6:6: the range from 64 to 128 by factors of 1 never ends
    n: {from: 64, to: 128, times: 1}
       ^
hint: make each step lead towards `to`)text",
     true},
    {"EndlessRange", kFile, "n: [64, 128]", "n: {from: 1, to: 1e12, step: 1}",
     R"text(experiments/x.yaml:6:6: the range has more than 10 000 000 values
    n: {from: 1, to: 1e12, step: 1}
       ^
hint: make its steps larger)text",
     true},
    {"BillionPoints", kFile, "n: [64, 128]\n  kernel:\n    - scale_plain\n    - scale_per: {per: [1, 2]}\n  blocks: 0",
     "n: {from: 1, to: 100000, step: 1}\n  kernel: scale_plain\n  blocks: {from: 1, to: 5000, step: 1}",
     R"text(experiments/x.yaml:6:3: the grid has 1000000000 points, more than 10 000 000; the most are of scale_plain: n 100000 x blocks 5000 x warps 2
    n: {from: 1, to: 100000, step: 1}
    ^
hint: write fewer values for an axis)text",
     true},
    {"EmptyPlan", kFile, "metrics: [traffic]", "where: n > 1000",
     R"text(experiments/x.yaml:15:8: no point is left: this filter removed the last of 12
  where: n > 1000
         ^
hint: weaken it, or change the values of the axes)text",
     true},
    {"FactNotStated", kFile, "a: n / 32", "a: fp64_per_sm",
     R"text(experiments/x.yaml:13:6: unknown name 'fp64_per_sm': the device does not state it; at the point scale_plain n=64 blocks=128 warps=1
    a: fp64_per_sm
       ^
hint: state it in the device's profile, or write a number)text"},
    {"BeyondExact", kFile, "n: [64, 128]", "n: 2^60",
     R"text(experiments/x.yaml:6:6: n = 1.152921504606847e+18 is beyond 2^53, up to which whole numbers are exact
    n: 2^60
       ^
hint: make it smaller)text",
     true},
    {"ArgumentOverflows", kFamily, "template: [per]\n    args: [y, x, i32 n]",
     "template: [per]\n    args: [y, x, i32 n * 2^25]",
     R"text(kernels/scale/family.yaml:20:22: 'n * 2^25' = 2147483648 does not fit i32; at the point scale_per n=64 per=1 blocks=128 warps=1
      args: [y, x, i32 n * 2^25]
                       ^
hint: use a larger type, or a smaller value)text"},
    {"TemplateNotWhole", kFamily, "template: [per]", "template: [per / 2]",
     R"text(kernels/scale/family.yaml:19:16: template argument = 0.5 is not a whole number; at the point scale_per n=64 per=1 blocks=128 warps=1
      template: [per / 2]
                 ^
hint: write floor(per / 2))text"},
    {"DefaultNotWhole", kFamily, "default: 1,", "default: n / 48,",
     R"text(kernels/scale/family.yaml:6:48: per = 1.3333333333333333 is not a whole number; at the point scale_plain n=64 blocks=128 warps=1
    per: {type: int, values: [1, 2, 4], default: n / 48, about: elements a thread}
                                                 ^
hint: write floor(n / 48))text"},
    {"NoBlocks", kFamily, "    where: per <= 4", "    blocks: n / 64 - 1",
     R"text(kernels/scale/family.yaml:21:13: blocks = 0 is not between 1 and 4294967295; at the point scale_per n=64 per=1 warps=1
      blocks: n / 64 - 1
              ^
hint: correct the expression, or exclude such points with `where`)text"},
    {"EmptyBuffer", kFamily, "count: n, role: in", "count: n - 64, role: in",
     R"text(kernels/scale/family.yaml:8:25: count = 0 is not between 1 and 281474976710656; at the point scale_plain n=64 blocks=128 warps=1
    x: {type: f32, count: n - 64, role: in, fill: "uniform(-1, 1)"}
                          ^
hint: correct the expression, or exclude such points with `where`)text"},
    {"NegativeTolerance", kFamily, "abs: 0", "abs: 64 - n",
     R"text(kernels/scale/family.yaml:9:56: the tolerance -64 is below 0; at the point scale_plain n=128 blocks=128 warps=1
    y: {type: f32, count: n, role: out, tolerance: {abs: 64 - n, because: one rounding}}
                                                         ^
hint: correct the expression)text"},
    {"TooMuchShared", kFamily, "    where: per <= 4", "    shared_bytes: 2^31",
     R"text(kernels/scale/family.yaml:21:19: shared_bytes = 2147483648 is not between 0 and 2147483647; at the point scale_per n=64 per=1 blocks=128 warps=1
      shared_bytes: 2^31
                    ^
hint: correct the expression, or exclude such points with `where`)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadPoint, testing::ValuesIn(kCases), name_of_case);

TEST(BadPointPairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kCases, 30, {}, [&] { make_plan(load_experiment(files.library(), "x"), rtx_4090()); });
}

TEST(BadPoints, AreToldForEachKernelWithTheFirstPointOfEach) {
  const TemporaryLibrary files;
  files.edit(kFamily, "kernel: scale_reference, args: [y, x, i32 n]",
             "kernel: scale_reference, args: [y, x, i32 n / 3]");
  files.edit(kFamily, "scale_plain: {source: scale.cu,", "scale_plain: {source: scale.cu, blocks: n - 64,");
  files.edit(kFamily, "template: [per]", "template: [1 / (per - 2)]");
  const std::string message = files.message([&] { make_plan(load_experiment(files.library(), "x"), rtx_4090()); });
  EXPECT_NE(message.find("12:77: n / 3 = 21.333333333333332 is not a whole number; at the point scale_plain n=64 "),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("16:43: blocks = 0 is not between 1 and 4294967295; at the point scale_plain n=64 "),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("19:16: '1 / (per - 2)' is infinite with per = 2; at the point scale_per n=64 per=2 "),
            std::string::npos)
      << message;
  EXPECT_EQ(errors_in(message), 3) << message;
}

}  // namespace
}  // namespace warpledger
