// An experiment whose axis is the data files in its folder, from them to the ledger, a resumed run and a rerun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/background.h"
#include "e2e/program.h"
#include "model/data_file_fixture.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

/// 20 x 20, whose last element is `last`: none is like another.
std::string diagonal(int last) {
  std::string text = "%%MatrixMarket matrix coordinate integer general\n20 20 20\n";
  for (int i = 1; i < 20; ++i) text += std::to_string(i) + " " + std::to_string(i) + " 3\n";
  return text + "20 20 " + std::to_string(last) + "\n";
}

class ExperimentFiles : public testing::Test {
 protected:
  ExperimentFiles() {
    write("experiments/m/a.mtx", fixture::kMatrix);
    write("experiments/m/band.mtx",
          "%%MatrixMarket matrix coordinate integer symmetric\r\n3 3 4\r\n1 1 2\r\n2 1 -1\r\n2 2 2\r\n3 2 -1\r\n");
    write("experiments/real.yaml",
          "experiment: real\nabout: Does it work?\nfamily: spmv_file\n"
          "grid: {matrix: {files: \"m/*.mtx\"}, kernel: [csr_by_row, csr_by_warp, csr_levels]}\n"
          "measure: {samples: {min: 1, max: 1}}\n");
  }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ + "/" + file).parent_path());
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }
  Ended wl(const std::string& line) const { return shell("warpledger " + line, folder_); }
  Ended run(const std::string& more = "") const {
    return wl("run real --quiet --device " + device_under_test() + " " + more);
  }
  std::string printed(const std::string& line) const {
    const Ended ended = wl(line);
    EXPECT_EQ(ended.exit_code, 0) << line << "\n" << ended.out << ended.err;
    return ended.out;
  }
  nlohmann::json json(const std::string& sql) const {
    return nlohmann::json::parse(printed("query --format json \"" + sql + "\""));
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(ExperimentFiles, AreAnAxisInPlanRunAndReport) {
  EXPECT_THAT(printed("plan real --device host"), HasSubstr("csr_by_row  m/a.mtx    4    5       6"));
  const Ended ended = run();
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  const auto points = json("SELECT matrix, rows, columns, nonzeros FROM points WHERE outcome = 'ok' ORDER BY ordinal");
  ASSERT_EQ(points.size(), 6);
  EXPECT_EQ(points[0], nlohmann::json::parse(R"({"matrix":"m/a.mtx","rows":4,"columns":5,"nonzeros":6})"));
  EXPECT_EQ(points[3], nlohmann::json::parse(R"({"matrix":"m/band.mtx","rows":3,"columns":3,"nonzeros":6})"));
  EXPECT_THAT(printed("report --run latest"), HasSubstr("m/band.mtx"));
}

TEST_F(ExperimentFiles, AreMeasuredAgainFromTheLedgerWhileTheyAreThere) {
  run("--set kernel=csr_by_row");
  const std::string digest = json("SELECT text FROM run_texts WHERE name = 'experiments/m/a.mtx.sha256'")[0].at("text");
  EXPECT_THAT(digest, HasSubstr("  a.mtx\n"));
  std::filesystem::remove(folder_ + "/experiments/real.yaml");
  write("experiments/m/later.mtx", fixture::kMatrix);
  printed("rerun latest --quiet");
  EXPECT_EQ(json("SELECT count(*) AS n, count(DISTINCT key) AS keys FROM points WHERE outcome = 'ok'")[0],
            nlohmann::json::parse(R"({"n":4,"keys":2})"));
  write("experiments/m/band.mtx", fixture::kMatrix);
  EXPECT_THAT(wl("rerun latest").err, HasSubstr("experiments/m/band.mtx: this data file has changed since run "));
  std::filesystem::remove(folder_ + "/experiments/m/band.mtx");
  const Ended missing = wl("rerun latest");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("experiments/m/band.mtx: run "));
  EXPECT_THAT(missing.err, HasSubstr(" read this data file, which is missing now"));
}

TEST_F(ExperimentFiles, OfOneContentAreTwoPoints) {
  write("experiments/m/b.mtx", fixture::kMatrix);
  EXPECT_EQ(run("--set kernel=csr_by_row").exit_code, 0);
  EXPECT_EQ(json("SELECT count(*) AS n, count(DISTINCT key) AS keys FROM points WHERE outcome = 'ok'")[0],
            nlohmann::json::parse(R"({"n":3,"keys":2})"));
}

TEST_F(ExperimentFiles, ThatBecomeMoreOrChangeAreNoRunToResume) {
  for (int i = 1; i < 30; ++i) write("experiments/m/d" + std::to_string(i) + ".mtx", diagonal(i));
  Background process({"run", "real", "--device", device_under_test()}, folder_, "run");
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  process.send(SIGINT);
  process.wait();
  write("experiments/m/new.mtx", fixture::kMatrix);
  EXPECT_THAT(wl("run --resume").err, HasSubstr("experiments/m/new.mtx.sha256 was not part of it and is now"));
  std::filesystem::remove(folder_ + "/experiments/m/new.mtx");
  write("experiments/m/d5.mtx", diagonal(-5));
  EXPECT_THAT(wl("run --resume").err, HasSubstr("experiments/m/d5.mtx.sha256 has changed since it began"));
  write("experiments/m/d5.mtx", diagonal(5));
  EXPECT_EQ(wl("run --resume --quiet").exit_code, 0);
  EXPECT_EQ(json("SELECT count(*) AS n FROM points WHERE outcome = 'ok'")[0].at("n"), 93);
}

struct OddMatrix {
  const char* name;
  const char* text;
  const char* told;  ///< empty: it is measured
};

class OddFile : public ExperimentFiles, public testing::WithParamInterface<OddMatrix> {};

TEST_P(OddFile, RunsOrIsToldWithItsPlaceAndAHint) {
  write("experiments/m/odd.mtx", GetParam().text);
  const Ended ended = run("--set matrix=m/odd.mtx");
  const std::string told = GetParam().told;
  if (told.empty()) {
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
    EXPECT_EQ(json("SELECT count(*) AS n FROM points WHERE outcome = 'ok'")[0].at("n"), 3);
  } else {
    EXPECT_EQ(ended.exit_code, 2) << ended.out << ended.err;
    EXPECT_THAT(ended.err, HasSubstr(told));
    EXPECT_THAT(ended.err, HasSubstr("\nhint: "));
  }
}

const OddMatrix kOddMatrices[] = {
    {"Empty", "", "experiments/m/odd.mtx:1:1: missing %%MatrixMarket header"},
    {"Complex", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n",
     "experiments/m/odd.mtx:1:1: values of type 'complex' cannot be read"},
    {"Hermitian", "%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 1\n",
     "experiments/m/odd.mtx:1:1: a 'hermitian' matrix cannot be read"},
    {"NoElements", "%%MatrixMarket matrix coordinate real general\n3 3 0\n", "count = 0 is not between 1 and "},
    {"OneElement", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 -7.5\n", ""},
    {"Pattern", "%%MatrixMarket matrix coordinate pattern general\n2 9 3\n1 9\n1 2\n2 1\n", ""},
    {"AllZeros", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 0\n2 2 -0.0\n", ""},
    {"Windows", "%%MatrixMarket matrix coordinate real general\r\n% \r\n2 2 1\r\n\r\n2 1 3\r\n", ""},
    {"CutOff", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 0\n", "the file ends after 1 of 2 entries"},
};
INSTANTIATE_TEST_SUITE_P(ExperimentFiles, OddFile, testing::ValuesIn(kOddMatrices),
                         [](const auto& bad) { return std::string(bad.param.name); });

}  // namespace
}  // namespace warpledger::e2e
