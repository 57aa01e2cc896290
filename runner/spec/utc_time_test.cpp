#include "spec/utc_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace warpledger {
namespace {

TEST(UtcTime, OneMomentIsReadAsPeopleAndPlatformsWriteIt) {
  for (const char* text :
       {"2026-10-01T21:59:07Z", "2026-10-01 23:59:07 +02:00", "2026-10-01T23:59:07+0200", "2026-10-01T14:59:07-07:00",
        "2026-10-01 21:59:07.123456789 Z", "2026-10-01 21:59:07 UTC", "2026-10-01T23:59:07+02"})
    EXPECT_EQ(parse_utc(text).value_or(0), 1'790'891'947) << text;
  EXPECT_EQ(parse_utc("2026-10-01 21:59Z").value_or(0), 1'790'891'940);
}

TEST(UtcTime, WhatIsNoMomentIsRefused) {
  for (const char* text :
       {"", "2026-10-01", "2026-10-01T21:59:07", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-10-01T24:00:00Z",
        "2026-10-01T21:60:00Z", "26-10-01T21:59:00Z", "01.10.2026 21:59 Z", "2026-10-01T21:59:00Zulu",
        "2026-10-01T21:59:00+99:00", "2026-1-01T21:59:00Z", "\xff\xff\xff\xff-10-01T21:59:00Z"})
    EXPECT_FALSE(parse_utc(text)) << text;
}

TEST(UtcTime, ItsTextIsReadBack) {
  for (const std::int64_t seconds : {std::int64_t{0}, std::int64_t{951'827'696}, std::int64_t{1'790'891'947}})
    EXPECT_EQ(parse_utc(utc_text(seconds)), seconds);
  EXPECT_EQ(utc_text(951'827'696), "2000-02-29T12:34:56Z");
}

}  // namespace
}  // namespace warpledger
