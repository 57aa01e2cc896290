#include "report/plot_data.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"

namespace warpledger {
namespace {

nlohmann::json time(const std::string& text) { return plot_value(text, PlotUse::time, {}); }

TEST(PlotValue, ATimeIsMillisecondsSince1970) {
  EXPECT_EQ(time("1970-01-02"), 86400000.0);
  EXPECT_EQ(time("1970-01-01 00:00:01"), 1000.0);
  EXPECT_EQ(time("1970-01-01T01:02:03.250Z"), 3723250.0);
  EXPECT_EQ(time("1969-12-31"), -86400000.0);
}

TEST(PlotValue, WhatIsNoTimeIsRefused) {
  for (const char* text : {"", "2026", "2026-02-30", "2026-13-01", "2026-01-01x", "2026-01-01 25:00:00",
                           "2026-01-01 10:00", "2026-01-01 10:00:00+01:00", "yesterday"})
    EXPECT_THROW(time(text), Error) << text;
  EXPECT_THROW(plot_value(5.0, PlotUse::time, {}), Error);
}

TEST(PlotValue, WhatIsAbsentOrNotFiniteHasNoPlace) {
  EXPECT_TRUE(plot_value(Cell{}, PlotUse::number, {}).is_null());
  EXPECT_TRUE(plot_value(Cell{}, PlotUse::time, {}).is_null());
  EXPECT_TRUE(plot_value(std::numeric_limits<double>::infinity(), PlotUse::number, {}).is_null());
}

TEST(PlotValue, AnAxisOfAnyKindTakesTextsAndNumbers) {
  EXPECT_EQ(plot_value(std::string("norm"), PlotUse::any, {}), "norm");
  EXPECT_EQ(plot_value(2.5, PlotUse::any, {}), 2.5);
}

}  // namespace
}  // namespace warpledger
