#include "exec/frame.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace warpledger {
namespace {

struct SocketPair {
  SocketPair() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0); }
  ~SocketPair() { close_end(0), close_end(1); }
  void close_end(int i) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
  int ends[2] = {-1, -1};
};

TEST(Frame, AMessageCrossesASocket) {
  SocketPair pair;
  send_message(pair.ends[0], {{"verb", "describe"}});
  EXPECT_EQ(receive_message(pair.ends[1]), (nlohmann::json{{"verb", "describe"}}));
}

TEST(Frame, EachKindOfValueCrossesAsItIs) {
  const nlohmann::json message = {{"null", nullptr},
                                  {"truth", {true, false}},
                                  {"least", std::numeric_limits<std::int64_t>::min()},
                                  {"most", std::numeric_limits<std::uint64_t>::max()},
                                  {"share", 0.1},
                                  {"text", std::string("a\0b", 3)},
                                  {"bytes", nlohmann::json::binary({0, 255})},
                                  {"empty", {nlohmann::json::array(), nlohmann::json::object()}},
                                  {"rows", {{{"a", 1}}, {{"a", {2, {{"b", 3}}}}, {"c", 4}}}}};
  SocketPair pair;
  send_message(pair.ends[0], message);
  EXPECT_EQ(receive_message(pair.ends[1]), message);
}

TEST(Frame, BytesCrossAsTheyAre) {
  const std::vector<std::byte> bytes = {std::byte{0}, std::byte{255}, std::byte{7}};
  SocketPair pair;
  send_message(pair.ends[0], {{"some", binary_of(bytes)}, {"none", binary_of({})}});
  const nlohmann::json message = receive_message(pair.ends[1]);
  EXPECT_EQ(bytes_in(message.at("some")), bytes);
  EXPECT_EQ(bytes_in(message.at("none")), std::vector<std::byte>());
  EXPECT_THROW(bytes_in("text"), nlohmann::json::exception);
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

TEST(Frame, MoreBytesOrValuesThanAreAllowedAreRefused) {
  const MessageLimits limits = {.bytes = 1000, .values = 100};
  const auto crosses = [&](std::size_t values, const std::string& text) {
    SocketPair pair;
    nlohmann::json message = nlohmann::json::array();
    for (std::size_t i = 0; i < values; ++i) message.push_back(text);
    send_message(pair.ends[0], message);
    try {
      return receive_message(pair.ends[1], 1, limits) == message;
    } catch (const MalformedMessage&) {
      return false;
    }
  };
  EXPECT_TRUE(crosses(99, "a"));  // and the array itself
  EXPECT_FALSE(crosses(100, "a"));
  EXPECT_FALSE(crosses(1, std::string(1001, 'a')));
}

TEST(Frame, GarbageIsAnError) {
  SocketPair pair;
  ASSERT_EQ(write(pair.ends[0], "\x02\0\0\0\xff\xff", 6), 6);
  EXPECT_THROW(receive_message(pair.ends[1], 1), MalformedMessage);
  ASSERT_EQ(write(pair.ends[0], "\xff\xff\xff\xff", 4), 4);
  EXPECT_THROW(receive_message(pair.ends[1], 1), MalformedMessage);
}

nlohmann::json received(const std::string& body) {
  SocketPair pair;
  const auto size = static_cast<std::uint32_t>(body.size());
  send(pair.ends[0], &size, sizeof size, 0);
  send(pair.ends[0], body.data(), body.size(), 0);
  return receive_message(pair.ends[1], 1);
}

TEST(Frame, NestingBeyondAnyMessageIsMalformedAndNoStackOverflow) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '\x81') + '\x01'; };  // arrays of one
  EXPECT_EQ(received(nested(9)).dump(), "[[[[[[[[[1]]]]]]]]]");
  EXPECT_THROW(received(nested(33)), MalformedMessage);
  EXPECT_THROW(received(nested(60'000)), MalformedMessage);
}

TEST(Frame, AnArrayOfAnImpossibleSizeIsMalformed) {
  EXPECT_THROW(received("\x9b\x7f\xff\xff\xff\xff\xff\xff\xff"), MalformedMessage);
}

TEST(Frame, AnAnnouncedLengthTakesNoMemoryBeforeItsBytesCome) {
  SocketPair pair;
  const std::uint32_t size = 1u << 30;
  ASSERT_EQ(write(pair.ends[0], &size, sizeof size), sizeof size);
  pair.close_end(0);
  rusage before{};
  rusage after{};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_TRUE(receive_message(pair.ends[1], 1).is_null());
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100'000);  // KiB
}

TEST(Frame, AMessageOfSeveralBlocksArrivesWhole) {
  SocketPair pair;
  const nlohmann::json message = {{"text", std::string(3'000'000, 'x')}};
  std::thread sender([&] { send_message(pair.ends[0], message); });
  EXPECT_EQ(receive_message(pair.ends[1], 10), message);
  sender.join();
}

TEST(Frame, SendingToNobodyIsAnErrorNotASignal) {
  SocketPair pair;
  pair.close_end(1);
  EXPECT_THROW(send_message(pair.ends[0], {1}), Error);
}

}  // namespace
}  // namespace warpledger
