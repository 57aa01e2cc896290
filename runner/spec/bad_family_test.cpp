#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class BadFamily : public testing::TestWithParam<BadCase> {};

TEST_P(BadFamily, IsRefusedAtItsPlace) {
  const TemporaryLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), GetParam().message);
}

const BadCase kBadFamilies[] = {
    {"UnknownKey", kFamilyFile, "work:", "wrok:", R"text(kernels/scale/family.yaml:13:1: unknown key 'wrok' in family
  wrok:
  ^
hint: did you mean 'work'? allowed: family, about, parameters, buffers, constants, include, reference, work, kernels)text"},
    {"UnknownParameterKey", kFamilyFile, "min: 1", "mni: 1",
     R"text(kernels/scale/family.yaml:4:18: unknown key 'mni' in parameter
    n: {type: int, mni: 1, about: elements}
                   ^
hint: allowed: type, default, values, min, max, about)text"},
    {"FillBeyondItsType", kFamilyFile, "x: {type: f32, count: n, role: in, fill: \"uniform(-1, 1)\"}",
     "x: {type: u32, count: n, role: in, fill: \"uniform(-1, 1)\"}",
     R"text(kernels/scale/family.yaml:8:44: u32 cannot represent all numbers of 'uniform(-1, 1)'
    x: {type: u32, count: n, role: in, fill: "uniform(-1, 1)"}
                                             ^
hint: write whole numbers within its range, or another type)text"},
    {"FillOfPartsOfWholeNumbers", kFamilyFile, "x: {type: f32, count: n, role: in, fill: \"uniform(-1, 1)\"}",
     "x: {type: i32, count: n, role: in, fill: constant(0.5)}",
     R"text(kernels/scale/family.yaml:8:44: i32 cannot represent all numbers of 'constant(0.5)'
    x: {type: i32, count: n, role: in, fill: constant(0.5)}
                                             ^
hint: write whole numbers within its range, or another type)text"},
    {"FillThatEndsBeforeItBegins", kFamilyFile, "\"uniform(-1, 1)\"", "\"uniform(1, -1)\"",
     R"text(kernels/scale/family.yaml:8:44: 'uniform(1, -1)' has its bounds in the wrong order
    x: {type: f32, count: n, role: in, fill: "uniform(1, -1)"}
                                             ^
hint: write the lower bound first)text"},
    {"NegativeDeviation", kFamilyFile, "\"uniform(-1, 1)\"", "\"normal(0, -1)\"",
     R"text(kernels/scale/family.yaml:8:44: 'normal(0, -1)' has a deviation below 0
    x: {type: f32, count: n, role: in, fill: "normal(0, -1)"}
                                             ^
hint: write normal(mean, deviation))text"},
    {"DeviationBeyondItsType", kFamilyFile, "\"uniform(-1, 1)\"", "\"normal(0, 1e38)\"",
     R"text(kernels/scale/family.yaml:8:44: f32 cannot represent all numbers of 'normal(0, 1e38)'
    x: {type: f32, count: n, role: in, fill: "normal(0, 1e38)"}
                                             ^
hint: write smaller numbers, or another type)text"},
    {"MeanBeyondItsType", kFamilyFile, "f32, count: n, role: in, fill: \"uniform(-1, 1)\"",
     "i8, count: n, role: in, fill: \"normal(500, 10)\"",
     R"text(kernels/scale/family.yaml:8:43: i8 cannot represent all numbers of 'normal(500, 10)'
    x: {type: i8, count: n, role: in, fill: "normal(500, 10)"}
                                            ^
hint: write whole numbers within its range, or another type)text"},
    {"ParameterNamedLikeAFunction", kFamilyFile, "  per:", "  sin: {type: int, default: 1}\n  per:",
     R"text(kernels/scale/family.yaml:6:3: 'sin' already has a meaning in expressions
    sin: {type: int, default: 1}
    ^
hint: choose another name)text"},
    {"CommaInAnExpression", kFamilyFile, "min: 1", "min: max(1, 2)",
     R"text(kernels/scale/family.yaml:4:23: 'max(1' is cut off: inside { } and [ ] a comma ends a value
    n: {type: int, min: max(1, 2), about: elements}
                        ^
hint: quote a value with a comma: "max(1, 2)")text"},
    {"CommaInAList", kFamilyFile, "template: [per]", "template: [min(per, n, 4), per]",
     R"text(kernels/scale/family.yaml:19:16: 'min(per' is cut off: inside { } and [ ] a comma ends a value
      template: [min(per, n, 4), per]
                 ^
hint: quote a value with a comma: "min(per, n, 4)")text"},
    {"WrongFolder", kFamilyFile, "family: scale", "family: scal",
     R"text(kernels/scale/family.yaml:1:9: the family is called 'scal' but is in folder 'scale'
  family: scal
          ^
hint: give both the same name)text"},
    {"BadParameterType", kFamilyFile, "type: float", "type: double",
     R"text(kernels/scale/family.yaml:5:13: unknown parameter type 'double'
    a: {type: double, default: 2, about: factor}
              ^
hint: allowed: int, float, string, type, file)text"},
    {"ParameterIsAScalar", kFamilyFile, "{type: int, min: 1, about: elements}", "4",
     R"text(kernels/scale/family.yaml:4:6: expected a mapping (parameter: type, default, values, min, max, about), found a single value
    n: 4
       ^
hint: see the file format in docs/)text"},
    {"MaxBelowMin", kFamilyFile, "min: 1,", "min: 8, max: 4,",
     R"text(kernels/scale/family.yaml:4:31: max 4 is below min 8
    n: {type: int, min: 8, max: 4, about: elements}
                                ^
hint: swap them)text"},
    {"EmptyValues", kFamilyFile, "values: [1, 2, 4]", "values: []",
     R"text(kernels/scale/family.yaml:6:28: this list is empty
    per: {type: int, values: [], default: 1, about: elements a thread}
                             ^
hint: write at least one item)text"},
    {"ParameterNamedLikeAFact", kFamilyFile, "  per:", "  sm_count: {type: int, default: 1}\n  per:",
     R"text(kernels/scale/family.yaml:6:3: 'sm_count' already has a meaning in expressions
    sm_count: {type: int, default: 1}
    ^
hint: choose another name)text"},
    {"ParameterIsNoName", kFamilyFile, "  per:", "  2per: {type: int, default: 1}\n  per:",
     R"text(kernels/scale/family.yaml:6:3: '2per' is not a name
    2per: {type: int, default: 1}
    ^
hint: use letters, digits and _, no digit first)text"},
    {"CyclicDefaults", kFamilyFile, "default: 2, about: factor}\n  per: {type: int, values: [1, 2, 4], default: 1",
     "default: per + 1, about: factor}\n  per: {type: int, default: a",
     R"text(kernels/scale/family.yaml:5:29: these values depend on each other: a -> per -> a
    a: {type: float, default: per + 1, about: factor}
                              ^
hint: set one of them without the others)text"},
    {"SelfCycle", kFamilyFile, "default: 2", "default: a + 1",
     R"text(kernels/scale/family.yaml:5:29: these values depend on each other: a -> a
    a: {type: float, default: a + 1, about: factor}
                              ^
hint: set one of them without the others)text"},
    {"UnknownNameInCount", kFamilyFile, "count: n, role: in", "count: m, role: in",
     R"text(kernels/scale/family.yaml:8:25: unknown name 'm'
    x: {type: f32, count: m, role: in, fill: "uniform(-1, 1)"}
                          ^
hint: known: sms, blocks, warps, threads, n, a, per, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"BadExpression", kFamilyFile, "count: n, role: in", "count: n *, role: in",
     R"text(kernels/scale/family.yaml:8:28: cannot read the expression 'n *': it ends too early
    x: {type: f32, count: n *, role: in, fill: "uniform(-1, 1)"}
                             ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
    {"UnclosedParenthesis", kFamilyFile, "count: n, role: in", "count: 2 * (n + 1, role: in",
     R"text(kernels/scale/family.yaml:8:35: cannot read the expression '2 * (n + 1': a parenthesis is not closed
    x: {type: f32, count: 2 * (n + 1, role: in, fill: "uniform(-1, 1)"}
                                    ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
    {"Assignment", kFamilyFile, "where: per <= 4", "where: per = 4",
     R"text(kernels/scale/family.yaml:21:16: cannot read the expression 'per = 4': '=' is not an operator
      where: per = 4
                 ^
hint: write a == b)text"},
    {"BadElementType", kFamilyFile, "x: {type: f32", "x: {type: float",
     R"text(kernels/scale/family.yaml:8:13: unknown element type 'float'
    x: {type: float, count: n, role: in, fill: "uniform(-1, 1)"}
              ^
hint: allowed: i32, u32, i64, u64, f32, f64, f16, bf16, f8e4m3, f8e5m2, i8, u8, i16, u16, bool)text"},
    {"WorkNamedLikeAParameter", kFamilyFile, "  elements: n", "  per: n",
     R"text(kernels/scale/family.yaml:14:3: 'per' is already a parameter
    per: n
    ^
hint: choose another name)text"},
    {"BadRole", kFamilyFile, "role: in", "role: input",
     R"text(kernels/scale/family.yaml:8:34: unknown role 'input'
    x: {type: f32, count: n, role: input, fill: "uniform(-1, 1)"}
                                   ^
hint: did you mean 'inout'? allowed: in, out, inout, scratch)text"},
    {"BadFill", kFamilyFile, "uniform(-1, 1)", "random(-1, 1)",
     R"text(kernels/scale/family.yaml:8:44: unknown fill 'random(-1, 1)'
    x: {type: f32, count: n, role: in, fill: "random(-1, 1)"}
                                             ^
hint: allowed: uniform(low, high), normal(mean, deviation), constant(value), index, permutation, sorted(low, high), {file: NAME}, {kernel: NAME, source: FILE})text"},
    {"FillLacksANumber", kFamilyFile, "uniform(-1, 1)", "uniform(-1)",
     R"text(kernels/scale/family.yaml:8:44: cannot read the fill 'uniform(-1)'
    x: {type: f32, count: n, role: in, fill: "uniform(-1)"}
                                             ^
hint: write uniform(-1, 1))text"},
    {"FillNumberIsAName", kFamilyFile, "uniform(-1, 1)", "uniform(-rows, 1)",
     R"text(kernels/scale/family.yaml:8:54: unknown name 'rows'
    x: {type: f32, count: n, role: in, fill: "uniform(-rows, 1)"}
                                                       ^
hint: known: sms, blocks, warps, threads, n, a, per, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"InWithoutFill", kFamilyFile, "role: in, fill: \"uniform(-1, 1)\"", "role: in",
     R"text(kernels/scale/family.yaml:8:6: key 'fill' is missing
    x: {type: f32, count: n, role: in}
       ^
hint: add `fill: ...`)text"},
    {"OutWithFill", kFamilyFile, "role: out,", "role: out, fill: index,",
     R"text(kernels/scale/family.yaml:9:45: a buffer of role 'out' takes no fill
    y: {type: f32, count: n, role: out, fill: index, tolerance: {abs: 0, because: one rounding}}
                                              ^
hint: remove it, or make the role in or inout)text"},
    {"OutWithoutTolerance", kFamilyFile, "role: out, tolerance: {abs: 0, because: one rounding}", "role: out",
     R"text(kernels/scale/family.yaml:9:6: key 'tolerance' is missing
    y: {type: f32, count: n, role: out}
       ^
hint: add `tolerance: ...`)text"},
    {"ToleranceWithoutReason", kFamilyFile, ", because: one rounding", "",
     R"text(kernels/scale/family.yaml:9:50: key 'because' is missing
    y: {type: f32, count: n, role: out, tolerance: {abs: 0}}
                                                   ^
hint: add `because: ...`)text"},
    {"NoOutput", kFamilyFile, "role: out, tolerance: {abs: 0, because: one rounding}", "role: scratch",
     R"text(kernels/scale/family.yaml:8:3: no buffer has role out or inout
    x: {type: f32, count: n, role: in, fill: "uniform(-1, 1)"}
    ^
hint: name the buffer that holds the kernel's result)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadFamily, testing::ValuesIn(kBadFamilies), name_of_case);

TEST(BadFamilyPairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kBadFamilies, 300, {{"BadRole", "NoOutput"}, {"DeviationBeyondItsType", "BadElementType"}},
                    [&] { load_experiment(files.library(), "x"); });
}

}  // namespace
}  // namespace warpledger
