#include "worker/clock_holder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/subprocess.h"
#include "exec/frame.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

TEST(ClockHolder, AnswersWithTheErrorWhereThereIsNoSuchGpu) {
  Channel socket = make_socket();
  hold_clocks({.uuid = "GPU-none", .mhz = 1500, .fd = socket.childs.number()});
  const nlohmann::json answer = receive_message(socket.ours.number(), 1);
  ASSERT_TRUE(answer.contains("error")) << answer.dump();
  EXPECT_THAT(answer.dump(), HasSubstr("hint"));
}

TEST(ClockHolder, IsNoProcessThatCtrlCEnds) {
  Channel socket = make_socket();
  hold_clocks({.uuid = "GPU-none", .mhz = 1500, .fd = socket.childs.number()});
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  EXPECT_TRUE(sigismember(&blocked, SIGINT) != 0 && sigismember(&blocked, SIGTERM) != 0);
  pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
}

}  // namespace
}  // namespace warpledger
