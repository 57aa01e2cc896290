#include "base/cores.h"

#include <gmock/gmock.h>
#include <sched.h>

#include <set>
#include <thread>

namespace warpledger {
namespace {

std::set<int> share_of_cores(std::size_t index, std::size_t count) {
  std::set<int> cores;
  std::thread([&] {
    keep_to_share_of_cores(index, count);
    cpu_set_t set;
    CPU_ZERO(&set);
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    for (int core = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(core, &set)) cores.insert(core);
    EXPECT_EQ(cores.size(), usable_cores());
  }).join();
  return cores;
}

TEST(Cores, OfOneShareAreAllThatThisThreadMayUse) { EXPECT_EQ(share_of_cores(0, 1).size(), usable_cores()); }

TEST(Cores, AreDealtOutWhole) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, usable_cores()}) {
    std::set<int> all;
    for (std::size_t index = 0; index < count; ++index) all.merge(share_of_cores(index, count));
    EXPECT_EQ(all.size(), usable_cores()) << count;
  }
}

TEST(Cores, AreNotInTwoSharesWhereThereAreEnough) {
  std::size_t dealt = 0;
  for (std::size_t index = 0; index < usable_cores(); ++index) dealt += share_of_cores(index, usable_cores()).size();
  EXPECT_EQ(dealt, usable_cores());
}

TEST(Cores, AreSharedWhereThereAreMoreSharesThanCores) {
  const std::size_t count = 3 * usable_cores();
  for (std::size_t index = 0; index < count; ++index) EXPECT_EQ(share_of_cores(index, count).size(), 1U);
}

TEST(Cores, OfAShareAreThoseOfTheThreadsThatItStarts) {
  std::thread([] {
    keep_to_share_of_cores(0, 1000);
    std::size_t inherited = 0;
    std::thread([&] { inherited = usable_cores(); }).join();
    EXPECT_EQ(inherited, 1U);
  }).join();
}

}  // namespace
}  // namespace warpledger
