#include "exec/protocol.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <limits>

#include "exec/frame.h"
#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using nlohmann::json;

/// Two connected sockets.
struct SocketPair {
  SocketPair() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0); }
  ~SocketPair() { close_end(0), close_end(1); }
  void close_end(int i) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
  int ends[2] = {-1, -1};
};

TEST(Protocol, AJobComesBackAsItWent) {
  Job job = fixture::doubling_job("good");
  job.constants = {{"c", {std::byte{1}, std::byte{255}}}};
  job.launches[0].arguments.push_back(Scalar{ElementType::f64, {std::byte{9}}});
  job.quantities = {{Quantity::Kind::work, "elements", 1e9}};
  job.seed = std::numeric_limits<std::uint64_t>::max();
  const json there = job;
  const Job back = json::from_cbor(json::to_cbor(there)).get<Job>();
  EXPECT_EQ(json(back), there);
  EXPECT_EQ(back.seed, job.seed);
  EXPECT_EQ(back.constants[0].bytes, job.constants[0].bytes);
  EXPECT_EQ(std::get<Scalar>(back.launches[0].arguments[2]).bytes[0], std::byte{9});
}

TEST(Protocol, AResultKeepsAbsentValuesAbsentAndTimesExact) {
  Result result;
  result.outcome = Outcome::incorrect;
  result.timing = Timing{{{0.1 + 0.2, std::nullopt}, {5, 1980.5}}, "cuda event", "noise"};
  result.metrics = {{"dram_bytes", std::nullopt, "byte", "cupti", "no such counter"}};
  result.checks = {{"y", 10, 1, std::numeric_limits<double>::infinity()}};
  const Result back = json::from_cbor(json::to_cbor(json(result))).get<Result>();
  EXPECT_EQ(back.outcome, Outcome::incorrect);
  EXPECT_EQ(back.timing->samples[0].time_ns, 0.1 + 0.2);
  EXPECT_EQ(back.timing->samples[0].sm_clock_mhz, std::nullopt);
  EXPECT_EQ(back.timing->samples[1].sm_clock_mhz, 1980.5);
  EXPECT_EQ(back.metrics[0].value, std::nullopt);
  EXPECT_TRUE(std::isinf(back.checks[0].max_abs_error));
}

TEST(Protocol, AnErrorKeepsItsPlace) {
  const Error error({"x.yaml", 3, 5, "a: b"}, "bad", "mend it");
  EXPECT_STREQ(error_from_json(error_to_json(error)).what(), error.what());
}

TEST(Frame, AMessageCrossesASocket) {
  SocketPair pair;
  send_message(pair.ends[0], {{"verb", "describe"}});
  EXPECT_EQ(receive_message(pair.ends[1]), (json{{"verb", "describe"}}));
}

TEST(Frame, AClosedSocketReadsAsNull) {
  SocketPair pair;
  pair.close_end(0);
  EXPECT_TRUE(receive_message(pair.ends[1]).is_null());
}

TEST(Frame, NothingInTimeIsTimedOut) {
  SocketPair pair;
  EXPECT_THROW(receive_message(pair.ends[1], 0.01), TimedOut);
}

TEST(Frame, HalfAMessageIsTimedOutToo) {
  SocketPair pair;
  ASSERT_EQ(write(pair.ends[0], "\x10\0\0\0half", 8), 8);
  EXPECT_THROW(receive_message(pair.ends[1], 0.01), TimedOut);
}

TEST(Frame, GarbageIsAnError) {
  SocketPair pair;
  ASSERT_EQ(write(pair.ends[0], "\x02\0\0\0\xff\xff", 6), 6);
  EXPECT_THROW(receive_message(pair.ends[1], 1), Error);
  ASSERT_EQ(write(pair.ends[0], "\xff\xff\xff\xff", 4), 4);
  EXPECT_THROW(receive_message(pair.ends[1], 1), Error);
}

TEST(Frame, SendingToNobodyIsAnErrorNotASignal) {
  SocketPair pair;
  pair.close_end(1);
  EXPECT_THROW(send_message(pair.ends[0], {1}), Error);
}

}  // namespace
}  // namespace warpledger
