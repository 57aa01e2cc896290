#include "exec/file_arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <span>

#include "base/error.h"
#include "exec/inputs.h"
#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

template <class T>
FileArray array_of(const std::string& digest, ElementType type, const std::vector<T>& elements) {
  const auto bytes = std::as_bytes(std::span(elements));
  return {digest, type, {bytes.begin(), bytes.end()}};
}

/// The input and the expected output are files.
Job golden_job(const std::string& kernel) {
  Job job = fixture::doubling_job(kernel);
  job.buffers[0].fill = {Fill::Kind::file};
  job.buffers[0].content = "x of file";
  job.buffers[1].golden = "y of file";
  job.reference = {};
  return job;
}

struct GoldenPoint {
  GoldenPoint() {
    std::vector<double> x(fixture::kElements), y(fixture::kElements);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = 2 * (x[i] = static_cast<double>(i));
    context.inputs.files().keep(array_of("x of file", ElementType::f64, x));
    context.inputs.files().keep(array_of("y of file", ElementType::f64, y));
  }

  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context{backend};
};

TEST(FileArrays, AreRoundedToTheBuffersType) {
  FileArrays arrays;
  arrays.keep(array_of<double>("a", ElementType::f64, {0.1, 65504, -1}));
  const BufferSpec buffer{.name = "x", .type = ElementType::f16, .count = 3, .content = "a"};
  EXPECT_THAT(to_doubles(arrays.elements_of(buffer), ElementType::f16), ElementsAre(0.0999755859375, 65504, -1));
}

TEST(FileArrays, WholeNumbersOf64BitsStayExactInOtherIntegerTypes) {
  FileArrays arrays;
  constexpr std::int64_t kOdd = (std::int64_t{1} << 60) + 1;
  arrays.keep(array_of<std::int64_t>("a", ElementType::i64, {kOdd, 7}));
  const auto bytes = arrays.elements_of({.name = "x", .type = ElementType::u64, .count = 2, .content = "a"});
  std::uint64_t first = 0;
  std::memcpy(&first, bytes.data(), sizeof first);
  EXPECT_EQ(first, kOdd);
  EXPECT_THAT(to_doubles(arrays.elements_of({.name = "x", .type = ElementType::f32, .count = 2, .content = "a"}),
                         ElementType::f32),
              ElementsAre(0x1p60, 7));
}

TEST(FileArrays, WholeNumbersOf64BitsStayExact) {
  FileArrays arrays;
  const std::int64_t odd = (std::int64_t{1} << 60) + 1;
  arrays.keep(array_of<std::int64_t>("a", ElementType::i64, {odd}));
  const auto bytes = arrays.elements_of({.name = "x", .type = ElementType::i64, .count = 1, .content = "a"});
  std::int64_t kept = 0;
  std::memcpy(&kept, bytes.data(), sizeof kept);
  EXPECT_EQ(kept, odd);
}

TEST(FileArrays, OneThatIsMissingOrTooShortIsAnError) {
  FileArrays arrays;
  arrays.keep(array_of<double>("a", ElementType::f64, {1, 2}));
  EXPECT_THROW(arrays.elements_of({.name = "x", .count = 2, .content = "b"}), Error);
  EXPECT_THROW(arrays.elements_of({.name = "x", .count = 3, .content = "a"}), Error);
}

TEST(GoldenOutput, IsWhatAKernelMustWrite) {
  GoldenPoint point;
  EXPECT_EQ(measure_point(golden_job("good"), point.context).reason, "");
  EXPECT_THAT(measure_point(golden_job("stops_short"), point.context).reason, HasSubstr("y[99]: got nothing"));
  EXPECT_THAT(measure_point(golden_job("changes_input"), point.context).reason,
              StartsWith("the input x[7] was changed"));
}

TEST(GoldenOutput, HoldsUntrustedCodeToItInEachLaunch) {
  GoldenPoint point;
  Job job = golden_job("good");
  job.untrusted = true;
  EXPECT_EQ(measure_point(job, point.context).reason, "");
  for (const char* kernel : {"stops_short", "writes_past_end", "writes_nan"}) {
    job.launches[0].function = kernel;
    EXPECT_EQ(measure_point(job, point.context).outcome, Outcome::incorrect) << kernel;
  }
}

TEST(GoldenOutput, OfAnotherFileIsComparedAnew) {
  GoldenPoint point;
  EXPECT_EQ(measure_point(golden_job("good"), point.context).reason, "");
  point.context.inputs.files().keep(array_of("other", ElementType::f64, std::vector<double>(fixture::kElements, 1.0)));
  Job job = golden_job("good");
  job.buffers[1].golden = "other";
  EXPECT_THAT(measure_point(job, point.context).reason, HasSubstr("expected 1 "));
}

}  // namespace
}  // namespace warpledger
