#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/copies/disguise_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kText =
    "#include \"a.h\"\n// a comment\n__global__ void add(float* sum, int n) {\n  int first = threadIdx.x;\n"
    "  int second = blockIdx.x;\n  sum[first] += second < n ? 1.0f : 2.0f;\n}\n\n__device__ int helper() { f(); f(); "
    "f(); return 3; "
    "}\n";

TEST(Disguise, ChangesWhatItIsCalledAfter) {
  const std::string relaid = disguised(kText, Disguise::relaid, 1);
  EXPECT_THAT(relaid, Not(HasSubstr("a comment")));
  EXPECT_THAT(relaid, HasSubstr("helper"));
  const std::string renamed = disguised(kText, Disguise::renamed, 1);
  for (const char* name : {"sum", "first", "second", "helper"}) EXPECT_THAT(renamed, Not(HasSubstr(name)));
  for (const char* kept : {"threadIdx", "__global__", "1.0f", "#include"}) EXPECT_THAT(renamed, HasSubstr(kept));
  EXPECT_THAT(disguised(kText, Disguise::padded, 1), testing::ContainsRegex(" = +0;"));
}

TEST(Disguise, PutsDefinitionsInAnotherOrderForSomeSeed) {
  bool swapped = false;
  for (unsigned seed = 1; seed < 9; ++seed) {
    const std::string text = disguised(kText, Disguise::reordered, seed);
    swapped = swapped || text.find("__device__") < text.find("__global__");
  }
  EXPECT_TRUE(swapped);
}

TEST(Disguise, IsTheSameForTheSameSeed) {
  EXPECT_EQ(disguised(kText, Disguise::padded, 5), disguised(kText, Disguise::padded, 5));
  EXPECT_NE(disguised(kText, Disguise::padded, 5), disguised(kText, Disguise::padded, 6));
}

}  // namespace
}  // namespace warpledger
