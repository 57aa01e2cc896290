#include <gmock/gmock.h>

#include <sstream>

#include "compare/run_comparison.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Parses "norm_base d_l=32 warps=4" into a point of the family norm.
MeasuredPoint point(const std::string& identity) {
  MeasuredPoint result;
  result.family = "norm";
  result.identity = identity;
  std::istringstream words(identity);
  words >> result.kernel;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    result.parameters.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return result;
}

std::vector<MeasuredPoint> points(const std::vector<std::string>& identities) {
  std::vector<MeasuredPoint> result;
  for (const std::string& identity : identities) result.push_back(point(identity));
  return result;
}

TEST(PointPairs, AgreeInKernelShapeAndLaunch) {
  const PointPairs found = pair_points(points({"a n=1 warps=1", "a n=1 warps=2", "b n=1 warps=1"}),
                                       points({"a n=1 warps=2", "a n=2 warps=1"}), {});
  EXPECT_THAT(found.pairs, ElementsAre(Pair(1, 0)));
  EXPECT_THAT(found.only_before, ElementsAre(0, 2));
  EXPECT_THAT(found.only_after, ElementsAre(1));
}

TEST(PointPairs, OfTwoKernelsAgreeInWhatBothHave) {
  const PointPairs found = pair_points(points({"base n=1 warps=1", "base n=2 warps=1"}),
                                       points({"group grp=8 n=2 warps=1"}), {.across_kernels = true});
  EXPECT_THAT(found.pairs, ElementsAre(Pair(1, 0)));
  EXPECT_THAT(found.names, ElementsAre("n", "warps"));
}

TEST(PointPairs, OfTwoInstancesNeedNotAgreeInWhatSeparatesThem) {
  const PointPairs found =
      pair_points(points({"group grp=8 n=1"}), points({"group grp=16 n=1"}), {.across_kernels = true});
  EXPECT_THAT(found.pairs, ElementsAre(Pair(0, 0)));
  EXPECT_THAT(separating_names(points({"group grp=8 n=1"}), points({"group grp=16 n=1"})), ElementsAre("grp"));
}

TEST(PointPairs, NeedNotAgreeInWhatIsIgnored) {
  const auto before = points({"a n=1 blocks=128"}), after = points({"a n=1 blocks=132"});
  EXPECT_THAT(pair_points(before, after, {}).pairs, IsEmpty());
  EXPECT_THAT(pair_points(before, after, {.ignored = {"blocks"}}).pairs, ElementsAre(Pair(0, 0)));
}

TEST(PointPairs, HaveAPointForEachValueOfWhatDoesNotCount) {
  const PointPairs found =
      pair_points(points({"base n=1"}), points({"group grp=8 n=1", "group grp=16 n=1"}), {.across_kernels = true});
  EXPECT_THAT(found.pairs, ElementsAre(Pair(0, 0), Pair(0, 1)));
}

TEST(PointPairs, OfTwoFamiliesAreNone) {
  auto other = points({"a n=1"});
  other[0].family = "qkv";
  EXPECT_THAT(pair_points(points({"a n=1"}), other, {}).pairs, IsEmpty());
}

}  // namespace
}  // namespace warpledger
