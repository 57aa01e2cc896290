#include "exec/protocol.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "exec/frame.h"
#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using nlohmann::json;

TEST(Protocol, AJobComesBackAsItWent) {
  Job job = fixture::doubling_job("good");
  job.constants = {{"c", {std::byte{1}, std::byte{255}}}};
  job.launches[0].arguments.push_back(Scalar{ElementType::f64, {std::byte{9}}});
  job.launches[0].arguments.push_back(TensorMap{{1, 16}, ElementType::f16, {64, 8}, {128}, {64, 4}, 128, 256});
  job.launches[0].arguments.push_back(StructValue{std::vector<std::byte>(24, std::byte{7}), {{8, {1, 2}}}});
  job.quantities = {{Quantity::Kind::work, "elements", 1e9}};
  job.seed = std::numeric_limits<std::uint64_t>::max();
  job.untrusted = true;
  job.graph = true;
  job.launches[0].attributes.programmatic = true;
  const json there = job;
  const Job back = json::from_cbor(json::to_cbor(there)).get<Job>();
  EXPECT_EQ(json(back), there);
  EXPECT_EQ(back.seed, job.seed);
  EXPECT_TRUE(back.graph);
  EXPECT_TRUE(back.launches[0].attributes.programmatic);
  EXPECT_EQ(back.constants[0].bytes, job.constants[0].bytes);
  EXPECT_EQ(std::get<Scalar>(back.launches[0].arguments[2]).bytes[0], std::byte{9});
  const auto map = std::get<TensorMap>(back.launches[0].arguments[3]);
  EXPECT_EQ(map.base.offset, 16);
  EXPECT_EQ(map.strides, std::vector<std::int64_t>{128});
  EXPECT_EQ(map.l2_promotion, 256);
}

TEST(Protocol, AResultKeepsAbsentValuesAbsentAndTimesExact) {
  Result result;
  result.outcome = Outcome::incorrect;
  result.timing = Timing{{{0.1 + 0.2, std::nullopt}, {5, 1980.5}}, "cuda event", "max_relative_error"};
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

TEST(Protocol, AModelledMetricKeepsWhatItIsWorth) {
  const Estimate estimate{.lower = 0.1 + 0.2,
                          .upper = std::numeric_limits<double>::infinity(),
                          .confidence = Confidence::good,
                          .because = "pressure 0.31, 2 % misses",
                          .model_version = "1.2",
                          .profile_digest = "ab12",
                          .sampled_sms = 2};
  const Metric metric = {"l2_read_bytes", 1.0 / 3, "byte", "model", "", estimate};
  const Metric back = json::from_cbor(json::to_cbor(json(metric))).get<Metric>();
  EXPECT_EQ(back.value, 1.0 / 3);
  EXPECT_EQ(back.estimate, estimate);
  const Metric counted = {"l2_read_bytes", 1, "byte", "cupti", ""};
  EXPECT_EQ(json::from_cbor(json::to_cbor(json(counted))).get<Metric>().estimate, std::nullopt);
}

TEST(Protocol, ARequestKeepsWhatTheModelGivesItFrom) {
  MetricRequest request{.name = "l2_read_bytes", .unit = "byte", .about = "a", .choices = {{"a__b.sum"}}};
  EXPECT_EQ(json::from_cbor(json::to_cbor(json(request))).get<MetricRequest>(), request);
  request.model = ModelChoice{"l1_read_sectors", 32};
  EXPECT_EQ(json::from_cbor(json::to_cbor(json(request))).get<MetricRequest>(), request);
}

TEST(Protocol, AConfidenceThatNobodyKnowsIsAMalformedMessage) {
  json message = {{"count", Metric{"x", 1, "byte", "model", "", Estimate{}}}};
  message["count"]["estimate"]["confidence"] = "certain";
  EXPECT_THROW(part<Metric>(message, "count"), MalformedMessage);
  message["count"]["estimate"]["confidence"] = 99;
  EXPECT_THROW(part<Metric>(message, "count"), MalformedMessage);
}

TEST(Protocol, APartThatIsAbsentOrOfAnotherKindIsAMalformedMessage) {
  const json message = {{"usable", "yes"}, {"measure", {{"ordinal", 1}}}, {"count", {{{{"name", 3}}}}}};
  EXPECT_THROW(part<bool>(message, "usable"), MalformedMessage);
  EXPECT_THROW(part<Result>(message, "measure"), MalformedMessage);
  EXPECT_THROW(part<std::vector<std::vector<Metric>>>(message, "count"), MalformedMessage);
  EXPECT_THROW(part<Device>(message, "describe"), MalformedMessage);
  EXPECT_THROW(part<Device>(json::array({1}), "describe"), MalformedMessage);
  EXPECT_THROW(error_from_json(message), MalformedMessage);
}

TEST(Protocol, AnErrorKeepsItsPlace) {
  const Error error({"x.yaml", 3, 5, "a: b"}, "bad", "mend it");
  EXPECT_STREQ(error_from_json(error_to_json(error)).what(), error.what());
}

}  // namespace
}  // namespace warpledger
