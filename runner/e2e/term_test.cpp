// A term with a class, told from the lecturer's side: a roster of 100, three assignments that come as a folder and as
// the exports of two platforms, attempts, late days, absentees, adjustments, and rules that change afterwards. What the
// gradebook says is held against what this file computes of who handed in what and when.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::int64_t kHour = 3600, kDay = 24 * kHour;
constexpr int kStudents = 100;

/// What one student handed in once: right at `quality` of two shapes, `late_s` after it was due.
struct HandedIn {
  int student = 0;
  int quality = 0;
  std::int64_t late_s = 0;
};

/// The rules of an assignment, as this test understands them.
struct Rules {
  std::string attempts;  ///< "best", "last" or "first"
  double grace_days = 0, percent_a_day = 0, most_percent = 100;
};

/// Whole days of lateness that are paid for, counted one by one.
int days_charged(const HandedIn& one, const Rules& rules) {
  int days = 0;
  for (double left = static_cast<double>(one.late_s) - rules.grace_days * kDay; left > 0; left -= kDay) ++days;
  return days;
}

double points_of(const HandedIn& one, const Rules& rules) {
  const double taken = std::min(rules.most_percent, days_charged(one, rules) * rules.percent_a_day);
  return 5.0 * one.quality * (100 - taken) / 100;
}

/// By student; those who handed in nothing have none.
std::map<int, double> expected_points(const std::vector<HandedIn>& all, const Rules& rules) {
  std::map<int, double> points;
  for (const HandedIn& one : all) {
    const double got = points_of(one, rules);
    const auto [known, is_new] = points.emplace(one.student, got);
    if (!is_new && (rules.attempts == "last" || (rules.attempts == "best" && got > known->second))) known->second = got;
  }
  return points;
}

std::string kernel_of(int quality) {
  const char* const when = quality == 2 ? "true" : quality == 1 ? "n % 2 == 0" : "false";
  return fmt::format(
      "__global__ void square(float* y, const float* x, long long n) {{\n"
      "  const long long first = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
      "  for (long long i = first; i < n; i += (long long)gridDim.x * blockDim.x)\n"
      "    y[i] = {} ? x[i] * x[i] + 0.5f * x[(i + 1) % n] : 0.0f;\n}}\n",
      when);
}

std::string experiment_text(const std::string& name, const Rules& rules) {
  return fmt::format(
      "experiment: {}\nabout: A small assignment.\nfamily: squares\ngrid:\n  n: [1000, 1001]\n  kernel: [square]\n"
      "  blocks: 2\n  warps: 4\nmeasure: {{cache: warm, samples: {{min: 5, max: 10, max_relative_error: 5 %}}, "
      "time_limit: 60 s}}\ngrading:\n  submission: [square]\n  seeds: 0\n  rounds: 2\n  attempts: {}\n"
      "  late: {{due: 2026-10-02T00:00:00+02:00, grace_days: {}, per_day: {} %, at_most: {} %}}\n"
      "  problems:\n    - {{name: Squares, points: 10, rules: [{{correct: share, points: 10}}]}}\n",
      name, rules.attempts, rules.grace_days, rules.percent_a_day, rules.most_percent);
}

std::string login(int student) { return fmt::format("u{:03}", student); }

/// "2026-10-01 22:00:00 Z" and so many seconds, in October.
std::string moment(std::int64_t late_s) {
  const std::int64_t at = 21 * kHour + kHour + late_s;  // since the first of October
  return fmt::format("2026-10-{:02} {:02}:{:02}:{:02} Z", 1 + at / kDay, at / kHour % 24, at / 60 % 60, at % 60);
}

class Term : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    std::string roster = "Student,ID,SIS Login ID,Email,Section\n    Points Possible,,,,\n";
    for (int i = 1; i <= kStudents; ++i)
      roster +=
          fmt::format("First{0:03} Last{0:03},{0},{1},{1}@uni.example,{2}\n", i, login(i), i % 2 == 0 ? "B" : "A");
    write("roster.csv", "\xef\xbb\xbf" + roster);
  }

  static void write(const std::string& file, const std::string& text) {
    fs::create_directories(fs::path(folder_ + "/" + file).parent_path());
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }
  static std::string read(const std::string& file) { return read_file(folder_ + "/" + file); }

  static Ended run(const std::string& command) {
    const Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.err;
    return ended;
  }
  /// Grades what is in `submissions`; then the class again, with pages, for who changes rules.
  static void measure(const std::string& name, const std::string& submissions) {
    run(fmt::format("warpledger grade {} --submissions {} --device {} --roster roster.csv --db {}.db --quiet", name,
                    submissions, device_under_test(), name));
  }
  static Ended grade(const std::string& name, const std::string& more = "") {
    fs::remove_all(folder_ + "/" + name + "-grades");
    return run(fmt::format("warpledger grade {0} --roster roster.csv --db {0}.db --output {0}-grades {1}", name, more));
  }

  /// The points by student in the book that Canvas imports; absentees have none.
  static std::map<int, double> points_in_book(const std::string& name) {
    std::istringstream lines(read(name + "-grades/canvas.csv"));
    std::map<int, double> points;
    std::size_t people = 0;
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);  // points possible
    for (; std::getline(lines, line); ++people) {
      const std::string id = line.substr(line.find(',') + 1), score = line.substr(line.rfind(',') + 1);
      if (!score.empty()) points[std::stoi(id)] = std::stod(score);
    }
    EXPECT_EQ(people, static_cast<std::size_t>(kStudents));
    return points;
  }

  static std::string runs_in(const std::string& name) {
    return run(fmt::format("warpledger query 'SELECT count(*) FROM runs' --format csv --db {}.db", name)).out;
  }

  /// A student's page names nobody but him.
  static void expect_no_other_name(const fs::path& own) {
    const std::string page = read_file(own / "index.md");
    for (int i = 1; i <= kStudents; ++i) {
      if (own.filename() == login(i)) continue;
      EXPECT_THAT(page, testing::Not(HasSubstr(login(i)))) << own;
      EXPECT_THAT(page, testing::Not(HasSubstr(fmt::format("Last{:03}", i)))) << own;
    }
  }

  static inline std::string folder_;
};

TEST_F(Term, AFolderOfAllFormsWithAttemptsLateDaysAndSecondThoughts) {
  Rules rules{.attempts = "best", .grace_days = 1, .percent_a_day = 10, .most_percent = 50};
  write("experiments/hw1.yaml", experiment_text("hw1", rules));
  const std::vector<HandedIn> all = {{1, 2, -5}, {2, 1, 3 * kHour}, {3, 2, 2 * kDay + 1}, {4, 2, 20 * kDay},
                                     {5, 0, 0},  {6, 1, 0},         {6, 2, 3 * kDay},     {7, 2, 0},
                                     {7, 1, 1},  {8, 1, kDay + 1}};
  std::string times = "submission,attempt,time\n";
  std::map<int, int> attempts;
  for (const HandedIn& one : all)
    times += fmt::format("{},{},{}\n", login(one.student), ++attempts[one.student], moment(one.late_s));
  write("times.csv", times);
  write("hw1/u001.cu", kernel_of(2));
  write("hw1/u002/square.cu", kernel_of(1));
  write("square.cu", kernel_of(2));
  run("python3 -c \"import zipfile; zipfile.ZipFile('hw1/u003.zip', 'w').write('square.cu')\" && "
      "tar czf hw1/u004.tar.gz square.cu && "
      "python3 -c \"import zipfile; zipfile.ZipFile('hw1/u009.zip', 'w').write('square.cu', '../square.cu')\"");
  write("hw1/u005.CU", kernel_of(0));
  write("hw1/u006.cu", kernel_of(1));
  write("hw1/u006@2.cu", kernel_of(2));
  write("hw1/u007@1.cu", kernel_of(2));
  write("hw1/u007@2.cu", kernel_of(1));
  write("hw1/u008.cpp", kernel_of(1));
  write("hw1/mallory.cu", kernel_of(2));
  measure("hw1", "hw1");
  const std::string runs = runs_in("hw1");

  const Ended graded = grade("hw1", "--times times.csv");
  std::map<int, double> expected = expected_points(all, rules);
  expected[9] = 0;  // refused
  EXPECT_EQ(points_in_book("hw1"), expected);
  EXPECT_THAT(graded.out, HasSubstr("mallory has no place in the gradebook: nobody on the roster is called 'mallory'"));
  EXPECT_THAT(graded.out, HasSubstr("u009: it was refused and not run"));
  EXPECT_THAT(read("hw1-grades/gradebook.csv"), HasSubstr("\nFirst050 Last050,50,B,,,10,,,0,,,,not handed in,"));

  write("second-thoughts.csv", "submission;points;percent;reason\r\nu005;2;;explained it\r\nu001;;-10;with help\r\n");
  EXPECT_EQ(run("warpledger adjust hw1 --from second-thoughts.csv --author ta --db hw1.db").out,
            "hw1: 2 of 2 adjustments written\n");
  EXPECT_EQ(run("warpledger adjust hw1 --from second-thoughts.csv --author ta --db hw1.db").out,
            "hw1: 0 of 2 adjustments written; the others were there already\n");
  rules = {.attempts = "first", .grace_days = 0, .percent_a_day = 20, .most_percent = 80};
  write("experiments/hw1.yaml", experiment_text("hw1", rules));
  grade("hw1", "--times times.csv");
  expected = expected_points(all, rules);
  expected[9] = 0;
  expected[5] += 2;
  expected[1] -= 1;
  EXPECT_EQ(points_in_book("hw1"), expected);
  EXPECT_EQ(runs_in("hw1"), runs) << "changed rules need no new measurement";

  const std::string page = read("hw1-grades/students/u004/index.md");
  EXPECT_THAT(page, HasSubstr("**-80 %**"));
  EXPECT_THAT(page, HasSubstr("20 days late: handed in 2026-10-21T22:00:00Z, due 2026-10-01T22:00:00Z"));
  EXPECT_THAT(read("hw1-grades/students/u006/index.md"), HasSubstr("of 2 attempts the first counts"));
  EXPECT_THAT(read("hw1-grades/students/u005/index.md"), HasSubstr("by ta: explained it"));
  for (const fs::directory_entry& own : fs::directory_iterator(folder_ + "/hw1-grades/students"))
    expect_no_other_name(own.path());
}

TEST_F(Term, ARefusalIsOverriddenByAPersonWhoSaysWhy) {
  write("experiments/hw4.yaml", experiment_text("hw4", {.attempts = "last", .percent_a_day = 10}));
  write("hw4/u031.cu", "#pragma message \"mine\"\n" + kernel_of(2));
  write("hw4/u032.cu", "#ifndef __CUDACC_RTC__\n#include \"helper_cuda.h\"\n#pragma omp\n#endif\n" + kernel_of(1));
  measure("hw4", "hw4");
  EXPECT_THAT(grade("hw4").out, HasSubstr("u031: it was refused and not run"));
  EXPECT_EQ(points_in_book("hw4").at(31), 0);
  EXPECT_EQ(
      shell("warpledger grade hw4 --submissions hw4 --override u031 --device host --db hw4.db", folder_).exit_code, 2);
  run("USER=ta warpledger grade hw4 --submissions hw4 --override u031 --reason 'a message harms nobody' --device " +
      device_under_test() + " --db hw4.db --quiet");
  grade("hw4");
  EXPECT_EQ(points_in_book("hw4").at(31), 10);
  EXPECT_EQ(points_in_book("hw4").at(32), 5);
  EXPECT_THAT(read("hw4-grades/students/u031/index.md"),
              HasSubstr("by ta: rules of sources are waived for it: a message harms nobody"));
}

TEST_F(Term, AnExportOfCanvas) {
  const Rules rules{.attempts = "last", .grace_days = 0, .percent_a_day = 25, .most_percent = 100};
  write("experiments/hw2.yaml", experiment_text("hw2", rules));
  const std::vector<HandedIn> all = {{11, 2, 0}, {12, 1, 5}, {14, 2, 9 * kDay}};
  std::string times = "submission\ttime\n";
  for (const HandedIn& one : all) {
    times += fmt::format("last{0:03}first{0:03}\t{1}\n", one.student, moment(one.late_s));
    write(
        fmt::format("canvas/last{0:03}first{0:03}_{1}{0}_9{0}_square-1.cu", one.student, one.late_s > 0 ? "LATE_" : ""),
        kernel_of(one.quality));
  }
  write("hw2-times.csv", times);
  run("python3 -c \"import os, zipfile\nz = zipfile.ZipFile('submissions.zip', 'w', zipfile.ZIP_DEFLATED)\n"
      "for f in os.listdir('canvas'): z.write('canvas/' + f, f)\"");
  measure("hw2", "submissions.zip");
  EXPECT_THAT(grade("hw2").out, HasSubstr("last012first012 (late, by Canvas)"));
  grade("hw2", "--times hw2-times.csv");
  EXPECT_EQ(points_in_book("hw2"), expected_points(all, rules));
}

TEST_F(Term, AnExportOfGradescopeWithAGroupAndResubmissions) {
  const Rules rules{.attempts = "last", .grace_days = 0.5, .percent_a_day = 10, .most_percent = 30};
  write("experiments/hw3.yaml", experiment_text("hw3", rules));
  std::vector<HandedIn> all = {{21, 2, 0}, {22, 1, 0}, {22, 2, 13 * kHour}, {23, 2, 9 * kDay}};
  std::string metadata = "---\n";
  int number = 100;
  const auto submitter = [](int i) {
    return fmt::format("  - :name: First{0:03} Last{0:03}\n    :sid: '{0}'\n    :email: {1}@uni.example\n", i,
                       login(i));
  };
  for (const HandedIn& one : all) {
    const std::string group = one.student == 23 ? submitter(24) : "";
    metadata += fmt::format("submission_{}:\n  :submitters:\n{}{}  :created_at: {}\n  :score: 0.0\n", ++number,
                            submitter(one.student), group, moment(one.late_s));
    write(fmt::format("gradescope/submission_{}/square.cu", number), kernel_of(one.quality));
  }
  all.push_back({24, 2, 9 * kDay});  // of the group
  write("gradescope/submission_metadata.yml", metadata);
  run("python3 -c \"import shutil; shutil.make_archive('export', 'zip', '.', 'gradescope')\"");
  measure("hw3", "export.zip");
  grade("hw3");
  EXPECT_EQ(points_in_book("hw3"), expected_points(all, rules));
  const std::string book = read("hw3-grades/gradescope.csv");
  EXPECT_THAT(book, HasSubstr("\nFirst022,Last022,22,u022@uni.example,B,9,10,"));
  EXPECT_THAT(book, HasSubstr(",2026-10-02T11:00:00Z,13:00:00\n"));
  EXPECT_THAT(book, HasSubstr("\nFirst025,Last025,25,u025@uni.example,A,,10,Missing,,\n"));
}

}  // namespace
}  // namespace warpledger::e2e
