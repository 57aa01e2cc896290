// A family of one's own beside a shipped one, in one experiment: from its plan to a rerun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Its kernel `transpose_naive` has the name of a shipped one.
constexpr const char* kOwnFamily = R"yaml(family: mine
about: Transpose a matrix by tiles of several sizes.
parameters:
  rows: {type: int, min: 1}
  cols: {type: int, min: 1}
  tile: {type: int, values: [8, 16], default: 16}
buffers:
  in: {type: f32, count: rows * cols, role: in, fill: "uniform(-1, 1)"}
  out: {type: f32, count: rows * cols, role: out, tolerance: {abs: 0, because: no element changes}}
reference: {source: own_reference.cu, kernel: own_reference, args: [out, in, i32 rows, i32 cols]}
work: {elements: rows * cols, ideal_read_bytes: 4 * rows * cols, ideal_write_bytes: 4 * rows * cols}
kernels:
  tiled:
    source: tiled.cu
    template: [tile]
    args: [out, in, i32 rows, i32 cols]
    blocks: [ceil(cols / tile), ceil(rows / tile)]
    threads: [tile, tile]
  transpose_naive: {source: naive.cu, args: [out, in, i32 rows, i32 cols]}
  unused: {source: unused.cu, args: [out]}
)yaml";

constexpr const char* kTiled = R"cuda(
template <int T>
__global__ void tiled(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[T][T + 1];
  const int c = blockIdx.x * T + threadIdx.x, r = blockIdx.y * T + threadIdx.y;
  if (r < rows && c < cols) tile[threadIdx.y][threadIdx.x] = in[r * cols + c];
  __syncthreads();
  const int to_r = blockIdx.x * T + threadIdx.y, to_c = blockIdx.y * T + threadIdx.x;
  if (to_r < cols && to_c < rows) out[to_r * rows + to_c] = tile[threadIdx.x][threadIdx.y];
}
)cuda";

/// A loop over all elements, which writes them as T.
std::string loop(const std::string& name, const std::string& type) {
  return "__global__ void " + name + "(" + type + "* out, const float* in, int rows, int cols) {\n" +
         "  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < rows * cols; i += blockDim.x * gridDim.x)\n" +
         "    out[i % cols * rows + i / cols] = in[i];\n}\n";
}

constexpr const char* kBeside = R"yaml(experiment: beside
about: Is my transpose as fast as the shipped ones?
families: [transpose, mine]
grid:
  shape: [{rows: 33, cols: 65}, {rows: 64, cols: 40}]
  kernel: [transpose_padded, transpose/transpose_naive, transpose_cublas, mine/transpose_naive, tiled: {tile: [8, 16]}]
where: tile * tile <= 256
measure: {samples: {min: 3, max: 3}}
report: transpose
)yaml";

class OwnFamily : public testing::Test {
 protected:
  OwnFamily() {
    fs::create_directories(folder_ + "/experiments");
    fs::create_directories(folder_ + "/kernels/mine");
    write("kernels/mine/family.yaml", kOwnFamily);
    write("kernels/mine/tiled.cu", kTiled);
    write("kernels/mine/naive.cu", loop("transpose_naive", "float"));
    write("kernels/mine/own_reference.cu", loop("own_reference", "double"));
    write("kernels/mine/unused.cu", "__global__ void unused(float* out) {}\n");
    write("experiments/beside.yaml", kBeside);
  }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }
  Ended run(const std::string& command) const { return shell("warpledger " + command, folder_); }
  /// What it prints; it ends with 0.
  std::string ok(const std::string& command) const {
    const Ended ended = run(command);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended.out;
  }
  std::string measure(const std::string& more = "") const {
    return ok("run beside --device " + device_under_test() + " " + more);
  }
  std::string query(const std::string& sql) const { return warpledger({"query", "--format", "csv", sql}, folder_).out; }

  const std::string folder_ = fresh_folder();
};

TEST_F(OwnFamily, IsOnOnePageWithAShippedOne) {
  const std::string plan = ok("plan beside --device host");
  EXPECT_THAT(plan, HasSubstr("point kernel                    rows cols tile blocks warps grid block\n"));
  EXPECT_THAT(plan, HasSubstr("    0 transpose_padded          33   65                     3x2  32x8\n"));
  EXPECT_THAT(plan, HasSubstr("    4 tiled<16>                 33   65   16                5x3  16x16\n"));
  EXPECT_THAT(ok("show beside"), HasSubstr("family mine: Transpose a matrix by tiles of several sizes."));
  const std::string page = measure();
  for (const char* kernel : {"transpose_padded ", "transpose/transpose_naive ", "mine/transpose_naive ", "tiled "})
    EXPECT_THAT(page, HasSubstr(std::string("\n") + kernel));
  EXPECT_EQ(query("SELECT family, kernel, count(*) AS n, count(tile) AS tiles FROM points WHERE outcome = 'ok' "
                  "GROUP BY family, kernel"),
            std::string("family,kernel,n,tiles\nmine,mine/transpose_naive,2,2\nmine,tiled,4,4\n") +
                "transpose,transpose/transpose_naive,2,0\n" + (on_cuda() ? "transpose,transpose_cublas,2,0\n" : "") +
                "transpose,transpose_padded,2,0\n");
}

TEST_F(OwnFamily, IsCheckedByItsOwnReference) {
  std::string doubled = loop("own_reference", "double");
  write("kernels/mine/own_reference.cu", doubled.replace(doubled.find("= in[i]"), 7, "= 2.0 * in[i]"));
  EXPECT_EQ(run("run beside --quiet --device " + device_under_test()).exit_code, 1);
  EXPECT_EQ(query("SELECT family, outcome, count(DISTINCT kernel) AS kernels FROM points GROUP BY family, outcome"),
            std::string("family,outcome,kernels\nmine,incorrect,2\ntranspose,ok,") + (on_cuda() ? "3" : "2") + "\n");
}

TEST_F(OwnFamily, IsMeasuredAgainFromTheLedgerAlone) {
  measure("--quiet");
  fs::remove_all(folder_ + "/experiments");
  fs::remove_all(folder_ + "/kernels");
  ok("rerun latest --quiet");
  EXPECT_EQ(query("SELECT count(DISTINCT run_uuid) AS runs, count(*) = 2 * count(DISTINCT key) AS same, "
                  "min(outcome) AS worst FROM points"),
            "runs,same,worst\n2,1,ok\n");
  EXPECT_THAT(ok("compare latest~1 latest --sources"), HasSubstr("the runs' files are the same"));
  EXPECT_THAT(ok("compare latest~1 latest"), HasSubstr("mine/transpose_naive"));
  ok("checkout latest~1 files");
  for (const char* file :
       {"mine/family.yaml", "mine/tiled.cu", "transpose/family.yaml", "transpose/transpose_padded.cu"})
    EXPECT_TRUE(fs::exists(folder_ + "/files/kernels/" + file)) << file;
}

TEST_F(OwnFamily, MayIncludeWhatAnotherOneIncludes) {
  fs::create_directories(folder_ + "/kernels/common");
  write("kernels/common/readme", "");
  write("kernels/mine/family.yaml", std::string(kOwnFamily) + "include: common\n");
  fs::copy(folder_ + "/kernels/mine", folder_ + "/kernels/other");
  write("kernels/other/family.yaml", "family: other\n" + read_file(folder_ + "/kernels/mine/family.yaml").substr(13));
  write("experiments/beside.yaml",
        "experiment: beside\nabout: Which one?\nfamilies: [mine, other]\n"
        "grid: {rows: 20, cols: 30, kernel: [mine/tiled, other/tiled]}\nmeasure: {samples: {min: 3, max: 3}}\n");
  measure("--quiet");
  ok("rerun latest --quiet");
  EXPECT_EQ(query("SELECT instance, count(*) AS n FROM points WHERE outcome = 'ok' GROUP BY instance"),
            "instance,n\nmine/tiled<16>,2\nother/tiled<16>,2\n");
}

TEST_F(OwnFamily, IsFollowedByItsName) {
  measure("--quiet");
  EXPECT_THAT(ok("history --experiment beside --kernel mine/transpose_naive"), HasSubstr("mine/transpose_naive"));
}

TEST_F(OwnFamily, IsResumedAndItsFilesAreThenTheSame) {
  write("experiments/long.yaml",
        "experiment: long\nabout: Takes seconds.\nfamilies: [transpose, mine]\ngrid:\n"
        "  rows: {from: 200, to: 229, step: 1}\n  cols: 300\n  kernel: [transpose_padded, tiled]\n"
        "measure: {samples: {min: 3, max: 3}}\n");
  Background process({"run", "long", "--device", device_under_test()}, folder_, "long");
  EXPECT_TRUE(process.wait_until_it_says(" points\n"));
  process.send(SIGINT);
  EXPECT_EQ(process.wait().exit_code, 1);
  write("kernels/mine/tiled.cu", std::string(kTiled) + "// changed\n");
  const Ended changed = run("run --resume latest");
  EXPECT_EQ(changed.exit_code, 2);
  EXPECT_THAT(changed.err, HasSubstr("kernels/mine/tiled.cu has changed since it began"));
  write("kernels/mine/tiled.cu", kTiled);
  EXPECT_THAT(run("run --resume latest").err, ContainsRegex("resuming run [0-9a-f]{8}, [0-9]+ of 60 points left\n"));
  EXPECT_EQ(query("SELECT family, count(*) AS n FROM points WHERE outcome = 'ok' GROUP BY family"),
            "family,n\nmine,30\ntranspose,30\n");
}

TEST_F(OwnFamily, IsNoAssignmentThere) {
  write("naive.cu", loop("transpose_naive", "float"));
  for (const std::string command :
       {"run beside --submission naive.cu --device host", "check naive.cu --experiment beside"}) {
    const Ended ended = run(command);
    EXPECT_EQ(ended.exit_code, 2) << command;
    EXPECT_THAT(ended.err, HasSubstr("several families")) << command;
  }
  write("experiments/beside.yaml", std::string(kBeside) + "grading: {submission: [tiled]}\n");
  for (const std::string command :
       {"grade beside --submissions .", "check naive.cu --experiment beside", "autograder beside --output bundle",
        "slurm beside --submissions . --gpus a100:1 --output class"}) {
    const Ended ended = run(command);
    EXPECT_EQ(ended.exit_code, 2) << command;
    EXPECT_THAT(ended.err, HasSubstr("beside.yaml:10:10: an experiment of several families cannot be graded"))
        << command;
  }
}

}  // namespace
}  // namespace warpledger::e2e
