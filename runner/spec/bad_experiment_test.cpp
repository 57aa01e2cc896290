#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class BadExperiment : public testing::TestWithParam<BadCase> {};

TEST_P(BadExperiment, IsRefusedAtItsPlace) {
  const TemporaryLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), GetParam().message);
}

const BadCase kBadExperiments[] = {
    {"UnknownKey", kExperimentFile, "family: scale", "famly: scale",
     R"text(experiments/x.yaml:3:1: unknown key 'famly' in experiment
  famly: scale
  ^
hint: did you mean 'family'? allowed: experiment, about, family, families, arguments, grid, derive, where, measure, metrics, report, grading)text"},
    {"MissingKey", kExperimentFile, "family: scale\n", "",
     R"text(experiments/x.yaml:1:1: key 'family' is missing
  experiment: x
  ^
hint: add `family: ...`)text",
     true},
    {"MissingFamily", kExperimentFile, "family: scale", "family: scael",
     R"text(experiments/x.yaml:3:9: no family 'scael' in kernels
  family: scael
          ^
hint: did you mean 'scale'? allowed: scale)text",
     true},
    {"OtherName", kExperimentFile, "experiment: x", "experiment: y",
     R"text(experiments/x.yaml:1:13: the experiment is called 'y' but its file 'x'
  experiment: y
              ^
hint: give both the same name)text"},
    {"UnknownKernel", kExperimentFile, "- scale_plain", "- scale_plian",
     R"text(experiments/x.yaml:8:7: family 'scale' has no kernel 'scale_plian'
      - scale_plian
        ^
hint: did you mean 'scale_plain'? allowed: scale_plain, scale_per)text",
     true},
    {"UnknownSubgridParameter", kExperimentFile, "{per: [1, 2]}", "{pre: [1, 2]}",
     R"text(experiments/x.yaml:9:19: 'pre' is not a parameter of family 'scale'
      - scale_per: {pre: [1, 2]}
                    ^
hint: allowed: n, a, per)text"},
    {"EmptyGrid", kExperimentFile, "blocks: 0", "blocks: []",
     R"text(experiments/x.yaml:10:11: this list is empty
    blocks: []
            ^
hint: write at least one item)text"},
    {"EmptyValue", kExperimentFile, "blocks: 0",
     "blocks:", R"text(experiments/x.yaml:10:3: expected a single value, found nothing
    blocks:
    ^
hint: write it after the colon, or below, indented)text"},
    {"GridIsAList", kExperimentFile,
     "  n: [64, 128]\n  kernel:\n    - scale_plain\n    - scale_per: {per: [1, 2]}\n  blocks: 0\n  warps: [1, 4]\n",
     "  - n\n",
     R"text(experiments/x.yaml:6:3: expected a mapping (name: value), found a list
    - n
    ^
hint: see the file format in docs/)text",
     true},
    {"AxisWithoutEffect", kExperimentFile, "  blocks: 0", "  wrap: 0",
     R"text(experiments/x.yaml:10:3: none of 2 kernels uses axis 'wrap': scale_plain, scale_per
    wrap: 0
    ^
hint: allowed: blocks, warps, threads, n, a, per, kernel)text",
     true},
    {"AxisUsesAParameter", kExperimentFile, "blocks: 0", "blocks: n / 32",
     R"text(experiments/x.yaml:10:11: unknown name 'n'
    blocks: n / 32
            ^
hint: known: sms, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"ParameterWithoutValue", kExperimentFile, "  n: [64, 128]\n", "",
     R"text(experiments/x.yaml:7:7: parameter 'n' of kernel 'scale_plain' has no value
      - scale_plain
        ^
hint: add an axis or a derived name: `n: ...`)text"},
    {"AxisDerivedAsWell", kExperimentFile, "  a: n / 32", "  n: 32",
     R"text(experiments/x.yaml:13:3: 'n' is both an axis and derived
    n: 32
    ^
hint: keep one of them)text"},
    {"DeriveOfABuiltInName", kExperimentFile, "  a: n / 32", "  threads: 32",
     R"text(experiments/x.yaml:13:3: 'threads' already has a meaning in expressions
    threads: 32
    ^
hint: choose another name)text"},
    {"CyclicDerive", kExperimentFile, "  a: n / 32", "  a: b + 1\n  b: c + n\n  c: a * 2",
     R"text(experiments/x.yaml:13:6: these values depend on each other: a -> b -> c -> a
    a: b + 1
       ^
hint: set one of them without the others)text"},
    {"UnknownNameInDerive", kExperimentFile, "n / 32", "m_ / 32", R"text(experiments/x.yaml:13:6: unknown name 'm_'
    a: m_ / 32
       ^
hint: known: sms, blocks, warps, threads, n, a, per, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"NameOfAWorkCount", kExperimentFile, "derive:\n", "derive:\n  elements: n\n",
     R"text(experiments/x.yaml:13:3: 'elements' is a work count of family 'scale'
    elements: n
    ^
hint: choose another name)text"},
    {"UnknownFunction", kExperimentFile, "n / 32", "flor(n / 32)",
     R"text(experiments/x.yaml:13:6: unknown function 'flor'
    a: flor(n / 32)
       ^
hint: did you mean 'floor'? allowed: abs, acos, asin, atan, atan2, avg, ceil, cos, cosh, exp, file_columns, file_nonzeros, file_rows, floor, ln, log10, log2, max, min, mod, pow2, rint, sign, sin, sinh, sizeof, smallest, sqrt, sum, tan, tanh, ulp)text"},
    {"TooFewFunctionArguments", kExperimentFile, "n / 32", "mod(n)",
     R"text(experiments/x.yaml:13:6: cannot read the expression 'mod(n)': mod has too few arguments
    a: mod(n)
       ^
hint: write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0)text"},
    {"WarpsAndThreads", kExperimentFile, "  blocks: 0", "  threads: 64",
     R"text(experiments/x.yaml:6:3: the grid sets both warps and threads
    n: [64, 128]
    ^
hint: keep one: threads is 32 * warps)text"},
    {"ZipKeysDiffer", kExperimentFile, "  n: [64, 128]", "  size: [{n: 64}, {a: 128}]",
     R"text(experiments/x.yaml:6:19: key 'n' is missing
    size: [{n: 64}, {a: 128}]
                    ^
hint: add `n: ...`)text"},
    {"ZipEntryHasMore", kExperimentFile, "  n: [64, 128]", "  size: [{n: 64}, {n: 128, per: 1}]",
     R"text(experiments/x.yaml:6:19: this entry does not have the keys of the first one
    size: [{n: 64}, {n: 128, per: 1}]
                    ^
hint: write the same keys in every entry of the list)text"},
    {"SetByTwoAxes", kExperimentFile, "  n: [64, 128]", "  size: [{n: 64, warps: 1}]",
     R"text(experiments/x.yaml:11:3: 'warps' is set by two axes
    warps: [1, 4]
    ^
hint: keep one of them)text"},
    {"MappingThatIsNoRange", kExperimentFile, "n: [64, 128]", "n: {n: 4}",
     R"text(experiments/x.yaml:6:6: this is not a range
    n: {n: 4}
       ^
hint: write {from: 1, to: 8, step: 1}, a list of values, or one value)text"},
    {"ZipEntryIsAValue", kExperimentFile, "  n: [64, 128]", "  size: [{n: 64}, 5]",
     R"text(experiments/x.yaml:6:19: expected a mapping (name: value), found a single value
    size: [{n: 64}, 5]
                    ^
hint: see the file format in docs/)text"},
    {"AxisIsNoName", kExperimentFile, "  n: [64, 128]", "  \"n'\": [64, 128]",
     R"text(experiments/x.yaml:6:3: 'n'' is not a name
    "n'": [64, 128]
    ^
hint: use letters, digits and _, no digit first)text"},
    {"RangeWithoutStep", kExperimentFile, "n: [64, 128]", "n: {from: 1, to: 8}",
     R"text(experiments/x.yaml:6:6: a range needs either step or times
    n: {from: 1, to: 8}
       ^
hint: write {from: 1, to: 8, step: 1} or {from: 1, to: 8, times: 2})text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadExperiment, testing::ValuesIn(kBadExperiments), name_of_case);

TEST(BadExperimentPairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kBadExperiments, 100,
                    {{"ParameterWithoutValue", "AxisDerivedAsWell"},
                     {"AxisDerivedAsWell", "AxisIsNoName"},
                     {"DeriveOfABuiltInName", "WarpsAndThreads"}},
                    [&] { load_experiment(files.library(), "x"); });
}

}  // namespace
}  // namespace warpledger
