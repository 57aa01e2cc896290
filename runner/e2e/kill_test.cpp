// The program, its worker or both are killed at random moments, and the run is resumed each time: at the end every
// point is recorded, and none twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

const int kKills = is_sanitized() ? 50 : 200;

/// Keeps one run of `many` under way: begins it, resumes it after its end by force, begins another after the last.
class Night {
 public:
  explicit Night(std::string folder) : folder_(std::move(folder)) {}

  /// The process that is at work now, started when there is none.
  Background& process() {
    if (process_ && process_->exit_code()) {
      whole_ = process_->wait().exit_code < 2;
      process_.reset();
    }
    if (!process_) {
      const std::vector<std::string> begin = {"run", "many", "--device", device_under_test(), "--quiet"};
      process_.emplace(whole_ ? begin : std::vector<std::string>{"run", "--resume", "--quiet"}, folder_, "night");
      whole_ = false;
    }
    return *process_;
  }

 private:
  std::string folder_;
  std::optional<Background> process_;
  bool whole_ = true;
};

/// Kills the program, its worker, or both. No worker outlives the program.
void kill_one(Background& process, int choice) {
  const std::optional<pid_t> worker = process.worker();
  if (choice != 0 && worker) kill(*worker, SIGKILL);
  if (choice == 1 && worker) return;
  process.send(SIGKILL);
  process.wait();
  EXPECT_TRUE(!worker || ends_soon(*worker)) << "the worker outlives the program";
}

/// How long a run of one point takes here at best: most kills shall fall into work, whatever the device.
std::chrono::duration<double> time_of_a_short_run(const std::string& folder) {
  std::chrono::duration<double> least = std::chrono::hours(1);
  const std::vector<std::string> run = {"run", "many", "--set", "n=1", "--device", device_under_test(), "--quiet"};
  for (int i = 0; i < 4; ++i) {  // the first one may have to compile
    const auto start = Clock::now();
    EXPECT_EQ(warpledger(run, folder).exit_code, 0);
    least = std::min<std::chrono::duration<double>>(least, Clock::now() - start);
  }
  return least;
}

TEST(Kills, LoseNoPointAndRecordNoneTwice) {
  const std::string folder = fresh_folder();
  const auto short_run = time_of_a_short_run(folder);
  std::mt19937 random(20240229);
  std::uniform_real_distribution<double> moment(0, 1.5);
  std::uniform_int_distribution<int> choice(0, 2);
  {
    Night night(folder);
    for (int i = 0; i < kKills; ++i) {
      Background& process = night.process();
      std::this_thread::sleep_for(short_run * moment(random));
      kill_one(process, choice(random));
    }
  }
  const Ended last = warpledger({"run", "--resume"}, folder);
  EXPECT_LT(last.exit_code, 2) << last.err;
  const Ended page = warpledger({"report", "soundness"}, folder);
  EXPECT_THAT(page.out, HasSubstr("integrity: ok\n"));
  EXPECT_THAT(page.out, HasSubstr("finished: 40 planned, 40 recorded, at 40 places from 0 to 39\n"));
  // Every run but the short ones, each of them whole.
  std::istringstream lines(page.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" planned, ") == std::string::npos || line.find(" 1 planned, ") != std::string::npos) continue;
    EXPECT_EQ(line, "finished: 40 planned, 40 recorded, at 40 places from 0 to 39");
  }
}

TEST(Kills, AWorkerInAnEndlessKernelEndsWithTheProgram) {
  const std::string folder = fresh_folder();
  Background process({"run", "endless", "--device", device_under_test()}, folder, "endless");
  ASSERT_TRUE(process.wait_until_it_says("2 points"));
  std::optional<pid_t> worker = process.worker();
  ASSERT_TRUE(worker);
  const auto recorded = [&] { return warpledger({"report", "soundness"}, folder).out; };
  while (!process.exit_code() && recorded().find("2 planned, 1 recorded") == std::string::npos) continue;
  process.send(SIGKILL);
  EXPECT_TRUE(ends_soon(*worker));
}

}  // namespace
}  // namespace warpledger::e2e
