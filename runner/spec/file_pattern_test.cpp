#include "spec/file_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "model/data_file_fixture.h"
#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kOpenFamily = R"yaml(family: scale
about: y = A x
parameters:
  matrix: {type: file}
  rows: {type: int, default: file_rows(matrix)}
  mode: {type: string, values: [plain], default: plain}
buffers:
  offsets: {type: i32, count: rows + 1, role: in, fill: {file: matrix, array: row_offsets}}
  x: {type: f32, count: 6, role: in, fill: {file: x.npy}}
  y: {type: f32, count: rows, role: out, tolerance: {abs: 0, because: exact}}
reference: {source: reference.cu, kernel: k, args: [y]}
kernels:
  scale: {source: scale.cu, args: [y, offsets, x, i32 rows]}
)yaml";

class ExperimentFiles : public testing::Test, public TemporaryLibrary {
 protected:
  ExperimentFiles() {
    write(kFamilyFile, kOpenFamily);
    for (const char* name : {"a2.mtx", "a10.mtx", "B.mtx", ".hidden.mtx", "sub/c.mtx", "README"})
      write(std::string("experiments/m/") + name, fixture::kMatrix);
    grid("matrix: {files: \"m/*.mtx\"}");
  }

  void grid(const std::string& axes, const std::string& more = "") const {
    write(kExperimentFile, "experiment: x\nabout: A test.\nfamily: scale\ngrid: {" + axes + "}\n" + more);
  }
  Experiment load(const Overrides& overrides = {}) const { return load_experiment(library(), "x", overrides); }
  std::string told(const Overrides& overrides = {}) const {
    return message([&] { load(overrides); });
  }
  std::vector<std::string> matching(const std::string& pattern) const {
    return files_matching(path("experiments"), {pattern, {}});
  }
};

TEST_F(ExperimentFiles, OfAPatternAreSortedByTheirBytesAndAnAxis) {
  EXPECT_THAT(load().files_in_grid(), ElementsAre("m/B.mtx", "m/a10.mtx", "m/a2.mtx"));
  EXPECT_THAT(matching("m/a?.mtx"), ElementsAre("m/a2.mtx"));
  EXPECT_THAT(matching("./m/*/*.mtx"), ElementsAre("m/sub/c.mtx"));
  EXPECT_THAT(matching("?/sub/c.mtx"), ElementsAre("m/sub/c.mtx"));
  EXPECT_THAT(matching("m/B.mtx"), ElementsAre("m/B.mtx"));
  EXPECT_THAT(matching("n/*.mtx"), ElementsAre());
}

TEST_F(ExperimentFiles, AreNamedByAList) {
  grid("matrix: [m/sub/c.mtx, m/B.mtx]", "where: matrix != 'm/B.mtx'\n");
  EXPECT_THAT(load().files_in_grid(), ElementsAre("m/B.mtx", "m/sub/c.mtx"));
  grid("matrix: [m/B.mtx, m/B.mtx, m/B.mtx]", "where: matrix != 'm/b.mtx'\n");
  EXPECT_THAT(told(), HasSubstr("no parameter has the value 'm/b.mtx'"));
}

TEST_F(ExperimentFiles, ThatTheCommandLineNamesReplaceThoseOfThePattern) {
  grid("matrix: {files: \"n/*.mtx\"}");
  EXPECT_THAT(load({{"matrix=m/sub/c.mtx"}, {}}).files_in_grid(), ElementsAre("m/sub/c.mtx"));
  EXPECT_THAT(told({{"matrix=../c.mtx"}, {}}), StartsWith("--set: '../c.mtx' is no data file: it leads out"));
}

TEST_F(ExperimentFiles, OfTheNameOfAFileOfTheFamilyAreRefused) {
  grid("matrix: [x.npy]");
  EXPECT_THAT(told(), StartsWith("experiments/x.yaml:4:17: the family 'scale' has a file 'x.npy' of its own"));
}

TEST_F(ExperimentFiles, BehindALinkThatLeadsOutAreRefused) {
  std::filesystem::create_symlink(path("kernels/scale"), path("experiments/out"));
  write("kernels/scale/b.mtx", fixture::kMatrix);
  grid("matrix: {files: \"out/*.mtx\"}");
  EXPECT_THAT(told(), HasSubstr(":4:24: 'out/b.mtx' is no data file: it is a link that leads out of the experiment's"));
  grid("matrix: out/b.mtx");
  const Experiment experiment = load();
  EXPECT_THAT(message([&] { experiment.families[0].symbols.files()->get("out/b.mtx"); }),
              StartsWith("experiments/out/b.mtx: this file is outside the experiment's folder"));
  std::filesystem::create_symlink("sub/c.mtx", path("experiments/m/link.mtx"));
  EXPECT_THAT(matching("m/l*.mtx"), ElementsAre("m/link.mtx"));
}

struct BadPattern {
  const char* name;
  const char* axes;
  const char* message;  ///< place and problem
};

class BadFilePattern : public ExperimentFiles, public testing::WithParamInterface<BadPattern> {};

TEST_P(BadFilePattern, IsRefusedAtItsPlace) {
  grid(GetParam().axes);
  write("experiments/m/odd/my matrix.mtx", fixture::kMatrix);
  write("experiments/m/folder/d.mtx/e.mtx", fixture::kMatrix);
  const std::string message = told();
  EXPECT_EQ(message.substr(0, message.find('\n')), "experiments/x.yaml:" + std::string(GetParam().message));
  EXPECT_EQ(errors_in(message), 1) << message;
}

const BadPattern kBadPatterns[] = {
    {"NoMatch", "matrix: {files: \"m/*.npy\"}", "4:24: no file fits 'm/*.npy'"},
    {"NoFolder", "matrix: {files: \"n/*.mtx\"}", "4:24: no file fits 'n/*.mtx'"},
    {"Above", "matrix: {files: \"../*.mtx\"}", "4:24: '../*.mtx' is outside the experiment's folder"},
    {"Absolute", "matrix: {files: \"/etc/*.mtx\"}", "4:24: '/etc/*.mtx' is outside the experiment's folder"},
    {"Brackets", "matrix: {files: \"m/[ab].mtx\"}", "4:24: 'm/[ab].mtx' is no pattern"},
    {"OtherFiles", "matrix: {files: \"m/READ*\"}",
     "4:24: 'm/README' is no data file: it ends neither in .npy nor in .mtx"},
    {"Folder", "matrix: {files: \"m/folder/*\"}", "4:24: 'm/folder/d.mtx' is no data file: it is a folder"},
    {"NoWord", "matrix: {files: \"m/odd/*.mtx\"}",
     "4:24: 'm/odd/my matrix.mtx' cannot be a value: a word consists of letters, digits and _-+=.:<>/"},
    {"BesideValues", "matrix: {files: \"m/*.mtx\", values: [a.mtx]}", "4:35: unknown key 'values' in file pattern"},
    {"BesideARange", "matrix: {files: \"m/*.mtx\", from: 1}", "4:35: unknown key 'from' in file pattern"},
    {"List", "matrix: {files: [m/*.mtx]}", "4:24: expected a single value, found a list"},
    {"Nothing", "matrix: {files: }", "4:17: expected a single value, found nothing"},
    {"OfWords", "matrix: {files: \"m/*.mtx\"}, mode: {files: \"m/*\"}", "4:42: 'mode' is no parameter of type `file`"},
    {"OfNumbers", "matrix: {files: \"m/*.mtx\"}, rows: {files: \"m/*\"}",
     "4:42: 'rows' is no parameter of type `file`"},
    {"Range", "matrix: {from: 1, to: 2, step: 1}", "4:16: a range of words"},
};
INSTANTIATE_TEST_SUITE_P(Experiment, BadFilePattern, testing::ValuesIn(kBadPatterns),
                         [](const auto& bad) { return std::string(bad.param.name); });

TEST_F(ExperimentFiles, ThatTheFamilyNamesItselfAreNotFoundByAPattern) {
  edit(kFamilyFile, "{type: file}", "{type: file, values: [a.mtx]}");
  EXPECT_THAT(told(), StartsWith("experiments/x.yaml:4:16: the family 'scale' names the files of 'matrix' itself, in "
                                 "`values`"));
}

TEST_F(ExperimentFiles, OfNoFamilyHaveNoDefault) {
  edit(kFamilyFile, "{type: file}", "{type: file, default: a.mtx}");
  EXPECT_THAT(told(), StartsWith("kernels/scale/family.yaml:4:33: the files of this parameter are the experiment's"));
}

}  // namespace
}  // namespace warpledger
