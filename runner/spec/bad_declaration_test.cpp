#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/typed_library_fixture.h"

namespace warpledger {
namespace {

TEST(Declaration, OfWordsTypesMacrosAndOptionsIsRead) {
  const TypedLibrary files;
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), "no error");
}

class BadDeclaration : public testing::TestWithParam<BadCase> {};

TEST_P(BadDeclaration, IsRefusedAtItsPlace) {
  const TypedLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  const std::string message = files.message([&] { load_experiment(files.library(), "x"); });
  EXPECT_EQ(message.substr(0, message.find("\nhint")), GetParam().message);
  EXPECT_EQ(errors_in(message), 1) << message;
}

const BadCase kBadDeclarations[] = {
    {"UnknownParameterType", kFamilyFile, "mode: {type: string", "mode: {type: word",
     R"text(kernels/scale/family.yaml:7:16: unknown parameter type 'word'
    mode: {type: word, values: [plain, vector]}
                 ^)text"},
    {"StringWithoutValues", kFamilyFile, "mode: {type: string, values: [plain, vector]}", "mode: {type: string}",
     R"text(kernels/scale/family.yaml:7:9: key 'values' is missing
    mode: {type: string}
          ^)text"},
    {"WordThatIsANumber", kFamilyFile, "[plain, vector]", "[plain, vector, 4]",
     R"text(kernels/scale/family.yaml:7:48: '4' cannot be a value: it is a number: such a parameter has type int or float
    mode: {type: string, values: [plain, vector, 4]}
                                                 ^)text"},
    {"WordOfTwo", kFamilyFile, "[plain, vector]", "[plain, vector, two words]",
     R"text(kernels/scale/family.yaml:7:48: 'two words' cannot be a value: a word consists of letters, digits and _-+=.:<>/
    mode: {type: string, values: [plain, vector, two words]}
                                                 ^)text"},
    {"WordTwice", kFamilyFile, "[plain, vector]", "[plain, vector, plain]",
     R"text(kernels/scale/family.yaml:7:48: the value 'plain' appears twice
    mode: {type: string, values: [plain, vector, plain]}
                                                 ^)text"},
    {"WordsWithMinimum", kFamilyFile, "values: [plain, vector]}", "values: [plain, vector], min: 1}",
     R"text(kernels/scale/family.yaml:7:54: words have no order
    mode: {type: string, values: [plain, vector], min: 1}
                                                       ^)text"},
    {"UnknownElementTypeOfParameter", kFamilyFile, "values: [f16, f32]", "values: [f16, f32, f17]",
     R"text(kernels/scale/family.yaml:6:40: unknown element type 'f17'
    elt: {type: type, values: [f16, f32, f17], default: f16}
                                         ^)text"},
    {"DefaultThatIsNoValue", kFamilyFile, "default: f16", "default: bf16",
     R"text(kernels/scale/family.yaml:6:50: elt has no value 'bf16'
    elt: {type: type, values: [f16, f32], default: bf16}
                                                   ^)text"},
    {"UnknownElementTypeOfBuffer", kFamilyFile, "m: {type: bool", "m: {type: boolean",
     R"text(kernels/scale/family.yaml:11:13: unknown element type 'boolean'
    m: {type: boolean, count: n, role: in, fill: "uniform(0, 1)"}
              ^)text"},
    {"BufferTypeOfAStringParameter", kFamilyFile, "x: {type: elt", "x: {type: mode",
     R"text(kernels/scale/family.yaml:10:13: unknown element type 'mode'
    x: {type: mode, count: n, role: in, fill: "uniform(0, n - 1)"}
              ^)text"},
    {"ScalarTypeOfANumber", kFamilyFile, "elt 2", "tile 2",
     R"text(kernels/scale/family.yaml:21:21: unknown element type 'tile'
      args: [y, x, m, tile 2]
                      ^)text"},
    {"WordAsNumber", kFamilyFile, "count: n, role: out", "count: mode, role: out",
     R"text(kernels/scale/family.yaml:12:25: cannot read the expression 'mode': mode is a word, not a number
    y: {type: elt, count: mode, role: out, tolerance: {rel: ulp(elt), because: one rounding}}
                          ^)text"},
    {"UnknownWord", kFamilyFile, "mode == 'vector'", "mode == 'vectr'",
     R"text(kernels/scale/family.yaml:17:20: cannot read the expression 'mode == 'vectr'': no parameter has the value 'vectr'
      where: mode == 'vectr'
                     ^)text"},
    {"WordWithoutQuotes", kFamilyFile, "mode == 'vector'", "mode == vector",
     R"text(kernels/scale/family.yaml:17:20: unknown name 'vector'
      where: mode == vector
                     ^)text"},
    {"TypeFunctionOfANumber", kFamilyFile, "rel: ulp(elt)", "rel: ulp(tile)",
     R"text(kernels/scale/family.yaml:12:56: cannot read the expression 'ulp(tile)': ulp is a function of an element type
    y: {type: elt, count: n, role: out, tolerance: {rel: ulp(tile), because: one rounding}}
                                                         ^)text"},
    {"FillOfABoolBeyondIt", kFamilyFile, "m: {type: bool, count: n, role: in, fill: \"uniform(0, 1)\"",
     "m: {type: bool, count: n, role: in, fill: \"uniform(0, 2)\"",
     R"text(kernels/scale/family.yaml:11:45: bool cannot represent all numbers of 'uniform(0, 2)'
    m: {type: bool, count: n, role: in, fill: "uniform(0, 2)"}
                                              ^)text"},
    {"NormalBool", kFamilyFile, "m: {type: bool, count: n, role: in, fill: \"uniform(0, 1)\"",
     "m: {type: bool, count: n, role: in, fill: \"normal(0, 1)\"",
     R"text(kernels/scale/family.yaml:11:45: a bool has no normal distribution
    m: {type: bool, count: n, role: in, fill: "normal(0, 1)"}
                                              ^)text"},
    {"FillThatIsNotClosed", kFamilyFile, "uniform(0, n - 1)", "uniform(0, (n - 1)",
     R"text(kernels/scale/family.yaml:10:44: cannot read the fill 'uniform(0, (n - 1)'
    x: {type: elt, count: n, role: in, fill: "uniform(0, (n - 1)"}
                                             ^)text"},
    {"FillWithAnUnknownName", kFamilyFile, "uniform(0, n - 1)", "uniform(0, m)",
     R"text(kernels/scale/family.yaml:10:56: unknown name 'm'
    x: {type: elt, count: n, role: in, fill: "uniform(0, m)"}
                                                         ^)text"},
    {"FillKernelWithoutASource", kFamilyFile, "\"uniform(0, n - 1)\"", "{kernel: make}",
     R"text(kernels/scale/family.yaml:10:44: key 'source' is missing
    x: {type: elt, count: n, role: in, fill: {kernel: make}}
                                             ^)text"},
    {"FillKernelWithABuffer", kFamilyFile, "\"uniform(0, n - 1)\"", "{kernel: make, source: more.cu, args: [m]}",
     R"text(kernels/scale/family.yaml:10:82: a fill takes numbers: its buffer and the seed come before them by themselves
    x: {type: elt, count: n, role: in, fill: {kernel: make, source: more.cu, args: [m]}}
                                                                                   ^)text"},
    {"FillKernelOfAMissingFile", kFamilyFile, "\"uniform(0, n - 1)\"", "{kernel: make, source: most.cu}",
     R"text(kernels/scale/family.yaml:10:67: no source file 'most.cu' in kernels/scale
    x: {type: elt, count: n, role: in, fill: {kernel: make, source: most.cu}}
                                                                    ^)text"},
    {"FillKernelWithAnUnknownKey", kFamilyFile, "\"uniform(0, n - 1)\"",
     "{kernel: make, source: more.cu, array: values}",
     R"text(kernels/scale/family.yaml:10:76: unknown key 'array' in fill kernel
    x: {type: elt, count: n, role: in, fill: {kernel: make, source: more.cu, array: values}}
                                                                             ^)text"},
    {"PermutationOfNumbers", kFamilyFile, "uniform(0, n - 1)", "permutation(n)",
     R"text(kernels/scale/family.yaml:10:44: cannot read the fill 'permutation(n)'
    x: {type: elt, count: n, role: in, fill: "permutation(n)"}
                                             ^)text"},
    {"MacroOfTheCompiler", kFamilyFile, "TILE: tile", "__TILE: tile",
     R"text(kernels/scale/family.yaml:18:15: the macro '__TILE' belongs to the compiler
      defines: {__TILE: tile, ELEMENT: elt}
                ^)text"},
    {"MacroThatIsNoName", kFamilyFile, "TILE: tile", "2TILE: tile",
     R"text(kernels/scale/family.yaml:18:15: '2TILE' cannot be a macro
      defines: {2TILE: tile, ELEMENT: elt}
                ^)text"},
    {"MacroWithUnknownValue", kFamilyFile, "TILE: tile", "TILE: tiles",
     R"text(kernels/scale/family.yaml:18:21: unknown name 'tiles'
      defines: {TILE: tiles, ELEMENT: elt}
                      ^)text"},
    {"DefinesThatAreAList", kFamilyFile, "defines: {TILE: tile, ELEMENT: elt}", "defines: [TILE]",
     R"text(kernels/scale/family.yaml:18:14: expected a mapping (name: value), found a list
      defines: [TILE]
               ^)text"},
    {"OptionThatReadsFiles", kFamilyFile, "option: -use_fast_math", "option: -I/etc",
     R"text(kernels/scale/family.yaml:19:52: the compiler option '-I/etc' is not allowed
      options: ["-maxrregcount={8 * tile}", {option: -I/etc, where: tile > 4}]
                                                     ^)text"},
    {"OptionThatIsAMacro", kFamilyFile, "option: -use_fast_math", "option: -DTILE=3",
     R"text(kernels/scale/family.yaml:19:52: the compiler option '-DTILE=3' is not allowed
      options: ["-maxrregcount={8 * tile}", {option: -DTILE=3, where: tile > 4}]
                                                     ^)text"},
    {"OptionWithoutCondition", kFamilyFile, "{option: -use_fast_math, where: tile > 4}", "{option: -use_fast_math}",
     R"text(kernels/scale/family.yaml:19:43: key 'where' is missing
      options: ["-maxrregcount={8 * tile}", {option: -use_fast_math}]
                                            ^)text"},
    {"OptionThatIsNotClosed", kFamilyFile, "{8 * tile}", "{8 * tile",
     R"text(kernels/scale/family.yaml:19:15: '-maxrregcount={8 * tile' lacks a '}'
      options: ["-maxrregcount={8 * tile", {option: -use_fast_math, where: tile > 4}]
                ^)text"},
    {"OptionOfAnUnknownName", kFamilyFile, "{8 * tile}", "{8 * tiles}",
     R"text(kernels/scale/family.yaml:19:35: unknown name 'tiles'
      options: ["-maxrregcount={8 * tiles}", {option: -use_fast_math, where: tile > 4}]
                                    ^)text"},
    {"SourceTwice", kFamilyFile, "[scale.cu, more.cu]", "[scale.cu, scale.cu]",
     R"text(kernels/scale/family.yaml:16:24: the source 'scale.cu' appears twice
      source: [scale.cu, scale.cu]
                         ^)text"},
    {"SecondSourceMissing", kFamilyFile, "[scale.cu, more.cu]", "[scale.cu, most.cu]",
     R"text(kernels/scale/family.yaml:16:24: no source file 'most.cu' in kernels/scale
      source: [scale.cu, most.cu]
                         ^)text"},
    {"IncludeThatIsNoFolder", kFamilyFile, "include: shared", "include: common",
     R"text(kernels/scale/family.yaml:3:10: no folder 'common' in kernels
  include: common
           ^)text"},
    {"IncludeTwice", kFamilyFile, "include: shared", "include: [shared, shared]",
     R"text(kernels/scale/family.yaml:3:19: the folder 'shared' appears twice
  include: [shared, shared]
                    ^)text"},
    {"IncludeOutside", kFamilyFile, "include: shared", "include: ../shared",
     R"text(kernels/scale/family.yaml:3:10: '../shared' is outside kernels
  include: ../shared
           ^)text"},
    {"TemplateNameThatIsNone", kFamilyFile, "name: ns::Policy", "name: 4Policy",
     R"text(kernels/scale/family.yaml:20:34: '4Policy' is not a C++ name
      template: [elt, true, {name: 4Policy}]
                                   ^)text"},
    {"TemplateArgumentWithOtherKey", kFamilyFile, "{name: ns::Policy}", "{names: ns::Policy}",
     R"text(kernels/scale/family.yaml:20:28: unknown key 'names' in template argument
      template: [elt, true, {names: ns::Policy}]
                             ^)text"},
    {"ClusterOfFour", kFamilyFile, "cluster: 2", "cluster: [1, 1, 1, 2]",
     R"text(kernels/scale/family.yaml:22:14: more than three extents
      cluster: [1, 1, 1, 2]
               ^)text"},
    {"CooperativePerhaps", kFamilyFile, "cooperative: true", "cooperative: perhaps",
     R"text(kernels/scale/family.yaml:23:18: 'perhaps' is neither true nor false
      cooperative: perhaps
                   ^)text"},
    {"ProgrammaticAndAlone", kFamilyFile, "cooperative: true", "programmatic: true",
     R"text(kernels/scale/family.yaml:23:5: unknown key 'programmatic' in kernel
      programmatic: true
      ^)text"},
    {"AxisWithUnknownWord", kExperimentFile, "mode: [plain, vector]", "mode: [plain, vectors]",
     R"text(experiments/x.yaml:7:17: mode has no value 'vectors'
    mode: [plain, vectors]
                  ^)text"},
    {"AxisWithUnknownType", kExperimentFile, "elt: [f16, f32]", "elt: [f16, bf16]",
     R"text(experiments/x.yaml:6:14: elt has no value 'bf16'
    elt: [f16, bf16]
               ^)text"},
    {"RangeOfWords", kExperimentFile, "mode: [plain, vector]", "mode: {from: 1, to: 2, step: 1}",
     R"text(experiments/x.yaml:7:9: a range of words
    mode: {from: 1, to: 2, step: 1}
          ^)text"},
};
INSTANTIATE_TEST_SUITE_P(Family, BadDeclaration, testing::ValuesIn(kBadDeclarations), name_of_case);

TEST(BadDeclarations, OfOneFileAreToldAtOnce) {
  const TypedLibrary files;
  files.edit(kFamilyFile, "TILE: tile", "__TILE: tile");
  files.edit(kFamilyFile, "-use_fast_math", "-I/etc");
  files.edit(kFamilyFile, "m: {type: bool", "m: {type: boolean");
  files.edit(kFamilyFile, "mode == 'vector'", "mode == 'vectr'");
  files.edit(kFamilyFile, "cooperative: true", "cooperative: perhaps");
  EXPECT_EQ(errors_in(files.message([&] { load_experiment(files.library(), "x"); })), 5);
}

}  // namespace
}  // namespace warpledger
