// What is wrong with words, types, macros, options and launch attributes of a family is told at its place.
#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

constexpr const char* kTypedFamily = R"yaml(family: scale
about: y = a * x
include: shared
parameters:
  n: {type: int, min: 1}
  elt: {type: type, values: [f16, f32], default: f16}
  mode: {type: string, values: [plain, vector]}
  tile: {type: int, default: 4}
buffers:
  x: {type: elt, count: n, role: in, fill: "uniform(0, n - 1)"}
  m: {type: bool, count: n, role: in, fill: "uniform(0, 1)"}
  y: {type: elt, count: n, role: out, tolerance: {rel: ulp(elt), because: one rounding}}
reference: {source: reference.cu, kernel: scale_reference, template: [elt], args: [y, x, m]}
kernels:
  scale:
    source: [scale.cu, more.cu]
    where: mode == 'vector'
    defines: {TILE: tile, ELEMENT: elt}
    options: ["-maxrregcount={8 * tile}", {option: -use_fast_math, where: tile > 4}]
    template: [elt, true, {name: ns::Policy}]
    args: [y, x, m, elt 2]
    cluster: 2
    cooperative: true
)yaml";

constexpr const char* kTypedExperiment = R"yaml(experiment: x
about: A test.
family: scale
grid:
  n: 64
  elt: [f16, f32]
  mode: [plain, vector]
)yaml";

class TypedLibrary : public TemporaryLibrary {
 public:
  TypedLibrary() {
    write(kFamilyFile, kTypedFamily);
    write(kExperimentFile, kTypedExperiment);
    write("kernels/scale/more.cu", "// more\n");
    write("kernels/shared/common.h", "// common\n");
  }
};

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
     ""},
    {"StringWithoutValues", kFamilyFile, "mode: {type: string, values: [plain, vector]}", "mode: {type: string}",
     ""},
    {"WordThatIsANumber", kFamilyFile, "[plain, vector]", "[plain, vector, 4]",
     ""},
    {"WordOfTwo", kFamilyFile, "[plain, vector]", "[plain, vector, two words]",
     ""},
    {"WordTwice", kFamilyFile, "[plain, vector]", "[plain, vector, plain]",
     ""},
    {"WordsWithMinimum", kFamilyFile, "values: [plain, vector]}", "values: [plain, vector], min: 1}",
     ""},
    {"UnknownElementTypeOfParameter", kFamilyFile, "values: [f16, f32]", "values: [f16, f32, f17]",
     ""},
    {"DefaultThatIsNoValue", kFamilyFile, "default: f16", "default: bf16",
     ""},
    {"UnknownElementTypeOfBuffer", kFamilyFile, "m: {type: bool", "m: {type: boolean",
     ""},
    {"BufferTypeOfAStringParameter", kFamilyFile, "x: {type: elt", "x: {type: mode",
     ""},
    {"ScalarTypeOfANumber", kFamilyFile, "elt 2", "tile 2",
     ""},
    {"WordAsNumber", kFamilyFile, "count: n, role: out", "count: mode, role: out",
     ""},
    {"UnknownWord", kFamilyFile, "mode == 'vector'", "mode == 'vectr'",
     ""},
    {"WordWithoutQuotes", kFamilyFile, "mode == 'vector'", "mode == vector",
     ""},
    {"TypeFunctionOfANumber", kFamilyFile, "rel: ulp(elt)", "rel: ulp(tile)",
     ""},
    {"FillOfABoolBeyondIt", kFamilyFile, "m: {type: bool, count: n, role: in, fill: \"uniform(0, 1)\"", "m: {type: bool, count: n, role: in, fill: \"uniform(0, 2)\"",
     ""},
    {"NormalBool", kFamilyFile, "m: {type: bool, count: n, role: in, fill: \"uniform(0, 1)\"", "m: {type: bool, count: n, role: in, fill: \"normal(0, 1)\"",
     ""},
    {"FillThatIsNotClosed", kFamilyFile, "uniform(0, n - 1)", "uniform(0, (n - 1)",
     ""},
    {"FillWithAnUnknownName", kFamilyFile, "uniform(0, n - 1)", "uniform(0, m)",
     ""},
    {"PermutationOfNumbers", kFamilyFile, "uniform(0, n - 1)", "permutation(n)",
     ""},
    {"MacroOfTheCompiler", kFamilyFile, "TILE: tile", "__TILE: tile",
     ""},
    {"MacroThatIsNoName", kFamilyFile, "TILE: tile", "2TILE: tile",
     ""},
    {"MacroWithUnknownValue", kFamilyFile, "TILE: tile", "TILE: tiles",
     ""},
    {"DefinesThatAreAList", kFamilyFile, "defines: {TILE: tile, ELEMENT: elt}", "defines: [TILE]",
     ""},
    {"OptionThatReadsFiles", kFamilyFile, "option: -use_fast_math", "option: -I/etc",
     ""},
    {"OptionThatIsAMacro", kFamilyFile, "option: -use_fast_math", "option: -DTILE=3",
     ""},
    {"OptionWithoutCondition", kFamilyFile, "{option: -use_fast_math, where: tile > 4}", "{option: -use_fast_math}",
     ""},
    {"OptionThatIsNotClosed", kFamilyFile, "{8 * tile}", "{8 * tile",
     ""},
    {"OptionOfAnUnknownName", kFamilyFile, "{8 * tile}", "{8 * tiles}",
     ""},
    {"SourceTwice", kFamilyFile, "[scale.cu, more.cu]", "[scale.cu, scale.cu]",
     ""},
    {"SecondSourceMissing", kFamilyFile, "[scale.cu, more.cu]", "[scale.cu, most.cu]",
     ""},
    {"IncludeThatIsNoFolder", kFamilyFile, "include: shared", "include: common",
     ""},
    {"IncludeOutside", kFamilyFile, "include: shared", "include: ../shared",
     ""},
    {"TemplateNameThatIsNone", kFamilyFile, "name: ns::Policy", "name: 4Policy",
     ""},
    {"TemplateArgumentWithOtherKey", kFamilyFile, "{name: ns::Policy}", "{type: ns::Policy}",
     ""},
    {"ClusterOfFour", kFamilyFile, "cluster: 2", "cluster: [1, 1, 1, 2]",
     ""},
    {"CooperativePerhaps", kFamilyFile, "cooperative: true", "cooperative: perhaps",
     ""},
    {"AxisWithUnknownWord", kExperimentFile, "mode: [plain, vector]", "mode: [plain, vectors]",
     ""},
    {"AxisWithUnknownType", kExperimentFile, "elt: [f16, f32]", "elt: [f16, bf16]",
     ""},
    {"RangeOfWords", kExperimentFile, "mode: [plain, vector]", "mode: {from: 1, to: 2, step: 1}",
     ""},
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
