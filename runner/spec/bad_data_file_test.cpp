// Errors in a family's use of data files are reported at their places, before any file is read.
#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

constexpr const char* kFileFamily = R"yaml(family: scale
about: y = A x
parameters:
  matrix: {type: file, values: [a.mtx, m/b.mtx]}
  rows: {type: int, default: file_rows(matrix)}
  mode: {type: string, values: [plain], default: plain}
buffers:
  offsets: {type: i32, count: rows + 1, role: in, fill: {file: matrix, array: row_offsets}}
  x: {type: f32, count: 6, role: in, fill: {file: x.npy, shape: [2, 3]}}
  z: {type: f32, count: 6, role: inout, fill: index, expected: {file: z.npy}, tolerance: {abs: 0, because: exact}}
  y: {type: f32, count: rows, role: out, expected: {file: y.npy}, tolerance: {abs: 0, because: exact}}
kernels:
  scale: {source: scale.cu, args: [y, z, offsets, x, i32 rows]}
)yaml";

class FileLibrary : public TemporaryLibrary {
 public:
  FileLibrary() {
    write(kFamilyFile, kFileFamily);
    write(kExperimentFile, "experiment: x\nabout: A test.\nfamily: scale\ngrid: {matrix: [a.mtx, m/b.mtx]}\n");
  }
};

TEST(DataFileDeclaration, IsReadWithoutTheFiles) {
  const FileLibrary files;
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), "no error");
}

struct BadUse {
  const char* name;
  const char* from;
  const char* to;
  const char* message;  ///< place and problem
};

class BadDataFile : public testing::TestWithParam<BadUse> {};

TEST_P(BadDataFile, IsRefusedAtItsPlace) {
  const FileLibrary files;
  files.edit(kFamilyFile, GetParam().from, GetParam().to);
  const std::string message = files.message([&] { load_experiment(files.library(), "x"); });
  EXPECT_EQ(message.substr(0, message.find('\n')), "kernels/scale/family.yaml:" + std::string(GetParam().message));
  EXPECT_EQ(errors_in(message), 1) << message;
}

const BadUse kBadUses[] = {
    {"Outside", "x.npy", "../x.npy", "9:51: '../x.npy' is no data file: it leads out of its folder"},
    {"Absolute", "x.npy", "/etc/passwd", "9:51: '/etc/passwd' is no data file: it leads out of its folder"},
    {"OtherFormat", "x.npy", "x.csv", "9:51: 'x.csv' is no data file: it ends neither in .npy nor in .mtx"},
    {"ValueOutside", "m/b.mtx", "../b.mtx", "4:40: '../b.mtx' is no data file: it leads out of its folder"},
    {"DefaultWithoutValues", "values: [a.mtx, m/b.mtx]", "default: a.mtx",
     "4:33: the files of this parameter are the experiment's, so that it has no default"},
    {"WordsInPlaceOfAFile", "file: matrix", "file: mode", "8:64: the parameter 'mode' has no type `file`"},
    {"NumberInPlaceOfAFile", "file: matrix", "file: rows", "8:64: the parameter 'rows' has no type `file`"},
    {"UnknownArray", "array: row_offsets", "array: rows", "8:79: unknown array 'rows'"},
    {"ArrayOfNpy", "shape: [2, 3]", "array: values", "9:65: a .npy file has one array"},
    {"NoArrayOfMatrix", "{file: x.npy, shape: [2, 3]}", "{file: x.mtx}",
     "9:44: a matrix has several arrays, and this does not say which one"},
    {"NoFile", "{file: x.npy, shape: [2, 3]}", "{shape: [2, 3]}", "9:44: key 'file' is missing"},
    {"UnknownKey", "shape: [2, 3]", "form: [2, 3]", "9:58: unknown key 'form' in file"},
    {"BadShape", "shape: [2, 3]", "shape: [2, k]", "9:69: unknown name 'k'"},
    {"SizeOfAWord", "file_rows(matrix)", "file_rows(mode)",
     "5:30: cannot read the expression 'file_rows(mode)': "
     "file_rows is a function of a data file"},
    {"SizeOfANumber", "file_rows(matrix)", "file_rows(3)",
     "5:30: cannot read the expression 'file_rows(3)': "
     "file_rows is a function of a data file"},
    {"ExpectedInput", "role: in, fill: {file: x.npy", "role: in, expected: {file: z.npy}, fill: {file: x.npy",
     "9:48: a buffer of role 'in' takes no expected"},
    {"OneOfTwoExpected", "role: out, expected: {file: y.npy}, ", "role: out, ",
     "11:6: the output 'y' has no `expected`, but others have"},
    {"RandomInput", "fill: index", "fill: permutation", "10:47: 'z' is random, but files say what is right"},
    {"UnorderedInput", "role: in, fill: {file: x.npy", "role: in, unordered: true, fill: {file: x.npy",
     "9:49: a buffer of role 'in' takes no unordered"},
    {"UnorderedPerhaps", "role: out, ", "role: out, unordered: perhaps, ",
     "11:53: 'perhaps' is neither true nor false"},
    {"NormBesideAbs", "{abs: 0, because: exact}}\nkernels", "{abs: 0, norm: 1e-3, because: exact}}\nkernels",
     "11:93: norm is of the whole output, the other keys are of its elements"},
    {"MatchedBesideNorm", "{abs: 0, because: exact}}\nkernels", "{matched: 0.9, norm: 1e-3, because: exact}}\nkernels",
     "11:99: norm is of the whole output, the other keys are of its elements"},
    {"OnlyMatched", "{abs: 0, because: exact}}\nkernels", "{matched: 0.9, because: exact}}\nkernels",
     "11:78: this tolerance has neither abs nor rel nor norm"},
    {"OutputsOfAnInput", "i32 rows]}", "i32 rows], outputs: [x]}", "13:75: 'x' is no buffer of role out"},
    {"OutputsOfAnInout", "i32 rows]}", "i32 rows], outputs: [z]}", "13:75: 'z' is no buffer of role out"},
    {"ConstantOfAnOutput", "kernels:", "constants: {c: {buffer: y}}\nkernels:", "12:25: 'y' is no buffer of role in"},
    {"ConstantOfNothing", "kernels:", "constants: {c: {}}\nkernels:", "12:16: key 'buffer' is missing"},
    {"OffsetOfAWord", "offsets, x, i32", "offsets, x + mode, i32",
     "13:55: cannot read the expression 'mode': mode is a word, not a number"},
    {"OffsetOfNothing", "offsets, x, i32", "offsets, \"x +\", i32",
     "13:55: cannot read the expression '': it is empty"},
    {"LaunchBehindAnAfter", "args: [y, z, offsets, x, i32 rows]}",
     "launches: [{kernel: scale, args: [y], after: true}, {kernel: scale, args: [y]}]}",
     "13:81: a launch behind one that is marked after"},
    {"PrepareAndAfter", "args: [y, z, offsets, x, i32 rows]}",
     "launches: [{kernel: scale, args: [y]}, {kernel: scale, args: [y], prepare: true, after: true}]}",
     "13:117: a launch is marked prepare and after"},
    {"ExpectedAndReference", "kernels:", "reference: {source: reference.cu, kernel: k, args: [y]}\nkernels:",
     "12:12: the outputs are compared with files (`expected`) and with a reference"},
    {"ExpectedAndReferenceOfAKernel", "i32 rows]}",
     "i32 rows], reference: {source: reference.cu, kernel: k, args: [y]}}",
     "13:76: the outputs are compared with files (`expected`) and with a reference"},
};
INSTANTIATE_TEST_SUITE_P(Family, BadDataFile, testing::ValuesIn(kBadUses),
                         [](const auto& use) { return std::string(use.param.name); });

TEST(BadDataFile, IsNoHeader) {
  const FileLibrary files;
  files.write("kernels/scale/scale.cu", "#include \"x.npy\"\n");
  files.write("kernels/scale/x.npy", "1");
  const std::string message = files.message([&] { load_experiment(files.library(), "x"); });
  EXPECT_EQ(message.substr(0, message.find('\n')), "kernels/scale/scale.cu:1:11: 'x.npy' is a data file, not a header");
}

TEST(BadDataFile, ThatMakesEverythingKnownIsNotGraded) {
  const std::string grading =
      "grading:\n  submission: scale\n  problems:\n    - {name: A, points: 1, rules: [{correct: all, points: 1}]}\n";
  const FileLibrary files;
  files.edit(kExperimentFile, "grid: {matrix: [a.mtx, m/b.mtx]}\n", "grid: {matrix: a.mtx}\n" + grading);
  const auto message = [&] { return files.message([&] { load_experiment(files.library(), "x"); }); };
  EXPECT_NE(message().find("compares its outputs with files"), std::string::npos) << message();
  files.edit(kFamilyFile, "expected: {file: z.npy}, ", "");
  files.edit(kFamilyFile, "expected: {file: y.npy}, ", "");
  files.edit(kFamilyFile, "kernels:", "reference: {source: reference.cu, kernel: k, args: [y]}\nkernels:");
  EXPECT_NE(message().find("all inputs of the family 'scale' are known beforehand"), std::string::npos) << message();
  files.edit(kFamilyFile, "fill: index", "fill: permutation");
  EXPECT_EQ(message(), "no error");
}

}  // namespace
}  // namespace warpledger
