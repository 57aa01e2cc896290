#include <gtest/gtest.h>

#include "base/error.h"
#include "ledger/run_selection.h"

namespace warpledger {
namespace {

TEST(Utc, TakesDatesAndMoments) {
  EXPECT_EQ(utc_of("2024-02-29"), "2024-02-29T00:00:00.000Z");
  EXPECT_EQ(utc_of("2024-02-29 12:30"), "2024-02-29T12:30:00.000Z");
  EXPECT_EQ(utc_of("2024-02-29T12:30:15Z"), "2024-02-29T12:30:15.000Z");
  EXPECT_EQ(utc_of("2024-02-29T12:30:15.5Z"), "2024-02-29T12:30:15.500Z");
}

TEST(Utc, RefusesWhatIsNoDate) {
  for (const char* text : {"", "yesterday", "2024-2-9", "2023-02-29", "2024-02-29T24:00", "2024-02-29T12:60",
                           "2024-02-29T12:30:60", "2024-02-29T12:30:15+01:00"}) {
    try {
      utc_of(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.problem(), std::string("'") + text + "' is not a date");
      EXPECT_EQ(error.hint(), "write it as 2024-02-29 or 2024-02-29T12:30:15Z, in UTC");
    }
  }
}

TEST(Utc, TakesTheBeginningOfAMoment) {
  EXPECT_EQ(utc_beginning("2024"), "2024");
  EXPECT_EQ(utc_beginning("2024-02"), "2024-02");
  EXPECT_EQ(utc_beginning("2024-02-29"), "2024-02-29");
  EXPECT_EQ(utc_beginning("2024-02-29 12:30"), "2024-02-29T12:30");
  EXPECT_EQ(utc_beginning("2024-02-29T12:30:15Z"), "2024-02-29T12:30:15");
  for (const char* text : {"", "yesterday", "202", "2024-13", "2024-2", "2023-02-29"})
    EXPECT_THROW(utc_beginning(text), Error) << text;
}

}  // namespace
}  // namespace warpledger
