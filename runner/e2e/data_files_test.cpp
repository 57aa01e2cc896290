// A family whose inputs and expected outputs are files, from them to the ledger and a rerun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/program.h"
#include "model/data_file_fixture.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

constexpr const char* kRowsFamily = R"yaml(family: rows
about: y = A x of matrices from files.
parameters:
  matrix: {type: file, values: [a.mtx, band.mtx]}
  rows: {type: int, default: file_rows(matrix)}
  columns: {type: int, default: file_columns(matrix)}
  nonzeros: {type: int, default: file_nonzeros(matrix)}
buffers:
  offsets: {type: i32, count: rows + 1, role: in, fill: {file: matrix, array: row_offsets}}
  indices: {type: i32, count: nonzeros, role: in, fill: {file: matrix, array: columns}}
  values: {type: f32, count: nonzeros, role: in, fill: {file: matrix, array: values}}
  x: {type: f32, count: columns, role: in, fill: FILL}
  y: {type: f32, count: rows, role: out, EXPECTEDtolerance: {rel: 1e-6, because: sums of few numbers}}
REFERENCE
kernels:
  rows_plain: {source: rows.cu, args: [y, offsets, indices, values, x, i32 rows]}
)yaml";

constexpr const char* kRowsReference =
    "reference: {source: rows.cu, kernel: rows_reference, args: [y, offsets, indices, values, x, i32 rows]}";

constexpr const char* kRowsKernels = R"cuda(
template <class Y>
__device__ void multiply(Y* y, const int* offsets, const int* indices, const float* values, const float* x, int rows) {
  for (int r = threadIdx.x + blockIdx.x * blockDim.x; r < rows; r += blockDim.x * gridDim.x) {
    Y sum = 0;
    for (int i = offsets[r]; i < offsets[r + 1]; ++i) sum += static_cast<Y>(values[i]) * x[indices[i]];
    y[r] = sum;
  }
}
__global__ void rows_plain(float* y, const int* offsets, const int* indices, const float* values, const float* x, int rows) {
  multiply(y, offsets, indices, values, x, rows);
}
__global__ void rows_reference(double* y, const int* offsets, const int* indices, const float* values, const float* x, int rows) {
  multiply(y, offsets, indices, values, x, rows);
}
)cuda";

std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

class DataFiles : public testing::Test {
 protected:
  DataFiles() {
    for (const char* below : {"experiments", "kernels/rows"})
      std::filesystem::create_directories(folder_ + "/" + below);
    compare_with_reference();
    write("kernels/rows/rows.cu", kRowsKernels);
    write("kernels/rows/a.mtx", fixture::kMatrix);
    write("kernels/rows/band.mtx",
          "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 2\n2 1 -1\n2 2 2\n3 2 -1\n");
    write("kernels/rows/x.npy", fixture::npy<float>("<f4", "(5,)", {1, 2, 3, 4, 5}));
    write_golden({81.5, 6.25, 0, -6});
    write("experiments/rows.yaml",
          "experiment: rows\nabout: Does it work?\nfamily: rows\n"
          "grid: {matrix: [a.mtx, band.mtx], blocks: 2}\nmeasure: {samples: {min: 1, max: 1}}\n");
  }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }
  void write_golden(const std::vector<double>& y) const {
    write("kernels/rows/y.npy", fixture::npy<double>("<f8", "(" + std::to_string(y.size()) + ",)", y));
  }
  void compare_with_reference() const {
    write("kernels/rows/family.yaml",
          with_replaced(with_replaced(with_replaced(kRowsFamily, "FILL", "\"uniform(-1, 1)\""), "EXPECTED", ""),
                        "REFERENCE", kRowsReference));
  }
  void compare_with_file() const {
    write("kernels/rows/family.yaml", with_replaced(with_replaced(with_replaced(kRowsFamily, "FILL", "{file: x.npy}"),
                                                                  "EXPECTED", "expected: {file: y.npy}, "),
                                                    "REFERENCE", ""));
  }
  Ended run(const std::string& more = "") const {
    return shell("warpledger run rows --quiet --device " + device_under_test() + " " + more, folder_);
  }
  void expect_runs(const std::string& more = "") const {
    const Ended ended = run(more);
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder_).out);
  }

  const std::string folder_ = fresh_folder();
};

/// A family whose kernel checks the integers of a file against those that the reference has in its source.
TEST_F(DataFiles, IntegersOfAMatrixReachTheKernelExactly) {
  std::filesystem::create_directories(folder_ + "/kernels/whole");
  write("kernels/whole/family.yaml",
        "family: whole\nabout: y = v\nparameters:\n  n: {type: int, default: 3}\nbuffers:\n"
        "  v: {type: i64, count: n, role: in, fill: {file: m.mtx, array: values}}\n"
        "  u: {type: u64, count: n, role: in, fill: {file: m.mtx, array: values}}\n"
        "  y: {type: i32, count: n, role: out, tolerance: {abs: 0, because: integers}}\n"
        "reference: {source: whole.cu, kernel: all_right, args: [y]}\n"
        "kernels:\n  whole: {source: whole.cu, args: [y, v, u]}\n");
  write("kernels/whole/whole.cu",
        "__device__ const long long kWanted[] = {9007199254740993, 9223372036854775807, 7};\n"
        "__global__ void whole(int* y, const long long* v, const unsigned long long* u) {\n"
        "  const int i = threadIdx.x + blockIdx.x * blockDim.x;\n"
        "  if (i < 3) y[i] = v[i] == kWanted[i] && u[i] == kWanted[i] ? 1 : -1;\n}\n"
        "__global__ void all_right(double* y) { if (threadIdx.x < 3) y[threadIdx.x] = 1; }\n");
  write("kernels/whole/m.mtx",
        "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 1 9007199254740993\n2 2 9223372036854775807\n"
        "3 3 7\n");
  write("experiments/whole.yaml",
        "experiment: whole\nabout: x\nfamily: whole\ngrid: {kernel: whole, blocks: 1, warps: 1}\n"
        "measure: {samples: {min: 1, max: 1}}\n");
  const Ended ended = shell("warpledger run whole --quiet --device " + device_under_test(), folder_);
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(json("SELECT outcome, reason FROM points"), nlohmann::json::parse(R"([{"outcome": "ok", "reason": ""}])"));
}

TEST_F(DataFiles, MatricesAreAnAxisAndTheirSizesParameters) {
  expect_runs();
  const auto points = json("SELECT matrix, rows, nonzeros, outcome FROM points ORDER BY matrix");
  ASSERT_EQ(points.size(), 2);
  EXPECT_EQ(points[0].at("matrix"), "a.mtx");
  EXPECT_EQ(points[0].at("rows"), 4);
  EXPECT_EQ(points[1].at("rows"), 3);
  for (const auto& point : points) {
    EXPECT_EQ(point.at("nonzeros"), 6);
    EXPECT_EQ(point.at("outcome"), "ok");
  }
  EXPECT_THAT(shell("warpledger show rows", folder_).out, HasSubstr("a.mtx, band.mtx"));
}

TEST_F(DataFiles, ExpectedOutputsAreFiles) {
  compare_with_file();
  expect_runs("--set matrix=a.mtx");
  write_golden({81.5, 6.25, 0, -5});
  EXPECT_EQ(run("--set matrix=a.mtx").exit_code, 1);
  EXPECT_THAT(json("SELECT reason FROM points WHERE outcome <> 'ok'").at(0).at("reason").get<std::string>(),
              HasSubstr("y[3]: got -6, expected -5"));
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points").at(0).at("n"), 2);
}

TEST_F(DataFiles, RunIsMeasuredAgainFromTheLedgerWhileTheFilesAreThere) {
  expect_runs();
  EXPECT_EQ(json("SELECT text FROM run_texts WHERE name = 'kernels/rows/a.mtx.sha256'")
                .at(0)
                .at("text")
                .get<std::string>()
                .size(),
            64 + 2 + 6);
  std::filesystem::remove_all(folder_ + "/experiments");
  write("kernels/rows/rows.cu", "not the kernel any more\n");
  const Ended again = shell("warpledger rerun latest --quiet", folder_);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(json("SELECT count(DISTINCT key) AS n FROM points WHERE outcome = 'ok'").at(0).at("n"), 2);
  write("kernels/rows/band.mtx", "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 2\n");
  const Ended changed = shell("warpledger rerun latest --quiet", folder_);
  EXPECT_EQ(changed.exit_code, 2);
  EXPECT_THAT(changed.err, HasSubstr("kernels/rows/band.mtx: this data file has changed since run "));
  EXPECT_THAT(changed.err, HasSubstr("the ledger keeps the digest of a data file, not its content"));
  std::filesystem::remove(folder_ + "/kernels/rows/band.mtx");
  EXPECT_THAT(shell("warpledger rerun latest --quiet", folder_).err, HasSubstr("which is missing now"));
}

TEST_F(DataFiles, SubmissionIsCheckedAndCannotIncludeThem) {
  compare_with_file();
  std::filesystem::create_directories(folder_ + "/ann");
  write("ann/rows.cu", kRowsKernels);
  const std::string check = "warpledger check ann --experiment rows --set matrix=a.mtx --device " + device_under_test();
  const Ended right = shell(check, folder_);
  EXPECT_EQ(right.exit_code, 0) << right.out << right.err;
  write("ann/rows.cu", std::string("#include \"y.npy\"\n") + kRowsKernels);
  EXPECT_THAT(shell(check, folder_).err, HasSubstr("'y.npy' is not a file of the submission"));
  write("ann/rows.cu", with_replaced(kRowsKernels, "y[r] = sum", "y[r] = sum + 1"));
  EXPECT_EQ(shell(check, folder_).exit_code, 1);
}

TEST_F(DataFiles, KnownBeforehandAreNotGraded) {
  compare_with_file();
  std::ofstream(folder_ + "/experiments/rows.yaml", std::ios::app)
      << "grading:\n  submission: rows_plain\n  problems:\n    - {name: Rows, points: 1, rules: [{correct: all, "
         "points: 1}]}\n";
  EXPECT_THAT(run().err,
              HasSubstr("the family 'rows' compares its outputs with files: they are right for the inputs of "
                        "the files alone, but a grading checks on secret inputs"));
}

}  // namespace
}  // namespace warpledger::e2e
