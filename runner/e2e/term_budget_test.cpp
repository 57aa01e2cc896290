// Free late days of a term, spent over its assignments in the order of their deadlines.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Right at both shapes, or at the even one.
std::string kernel_text(bool whole) {
  return fmt::format(
      "__global__ void square(float* y, const float* x, long long n) {{\n"
      "  const long long first = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
      "  for (long long i = first; i < n; i += (long long)gridDim.x * blockDim.x)\n"
      "    y[i] = {} ? x[i] * x[i] + 0.5f * x[(i + 1) % n] : 0.0f;\n}}\n",
      whole ? "true" : "n % 2 == 0");
}

/// An assignment of 10 points that is due at the beginning of a month.
std::string experiment_text(const std::string& name, int month, const std::string& attempts,
                            const std::string& budget) {
  return fmt::format(
      "experiment: {}\nabout: A small assignment.\nfamily: squares\ngrid:\n  n: [1000, 1001]\n  kernel: [square]\n"
      "  blocks: 2\n  warps: 4\nmeasure: {{cache: warm, samples: {{min: 5, max: 10, max_relative_error: 5 %}}, "
      "time_limit: 60 s}}\ngrading:\n  submission: [square]\n  seeds: 0\n  rounds: 2\n  attempts: {}\n"
      "  late: {{due: 2026-{:02}-01T00:00:00Z, per_day: 10 %, {}}}\n"
      "  problems:\n    - {{name: Squares, points: 10, rules: [{{correct: share, points: 10}}]}}\n",
      name, attempts, month, budget);
}

class TermBudget : public testing::Test {
 protected:
  TermBudget() {
    experiment("hw1", 9, "best", "budget_days: 3");
    experiment("hw2", 10, "last", "budget_left_by: hw1");
    experiment("hw3", 11, "last", "budget_left_by: hw2, budget_at_once: 1");
  }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories(fs::path(folder_ + "/" + file).parent_path());
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }
  void experiment(const std::string& name, int month, const std::string& attempts, const std::string& budget) const {
    write("experiments/" + name + ".yaml", experiment_text(name, month, attempts, budget));
  }
  Ended run(const std::string& command) const {
    Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended;
  }
  Ended measure(const std::string& name, const std::string& submissions, const std::string& more = "") const {
    return run(fmt::format("warpledger grade {} --submissions {} --quiet --device {} {}", name, submissions,
                           device_under_test(), more));
  }
  /// "submission,total,spent,left" a line, of the gradebook.
  std::vector<std::string> book(const std::string& name, const std::string& more) const {
    fs::remove_all(folder_ + "/out");
    run("warpledger grade " + name + " --output out " + more);
    const std::string rows = run("python3 -c \"import csv\n"
                                 "for r in csv.DictReader(open('out/gradebook.csv')):\n"
                                 "  print(','.join(r[c] for c in ('submission', 'total', 'late_days', "
                                 "'late_days_left')))\"")
                                 .out;
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0; (end = rows.find('\n', begin)) != std::string::npos; begin = end + 1)
      lines.push_back(rows.substr(begin, end - begin));
    return lines;
  }

  std::string folder_ = fresh_folder();
};

TEST_F(TermBudget, IsSpentInTheOrderOfDeadlinesByTheHandInThatCounts) {
  write("class/anna.cu", kernel_text(true));
  write("class/ben.cu", kernel_text(false));
  write("class/ben@2.cu", kernel_text(true));
  for (const char* name : {"hw1", "hw2", "hw3"}) measure(name, "class");
  // Anna is 2 days late, then 2, then 2. Ben's second attempt of hw1 takes 5 days, of which 3 are free: 8 points, more
  // than his first one's 5, so that it counts and spends them all.
  write("times.csv",
        "experiment,submission,attempt,time\nhw1,anna,1,2026-09-02 12:00Z\nhw1,ben,1,2026-08-31 00:00Z\n"
        "hw1,ben,2,2026-09-05 12:00Z\nhw2,anna,1,2026-10-02 12:00Z\nhw2,ben,1,2026-09-30 00:00Z\n"
        "hw2,ben,2,2026-10-01 12:00Z\nhw3,anna,1,2026-11-02 12:00Z\nhw3,ben,1,2026-10-30 00:00Z\n"
        "hw3,ben,2,2026-10-31 00:00Z\n");
  EXPECT_THAT(book("hw1", "--times times.csv"), ElementsAre("anna,10,2,1", "ben,8,3,0"));
  EXPECT_THAT(read_file(folder_ + "/out/students/ben/index.md"),
              testing::AllOf(HasSubstr("Free late days: 3 spent here, 0 before; 0 of 3 are left."),
                             HasSubstr("5 days late, 3 of them free")));
  EXPECT_THAT(book("hw2", "--times times.csv"), ElementsAre("anna,9,1,0", "ben,9,0,0"));
  EXPECT_THAT(read_file(folder_ + "/out/class.md"), HasSubstr("free ones of the term"));
  EXPECT_THAT(book("hw3", "--times times.csv"), ElementsAre("anna,8,0,0", "ben,10,0,0"));
  const json untimed = json::parse(run("warpledger grades hw1 --submission anna --format json").out);
  EXPECT_TRUE(untimed[0].at("late_days").is_null()) << "it is not known when";
  const json anna = json::parse(run("warpledger grades --submission anna --times times.csv --format json").out);
  ASSERT_EQ(anna.size(), 3);
  EXPECT_EQ(anna[0].at("late_days"), 2);
  EXPECT_EQ(anna[1].at("late_days"), 1);
  EXPECT_EQ(anna[1].at("late_days_left"), 0);
  EXPECT_EQ(anna[2].at("points"), 8);

  run("warpledger adjust hw1 anna --points 1 --reason 'found an error in the text'");
  EXPECT_THAT(book("hw2", "--times times.csv"), ElementsAre("anna,9,1,0", "ben,9,0,0"))
      << "what a person adds spends no days";
  experiment("hw1", 9, "first", "budget_days: 3");
  EXPECT_THAT(book("hw2", "--times times.csv"), ElementsAre("anna,9,1,0", "ben,10,1,2"))
      << "ben's first attempt of hw1 was in time";
  experiment("hw1", 9, "best", "budget_days: 9");
  EXPECT_THAT(book("hw3", "--times times.csv"), ElementsAre("anna,9,1,4", "ben,10,0,3")) << "one day at once";
  EXPECT_THAT(run("warpledger grade hw1 --times times.csv").err, Not(HasSubstr("times.csv")));
  write("wrong.csv", "experiment,submission,time\nhw1,annna,2026-09-02 12:00Z\nhw2,cleo,2026-09-02 12:00Z\n");
  EXPECT_THAT(run("warpledger grade hw1 --times wrong.csv").err, HasSubstr("wrong.csv has times of annna, but"));
}

TEST_F(TermBudget, OfAGroupAndOfPseudonymsIsThatOfThePeople) {
  const auto hand_in = [&](const std::string& folder, int number, const std::vector<std::string>& people,
                           const std::string& time) {
    std::string entry = fmt::format("submission_{}:\n  :submitters:\n", number);
    for (const std::string& one : people)
      entry += fmt::format("  - :name: {0}\n    :sid: '{0}77001'\n    :email: {0}@uni.example\n", one);
    write(fmt::format("{}/submission_{}/square.cu", folder, number), kernel_text(true));
    return entry + fmt::format("  :created_at: {}\n", time);
  };
  write("gs1/submission_metadata.yml", "---\n" + hand_in("gs1", 1, {"quirina"}, "2026-09-03 00:00:00 Z") +
                                           hand_in("gs1", 2, {"xaver", "yolanda"}, "2026-09-02 00:00:00 Z"));
  write("gs2/submission_metadata.yml", "---\n" + hand_in("gs2", 3, {"quirina", "xaver"}, "2026-10-03 00:00:00 Z") +
                                           hand_in("gs2", 4, {"yolanda"}, "2026-10-03 00:00:00 Z"));
  for (const std::string more : {"", "--pseudonyms names.csv --db hidden.db"}) {
    measure("hw1", "gs1", more);
    measure("hw2", "gs2", more);
  }
  // Quirina spent 2 of 3 days and Xaver 1, so that the two have 1 for their 2 days.
  const std::vector<std::string> expected = {"quirina + xaver,9,1,0", "yolanda,10,2,0"};
  EXPECT_EQ(book("hw2", ""), expected);
  EXPECT_EQ(book("hw2", "--names names.csv --db hidden.db"), expected);
  EXPECT_EQ(shell("grep -a quirina hidden.db", folder_).exit_code, 1);
}

TEST_F(TermBudget, SaysWhatIsAmissWithATerm) {
  write("class/anna.cu", kernel_text(true));
  EXPECT_THAT(measure("hw2", "class").out,
              HasSubstr("the ledger has no grading of hw1: free late days that were spent there"));
  const auto refusal = [&] { return shell("warpledger grade hw2 --submissions class", folder_).err; };
  experiment("hw1", 12, "best", "budget_days: 3");
  EXPECT_THAT(refusal(), HasSubstr("'hw1', due 2026-12-01T00:00:00Z, is no assignment before 'hw2'"));
  experiment("hw1", 9, "best", "at_most: 50 %");
  EXPECT_THAT(refusal(), HasSubstr("'hw2' has free late days of a term left by 'hw1', which has none"));
  experiment("hw1", 10, "best", "budget_left_by: hw2");
  EXPECT_THAT(refusal(), HasSubstr("the term's assignments before 'hw2' are a circle"));
  fs::remove(folder_ + "/experiments/hw1.yaml");
  EXPECT_THAT(refusal(), HasSubstr("hw1"));
}

}  // namespace
}  // namespace warpledger::e2e
