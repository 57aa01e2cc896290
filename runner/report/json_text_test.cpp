#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/json_rows.h"

namespace warpledger {
namespace {

TEST(JsonText, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(json_text(nlohmann::json{{"ledger", "caf\xe9.db"}}), "{\n  \"ledger\": \"caf\uFFFD.db\"\n}\n");
}

}  // namespace
}  // namespace warpledger
