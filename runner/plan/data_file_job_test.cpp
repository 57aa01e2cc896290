// Data files in jobs, and errors for files that do not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "model/data_file_fixture.h"
#include "model/file_array.h"
#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kFileFamily = R"yaml(family: scale
about: y = A x
parameters:
  matrix: {type: file, values: [a.mtx, m/b.mtx]}
  rows: {type: int, default: file_rows(matrix)}
  nnz: {type: int, default: file_nonzeros(matrix)}
  elt: {type: type, values: [f16, f32, i8], default: f32}
buffers:
  offsets: {type: i32, count: rows + 1, role: in, fill: {file: matrix, array: row_offsets}}
  columns: {type: u16, count: nnz, role: in, fill: {file: matrix, array: columns}}
  values: {type: elt, count: nnz, role: in, fill: {file: matrix, array: values}}
  x: {type: elt, count: 6, role: in, fill: {file: x.npy, shape: [2, 3]}}
  y: {type: f32, count: rows, role: out, expected: {file: y.npy}, tolerance: {abs: 0, because: exact}}
kernels:
  scale: {source: scale.cu, args: [y, offsets, columns, values, x, i32 rows]}
)yaml";

class FileJob : public testing::Test {
 protected:
  FileJob() {
    files_.write(kFamilyFile, kFileFamily);
    files_.write(kExperimentFile, "experiment: x\nabout: A test.\nfamily: scale\ngrid: {matrix: [a.mtx, m/b.mtx]}\n");
    files_.write("kernels/scale/a.mtx", fixture::kMatrix);
    files_.write("kernels/scale/m/b.mtx", "%%MatrixMarket matrix coordinate real general\n4 300 1\n1 300 0.1\n");
    files_.write("kernels/scale/x.npy", fixture::npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6}));
    files_.write("kernels/scale/y.npy", fixture::npy<double>("<f8", "(4,)", {1, 2, 3, 4}));
  }

  Plan plan() const { return make_plan(load_experiment(files_.library(), "x"), rtx_4090()); }
  std::string message() const {
    return files_.message([&] { plan(); });
  }

  TemporaryLibrary files_;
};

TEST_F(FileJob, SizesOfAMatrixAreParameters) {
  const Job job = plan().job(0), other = plan().job(1);
  EXPECT_EQ(job.buffers[0].count, 5);
  EXPECT_EQ(job.buffers[1].count, 6);
  EXPECT_EQ(other.buffers[1].count, 1);
  EXPECT_EQ(job.identity, "scale matrix=a.mtx blocks=1/SM warps=4");
  EXPECT_EQ(job.quantities[1].value, 4);
  ASSERT_EQ(job.arrays.size(), 5);
  EXPECT_EQ(job.arrays[0]->type, ElementType::i64);
  EXPECT_EQ(job.buffers[0].content, job.arrays[0]->digest);
  EXPECT_EQ(job.buffers[4].golden, job.arrays[4]->digest);
  EXPECT_FALSE(job.reference.is_kernel());
  EXPECT_THAT(job.reference.program.main.text, StartsWith("y: " + job.arrays[4]->digest));
}

TEST_F(FileJob, ChangedFileIsAnotherInput) {
  const std::string before = plan().job(0).key;
  EXPECT_EQ(plan().job(0).key, before);
  files_.write("kernels/scale/x.npy", fixture::npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 7}));
  const std::string with_x = plan().job(0).key;
  EXPECT_NE(with_x, before);
  files_.write("kernels/scale/y.npy", fixture::npy<double>("<f8", "(4,)", {1, 2, 3, 5}));
  EXPECT_NE(plan().job(0).key, with_x);
}

TEST_F(FileJob, FileOfAnotherShapeTypeOrLengthIsRefusedAtTheBuffer) {
  const auto with_x = [&](const std::string& text) {
    files_.write("kernels/scale/x.npy", text);
    return message();
  };
  EXPECT_THAT(with_x(fixture::npy<float>("<f4", "(3, 2)", {1, 2, 3, 4, 5, 6})),
              StartsWith("kernels/scale/family.yaml:12:44: x.npy has the shape [3, 2], not [2, 3]"));
  EXPECT_THAT(with_x(fixture::npy<int>("<i4", "(2, 3)", {1, 2, 3, 4, 5, 6})),
              HasSubstr(":12:44: the elements of the file are i32, those of the buffer f32"));
  EXPECT_THAT(with_x("no file"), StartsWith("kernels/scale/x.npy: this is no .npy file"));
  std::filesystem::remove(files_.path("kernels/scale/x.npy"));
  EXPECT_THAT(message(), StartsWith("kernels/scale/x.npy: no such file"));
}

TEST_F(FileJob, FileThatATypeCannotHoldIsRefusedAtTheBuffer) {
  files_.edit(kFamilyFile, "columns: {type: u16", "columns: {type: u8");
  EXPECT_THAT(message(), HasSubstr(":10:51: u8 cannot represent all numbers of the file, which are from 299 to 299"));
  files_.edit(kFamilyFile, "columns: {type: u8", "columns: {type: u16");
  files_.edit(kFamilyFile, "default: f32", "default: i8");
  EXPECT_THAT(message(), HasSubstr("i8 cannot represent all numbers of the file, which are from -2 to 20"));
}

TEST_F(FileJob, IntegersThatAFloatingPointTypeWouldRoundAreRefusedWithTheirLine) {
  const auto message_for = [&](const std::string& type, const std::string& number) {
    files_.write(kExperimentFile, "experiment: x\nabout: A test.\nfamily: scale\ngrid: {matrix: m/b.mtx}\n");
    files_.write(kFamilyFile, kFileFamily);
    files_.edit(kFamilyFile, "values: {type: elt", "values: {type: " + type);
    files_.write("kernels/scale/m/b.mtx",
                 "%%MatrixMarket matrix coordinate integer general\n4 300 2\n1 1 1\n1 300 " + number + "\n");
    return message();
  };
  for (const auto& [type, exact, rounded] :
       std::vector<std::array<std::string, 3>>{{"f64", "9007199254740992", "9007199254740993"},
                                               {"f32", "16777218", "16777217"},
                                               {"f16", "-2048", "-2049"},
                                               {"bf16", "256", "257"}}) {
    EXPECT_EQ(message_for(type, exact), "no error") << type;
    EXPECT_THAT(message_for(type, rounded), HasSubstr(type + " cannot represent all integers of the file exactly"));
    EXPECT_THAT(message_for(type, rounded), HasSubstr(" in line 4; at the point"));
  }
  EXPECT_EQ(message_for("i64", "9223372036854775807"), "no error");
  EXPECT_EQ(message_for("u64", "9223372036854775807"), "no error");
  EXPECT_THAT(message_for("u64", "-1"), HasSubstr("u64 cannot represent all numbers"));
}

TEST_F(FileJob, GoldenFileOfAnotherLengthOrWithoutNumbersIsRefused) {
  files_.write("kernels/scale/y.npy", fixture::npy<double>("<f8", "(3,)", {1, 2, 3}));
  EXPECT_THAT(message(), HasSubstr(":13:52: y.npy has 3 elements here, but the buffer has 4"));
  files_.write("kernels/scale/y.npy", fixture::npy<double>("<f8", "(4,)", {1, 2, 3, __builtin_nan("")}));
  EXPECT_THAT(message(), HasSubstr("elements that are not a number"));
}

TEST_F(FileJob, OutputIsComparedAsItsFamilySays) {
  files_.edit(kFamilyFile, "tolerance: {abs: 0, because: exact}",
              "unordered: true, tolerance: {norm: 1 / rows, because: exact}");
  const Job job = plan().job(0);
  EXPECT_EQ(job.buffers[4].tolerance.norm, 0.25);
  EXPECT_TRUE(job.buffers[4].unordered);
  files_.edit(kFamilyFile, "norm: 1 / rows", "abs: 0, matched: 1 - 1 / rows");
  EXPECT_EQ(plan().job(0).buffers[4].tolerance.matched, 0.75);
  EXPECT_NE(plan().job(0).key, job.key);
  files_.edit(kFamilyFile, "matched: 1 - 1 / rows", "matched: rows");
  EXPECT_THAT(message(), HasSubstr("4 is no fraction of an output's elements"));
  files_.edit(kFamilyFile, "abs: 0, matched: rows", "norm: 0");
  EXPECT_THAT(message(), HasSubstr("the norm 0 is not above 0"));
}

TEST_F(FileJob, OutputThatAKernelDoesNotFillIsNotCompared) {
  files_.edit(
      kFamilyFile, "kernels:",
      "  z: {type: f32, count: 4, role: out, expected: {file: y.npy}, tolerance: {abs: 0, because: exact}}\nkernels:");
  files_.edit(kFamilyFile, "i32 rows]}", "i32 rows], outputs: [y]}");
  const Job job = plan().job(0);
  EXPECT_TRUE(job.buffers[4].compared);
  EXPECT_FALSE(job.buffers[5].compared);
}

TEST_F(FileJob, KernelMayFillNoOutputWhereWhatItReadsAndWritesIsCompared) {
  files_.edit(
      kFamilyFile, "kernels:",
      "  z: {type: f32, count: 4, role: inout, fill: index, expected: {file: y.npy}, tolerance: {abs: 0, because: "
      "exact}}\nkernels:");
  files_.edit(kFamilyFile, "i32 rows]}", "i32 rows], outputs: []}");
  const Job job = plan().job(0);
  EXPECT_FALSE(job.buffers[4].compared);
  EXPECT_TRUE(job.buffers[5].compared);
}

TEST_F(FileJob, PointersHaveOffsetsOrNoBuffer) {
  files_.edit(kFamilyFile, "args: [y, offsets, columns, values, x, i32 rows]",
              "launches: [{kernel: k, args: [y, offsets + rows, nullptr]}, {kernel: k, args: [y], after: true}]");
  files_.edit(kFamilyFile, "kernels:", "constants: {c_x: {buffer: x}}\nkernels:");
  const Job job = plan().job(0);
  const auto pointer = [&](std::size_t i) { return std::get<BufferIndex>(job.launches[0].arguments[i]); };
  EXPECT_EQ(pointer(0).offset, 0);
  EXPECT_EQ(pointer(1).index, 0);
  EXPECT_EQ(pointer(1).offset, 4);
  EXPECT_TRUE(pointer(2).is_null());
  EXPECT_FALSE(job.launches[0].after);
  EXPECT_TRUE(job.launches[1].after);
  EXPECT_EQ(job.constants[0].buffer, 3);
  files_.edit(kFamilyFile, "offsets + rows", "offsets + rows + 2");
  EXPECT_NE(message().find("the offset = 6 is not between 0 and 5"), std::string::npos) << message();
}

TEST_F(FileJob, FileParameterThatTurnsOutToBeAnotherFormatIsRefused) {
  files_.edit(kFamilyFile, "[a.mtx, m/b.mtx]}", "[a.mtx, x.npy]}");
  files_.edit(kExperimentFile, "m/b.mtx", "x.npy");
  EXPECT_THAT(message(), HasSubstr("x.npy is no matrix: it has one array"));
}

TEST_F(FileJob, FilesOfTheExperimentServeTheFamiliesThatNameNone) {
  files_.edit(kFamilyFile, "{type: file, values: [a.mtx, m/b.mtx]}", "{type: file}");
  std::string other = read_file(files_.path(kFamilyFile));
  other.replace(other.find("family: scale"), 13, "family: other")
      .replace(other.find("  scale: {source"), 8, "  other: ");
  files_.write("kernels/other/family.yaml", other);
  for (const char* name : {"x.npy", "y.npy", "scale.cu"})
    files_.write(std::string("kernels/other/") + name, read_file(files_.path(std::string("kernels/scale/") + name)));
  files_.write("experiments/real/c.mtx", "%%MatrixMarket matrix coordinate real general\n4 300 1\n1 300 0.5\n");
  files_.write(kExperimentFile,
               "experiment: x\nabout: A test.\nfamilies: [scale, other]\ngrid: {matrix: {files: \"real/*\"}}\n"
               "where: file_columns(matrix) == 300 && matrix != 'real/none.mtx'\n");
  EXPECT_THAT(message(), HasSubstr("no parameter has the value 'real/none.mtx'"));
  files_.write("experiments/real/none.mtx", fixture::kMatrix);
  const Plan both = plan();
  ASSERT_EQ(both.size(), 2);
  for (const int ordinal : {0, 1}) {
    EXPECT_THAT(both.job(ordinal).identity, HasSubstr(" matrix=real/c.mtx "));
    EXPECT_EQ(both.job(ordinal).buffers[1].count, 1);
  }
  EXPECT_EQ(both.job(0).arrays[0], both.job(1).arrays[0]) << "read once";
}

}  // namespace
}  // namespace warpledger
