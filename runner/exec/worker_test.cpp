#include "exec/worker.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "exec/frame.h"
#include "exec/job_fixture.h"
#include "exec/protocol.h"

namespace warpledger {
namespace {

using nlohmann::json;

/// A worker in a thread, and the parent's end of its socket.
class WorkerTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0);
    services_.open = [] { return std::make_unique<ScriptedBackend>(fixture::doubling_backend()); };
    services_.devices = [](DeviceDetail detail) {
      return std::vector<Device>{{"scripted", detail == DeviceDetail::facts ? "facts" : "all"}};
    };
    services_.diagnose = []() -> std::vector<Finding> { throw Error("broken", "mend it"); };
    thread_ = std::thread([this] { serve(ends_[1], services_); });
  }
  void TearDown() override {
    close(ends_[0]);
    thread_.join();  // serve() returns when the parent's end closes
    close(ends_[1]);
  }
  json ask(const json& request) {
    send_message(ends_[0], request);
    return receive_message(ends_[0], 10);
  }

 private:
  int ends_[2] = {-1, -1};
  WorkerServices services_;
  std::thread thread_;
};

TEST_F(WorkerTest, DescribesItsDevice) {
  EXPECT_EQ(ask({{"verb", "describe"}}).at("describe").get<Device>().name, "Scripted device");
}

TEST_F(WorkerTest, MeasuresAJob) {
  const json answer = ask({{"verb", "measure"}, {"job", fixture::doubling_job("good")}});
  EXPECT_EQ(answer.at("measure").get<Result>().outcome, Outcome::ok);
  EXPECT_TRUE(answer.at("usable").get<bool>());
}

TEST_F(WorkerTest, CountsJobs) {
  const std::vector<Job> jobs(2, fixture::doubling_job("good"));
  EXPECT_EQ(ask({{"verb", "collect"}, {"jobs", jobs}}).at("collect").size(), 2u);
}

TEST_F(WorkerTest, AnswersAnErrorAndServesOn) {
  EXPECT_STREQ(error_from_json(ask({{"verb", "diagnose"}}).at("error")).what(), "broken\nhint: mend it");
  EXPECT_EQ(ask({{"verb", "devices"}, {"facts_only", false}}).at("devices").at(0).at("backend"), "all");
  EXPECT_EQ(ask({{"verb", "devices"}, {"facts_only", true}}).at("devices").at(0).at("backend"), "facts");
}

TEST_F(WorkerTest, RefusesAVerbItDoesNotKnow) {
  EXPECT_EQ(error_from_json(ask({{"verb", "dance"}}).at("error")).problem(),
            "the worker does not know the verb 'dance'");
}

}  // namespace
}  // namespace warpledger
