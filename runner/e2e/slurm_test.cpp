// Campaigns on a real Slurm, with the host as both of its GPUs: whatever happens to the tasks, the points are those of
// one run that nobody disturbed, none missing and none twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <thread>

#include "e2e/slurm_cluster.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Points that take seconds together: a host empties its cache before each sample.
constexpr const char* kSlow = R"(experiment: slow
about: Points enough to be disturbed.
family: planted
grid:
  n: {from: 1, to: 80, step: 1}
  kernel: [right]
  blocks: 1
  warps: 1
measure: {cache: cold, samples: {min: 3, max: 3, max_relative_error: 5 %}, time_limit: 10 s}
)";

constexpr const char* kPoints = "SELECT identity FROM points ORDER BY identity";

class Slurm : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (SlurmCluster::absence().empty()) cluster_ = std::make_unique<SlurmCluster>();
  }
  static void TearDownTestSuite() { cluster_.reset(); }

  void SetUp() override {
    if (!cluster_) GTEST_SKIP() << SlurmCluster::absence();
    if (!cluster_->failure().empty()) GTEST_SKIP() << cluster_->failure();
    folder_ = fresh_folder() + "/a b";
    fs::create_directory(folder_);
    std::ofstream(folder_ + "/slow.yaml") << kSlow;
  }

  Ended run(const std::string& command) const { return cluster_->shell(command, folder_); }
  std::string out(const std::string& command) const {
    const Ended ended = run(command);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended.out;
  }
  void submit(const std::string& experiments, int tasks) const {
    out("warpledger slurm " + experiments + " --gpus a100:" + std::to_string(tasks) +
        " --device host --output 'ni ght' --submit");
  }
  bool wait_until_a_point_is_measured() const {
    for (int i = 0; i < 100 && cluster_->running_tasks().empty(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    return !cluster_->running_tasks().empty();
  }
  /// Everything is merged, and it is what one run measures.
  void expect_whole(const std::string& experiment) const {
    EXPECT_EQ(run("warpledger slurm --merge 'ni ght'").exit_code, 0);
    static std::map<std::string, std::string> undisturbed;
    const std::string query = std::string("warpledger query --format csv \"") + kPoints + "\" --db ";
    if (!undisturbed.contains(experiment)) {
      out("warpledger run " + experiment + " --device host --quiet --db one.db");
      undisturbed[experiment] = out(query + "one.db");
    }
    EXPECT_EQ(out(query + "'ni ght/all.db'"), undisturbed[experiment]);
    EXPECT_EQ(run("warpledger ledger check --db 'ni ght/all.db'").exit_code, 0);
  }
  std::string logs() const { return out("cat 'ni ght'/logs/*"); }

  static inline std::unique_ptr<SlurmCluster> cluster_;
  std::string folder_;
};

TEST_F(Slurm, MeasuresItsPartOfEveryExperimentInEachTaskAndMerges) {
  out("warpledger slurm ./slow.yaml many --gpus a100:3 --array-limit 2 --device host --partition gpu --time 10 "
      "--output 'ni ght' --submit");
  ASSERT_TRUE(cluster_->is_idle_soon());
  EXPECT_THAT(logs(), HasSubstr("3 of 3 tasks finished; 120 of 120 points"));
  EXPECT_EQ(out("warpledger slurm --status 'ni ght'"), "3 of 3 tasks finished; 120 of 120 points\n");
  EXPECT_THAT(out("warpledger slurm --retry 'ni ght'"), HasSubstr("nothing is left to submit\n"));
  const std::string query = "warpledger query --format csv --db 'ni ght/all.db' \"SELECT ";
  EXPECT_EQ(out(query + "experiment, count(*), count(DISTINCT campaign), group_concat(DISTINCT planned_points >= 13) "
                        "FROM runs GROUP BY experiment\""),
            "experiment,count(*),count(DISTINCT campaign),group_concat(DISTINCT planned_points >= 13)\nmany,3,1,1\n"
            "slow,3,1,1\n");
  EXPECT_EQ(out(query + "count(DISTINCT run) AS runs FROM environments WHERE name = 'slurm_partition' AND value = "
                        "'gpu'\""),
            "runs\n6\n");
}

/// Something that happens to a task: requeued by hand or for a preemption, told that its time is nearly over,
/// cancelled.
void disturb(const SlurmCluster& cluster, std::mt19937& random) {
  static const std::vector<std::string> kDisturbances = {"scontrol requeue ", "scancel --signal=TERM --batch ",
                                                         "scancel "};
  const std::vector<std::string> tasks = cluster.running_tasks();
  if (!tasks.empty()) cluster.answer(kDisturbances[random() % kDisturbances.size()] + tasks[random() % tasks.size()]);
  cluster.release();
}

TEST_F(Slurm, LosesNoPointInRandomSchedules) {
  const char* schedules = std::getenv("WARPLEDGER_SLURM_SCHEDULES");  // how many; each takes 10 s
  std::mt19937 random(20261125);
  std::uniform_int_distribution<int> pause_ms(0, 1200);
  for (int schedule = 0; schedule < (schedules ? std::atoi(schedules) : 1); ++schedule) {
    fs::remove_all(folder_ + "/ni ght");
    submit("./slow.yaml", 2);
    for (int i = 0; i < 4; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms(random)));
      disturb(*cluster_, random);
    }
    for (int i = 0; i < 5; ++i) {
      ASSERT_TRUE(cluster_->is_idle_soon());
      if (out("warpledger slurm --retry 'ni ght'").find("nothing is left to submit") != std::string::npos) break;
    }
    expect_whole("./slow.yaml");
  }
}

TEST_F(Slurm, QueuesATaskAgainThatIsToldToStopAndMeasuresOnlyWhatIsLeft) {
  submit("./slow.yaml", 1);
  ASSERT_TRUE(wait_until_a_point_is_measured());
  // What Slurm does when the time limit is near, and to preempt.
  cluster_->answer("scancel --signal=TERM --batch " + cluster_->running_tasks().at(0));
  for (int i = 0; i < 100 && cluster_->answer("squeue --noheader --states=PENDING --format=%r").find("Begin") != 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const Ended meanwhile = run("warpledger slurm --status 'ni ght'");
  EXPECT_EQ(meanwhile.exit_code, 1);
  EXPECT_THAT(meanwhile.out, HasSubstr("0 of 1 tasks finished; "));
  EXPECT_THAT(meanwhile.out, HasSubstr("PENDING (BeginTime)"));
  EXPECT_THAT(run("warpledger slurm --retry 'ni ght'").out, HasSubstr("every task that is not finished is in Slurm\n"));
  cluster_->release();
  ASSERT_TRUE(cluster_->is_idle_soon());
  expect_whole("./slow.yaml");
  EXPECT_EQ(out("warpledger query --format csv --db 'ni ght/all.db' \"SELECT count(*) AS runs FROM runs\""),
            "runs\n1\n");
}

TEST_F(Slurm, SaysWhatACancelledTaskLeftOutAndRetriesThatTaskAlone) {
  submit("./slow.yaml", 2);
  ASSERT_TRUE(wait_until_a_point_is_measured());
  cluster_->answer("scancel " + cluster_->running_tasks().at(0));
  ASSERT_TRUE(cluster_->is_idle_soon());
  EXPECT_THAT(logs(), HasSubstr("1 of 2 tasks finished; "));
  EXPECT_THAT(logs(), HasSubstr("\nmissing:\n"));
  EXPECT_THAT(out("warpledger slurm --retry 'ni ght'"), HasSubstr("submitted: tasks as job"));
  const std::string tasks = cluster_->answer("squeue --noheader --array --format=%j | grep -vc merge");
  EXPECT_EQ(tasks, "1\n");
  ASSERT_TRUE(cluster_->is_idle_soon());
  EXPECT_THAT(logs(), HasSubstr("2 of 2 tasks finished; 80 of 80 points"));
  expect_whole("./slow.yaml");
}

TEST_F(Slurm, SaysThatTheDiskOfANodeIsFullAndMeasuresTheRestElsewhere) {
  out("mkdir small && mount -t tmpfs -o size=300k tmpfs small");
  const Ended submitted =
      run("TMPDIR=$PWD/small warpledger slurm many --gpus a100:1 --device host --output 'ni ght' --submit");
  EXPECT_TRUE(cluster_->is_idle_soon());
  out("umount small");
  EXPECT_EQ(submitted.exit_code, 0) << submitted.err;
  EXPECT_THAT(logs(), HasSubstr("disk"));
  EXPECT_THAT(logs(), HasSubstr("0 of 1 tasks finished"));
  EXPECT_THAT(out("warpledger slurm --retry 'ni ght'"), HasSubstr("submitted: tasks as job"));
  ASSERT_TRUE(cluster_->is_idle_soon());
  expect_whole("many");
}

TEST_F(Slurm, StartsATaskAgainWhoseNodeWentDown) {
  submit("./slow.yaml", 1);
  ASSERT_TRUE(wait_until_a_point_is_measured());
  const std::string update = "scontrol update NodeName=$(sinfo --noheader --format=%n) ";
  cluster_->answer(update + "State=DOWN Reason=test");
  EXPECT_EQ(cluster_->answer("squeue --noheader --states=RUNNING"), "");
  EXPECT_THAT(run("warpledger slurm --status 'ni ght'").out, HasSubstr("PENDING"));
  cluster_->answer(update + "State=RESUME");
  ASSERT_TRUE(cluster_->is_idle_soon());
  EXPECT_THAT(logs(), HasSubstr("1 of 1 tasks finished; 80 of 80 points"));
  expect_whole("./slow.yaml");
}

TEST_F(Slurm, TakesNothingTwiceAndNothingDamagedFromTheFolder) {
  submit("many", 2);
  ASSERT_TRUE(cluster_->is_idle_soon());
  const std::string ledgers = folder_ + "/ni ght/ledgers/";
  const std::string first = out("cd 'ni ght/ledgers' && ls 1.*.db");
  fs::copy(ledgers + first.substr(0, first.find('\n')), ledgers + "1.999999.0.db");
  fs::copy(ledgers + first.substr(0, first.find('\n')), ledgers + "2.999999.1.db");
  fs::resize_file(ledgers + "2.999999.1.db", 70000);
  std::ofstream(ledgers + ".1.999998.0.partial") << "a copy that was killed";
  std::ofstream(ledgers + "notes.db") << "not a task's";
  const Ended merged = run("warpledger slurm --merge 'ni ght'");
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("3 ledgers are merged into ni ght/all.db\n2 of 2 tasks finished; 40 of 40 points"));
  EXPECT_THAT(merged.err, HasSubstr("2.999999.1.db"));
  expect_whole("many");
  for (const auto& entry : fs::directory_iterator(ledgers))
    if (entry.path().filename().string().starts_with("2.")) fs::resize_file(entry.path(), 70000);
  fs::remove(folder_ + "/ni ght/all.db");
  const Ended lost = run("warpledger slurm --merge 'ni ght'");
  EXPECT_EQ(lost.exit_code, 1);
  EXPECT_THAT(lost.out, HasSubstr("1 of 2 tasks finished; 20 of 40 points"));
}

TEST_F(Slurm, GradesAClassOnTheGpusOfANodeAndGoesOnWhereItWas) {
  out("cp -r \"$WARPLEDGER_HOME\"/docs/example/. . && rm submissions/ben.cu submissions/dora.cu");
  out("warpledger slurm axpy-hw --submissions submissions --gpus a100:2 --device host,host --pseudonyms names.csv "
      "--output 'a class' --submit");
  for (int i = 0; i < 100 && run("test -s names.csv").exit_code != 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ASSERT_TRUE(wait_until_a_point_is_measured());
  cluster_->answer("scancel --signal=TERM --batch " + cluster_->running_tasks().at(0));
  ASSERT_TRUE(cluster_->is_idle_soon());
  EXPECT_THAT(out("cat 'a class/logs/class.log'"), HasSubstr("stopped")) << "the signal came too late";
  const std::string query = "warpledger query --format csv --db 'a class/class.db' ";
  EXPECT_EQ(out(query + "\"SELECT count(DISTINCT settings ->> '$.grading.session') AS sessions, "
                        "sum(outcome = 'open') AS open FROM runs\""),
            "sessions,open\n1,0\n");
  const std::string graded = out("warpledger grade axpy-hw --db 'a class/class.db' --names names.csv --format csv");
  for (const char* name : {"anna", "carla"}) EXPECT_THAT(graded, HasSubstr(name));
  EXPECT_EQ(run("grep -qa carla 'a class/class.db'").exit_code, 1) << "the ledger has a name";
  EXPECT_EQ(run("warpledger slurm axpy-hw --submissions submissions --gpus 1 --output 'a class'").exit_code, 2);
}

/// The lines of the blocks "sh slurm" of the page about clusters.
std::vector<std::string> commands_of_the_page() {
  std::istringstream lines(read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/docs/run-on-a-cluster.md"));
  std::vector<std::string> commands;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      inside = line == "```sh slurm";
    else if (inside)
      commands.push_back(line);
  }
  return commands;
}

TEST_F(Slurm, DoesWhatThePageAboutClustersSays) {
  std::string setup;  // a page's reader keeps his shell, with its variables
  int commands = 0;
  for (std::string command : commands_of_the_page()) {
    if (const std::size_t at = command.find(" --gpus"); at != std::string::npos)
      command.replace(command.find("lsu-2023-hw01"), 13, "many").insert(command.find(" --gpus"), " --device host");
    if (command.find("logs/merge.log") != std::string::npos) {
      EXPECT_TRUE(cluster_->is_idle_soon());
    }
    const Ended ended = run(setup + command);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    if (command.starts_with("job=")) setup = "job=$(squeue --noheader --format=%F | head -n 1); ";
    ++commands;
  }
  EXPECT_EQ(commands, 9);
  EXPECT_THAT(out("cat night/logs/merge.log"), HasSubstr("4 of 4 tasks finished; 52 of 52 points"));
}

TEST_F(Slurm, GivesARefusalOfSbatchWithAWayOn) {
  const Ended gres = run("warpledger slurm many --gpus h100:2 --device host --output one --submit");
  EXPECT_EQ(gres.exit_code, 2);
  EXPECT_THAT(gres.err, HasSubstr("hint: `sinfo --format=\"%P %G\"` shows"));
  const Ended array = run("warpledger slurm many --gpus a100:11 --device host --output two --submit");
  EXPECT_EQ(array.exit_code, 2);
  EXPECT_THAT(array.err, HasSubstr("MaxArraySize"));
  const Ended partition = run("warpledger slurm many --gpus a100:2 --partition none --output three --submit");
  EXPECT_EQ(partition.exit_code, 2);
  EXPECT_THAT(partition.err, HasSubstr("`sinfo` shows the partitions"));
}

TEST_F(Slurm, SaysSoWhereSlurmCannotBeAsked) {
  out("warpledger slurm many --gpus a100:2 --device host --output 'ni ght'");
  const Ended disabled =
      run("mkdir bin && ln -s \"$(command -v sacct)\" bin/ && "
          "PATH=\"$(dirname \"$(command -v warpledger)\"):$PWD/bin\" warpledger slurm --status 'ni ght'");
  EXPECT_EQ(disabled.exit_code, 1);
  EXPECT_THAT(disabled.out, HasSubstr("Slurm could not be asked: squeue is not installed; sacct: Slurm accounting "
                                      "storage is disabled"));
  EXPECT_THAT(disabled.out, HasSubstr("unknown"));
}

}  // namespace
}  // namespace warpledger::e2e
