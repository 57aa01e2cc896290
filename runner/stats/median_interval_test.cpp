#include "stats/median_interval.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace warpledger {
namespace {

std::vector<double> one_to(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.rbegin(), values.rend(), 1);
  return values;
}

TEST(MedianIntervalTest, IsThatOfTheTablesOfTheSignTest) {
  const auto ten = median_interval(one_to(10), 0.95);
  ASSERT_TRUE(ten);
  EXPECT_EQ(ten->lower, 2);
  EXPECT_EQ(ten->upper, 9);
  const auto hundred = median_interval(one_to(100), 0.95);
  ASSERT_TRUE(hundred);
  EXPECT_EQ(hundred->lower, 40);
  EXPECT_EQ(hundred->upper, 61);
}

TEST(MedianIntervalTest, IsAbsentWhereEvenAllValuesAreTooFew) {
  EXPECT_FALSE(median_interval(one_to(0), 0.95));
  EXPECT_FALSE(median_interval(one_to(5), 0.95));
  EXPECT_TRUE(median_interval(one_to(6), 0.95));
}

}  // namespace
}  // namespace warpledger
