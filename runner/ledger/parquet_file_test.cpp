#include "ledger/parquet_file.h"

#include <string>
#include <string_view>

#include "store/ledger_fixture.h"

// That other programs read these files is tested end to end: e2e/foreign_readers_test.cpp.

namespace warpledger {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

class ParquetFiles : public LedgerTest {
 protected:
  /// A file of one column.
  std::string written(ColumnType type, const std::vector<Cell>& cells) {
    ParquetFile file(in_folder("one.parquet"), {{.name = "value", .type = type}});
    for (const Cell& cell : cells) file.add({cell});
    file.close();
    return read_file(in_folder("one.parquet"));
  }
};

TEST_F(ParquetFiles, NullIsALevelAndNoValue) {
  // Two levels of 1, one of 0, one of 1; before them how many bytes these runs have.
  EXPECT_THAT(written(ColumnType::int64, {std::int64_t{7}, std::int64_t{-1}, std::monostate{}, std::int64_t{1} << 40}),
              HasSubstr("\6\0\0\0"
                        "\4\1\2\0\2\1"
                        "\7\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\1\0\0"s));
}

TEST_F(ParquetFiles, AWiderColumnTakesNarrowerValues) {
  EXPECT_THAT(written(ColumnType::real, {std::int64_t{2}, 0.5}), HasSubstr("\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\xe0\x3f"s));
  EXPECT_THAT(written(ColumnType::text, {std::int64_t{12}, 0.5, "x"}), HasSubstr("\2\0\0\0"
                                                                                 "12\3\0\0\0"
                                                                                 "0.5\1\0\0\0"
                                                                                 "x"s));
}

TEST_F(ParquetFiles, TheTypeOfAColumnIsTheNarrowestThatTakesAll) {
  EXPECT_EQ(wider_type(ColumnType::int64, std::monostate{}), ColumnType::int64);
  EXPECT_EQ(wider_type(ColumnType::int64, 0.5), ColumnType::real);
  EXPECT_EQ(wider_type(ColumnType::real, std::int64_t{1}), ColumnType::real);
  EXPECT_EQ(wider_type(ColumnType::real, "x"), ColumnType::text);
}

TEST_F(ParquetFiles, AValueWiderThanItsColumnIsAnError) {
  EXPECT_THAT(message_of([&] { written(ColumnType::int64, {0.5}); }), HasSubstr("column 'value'"));
}

TEST_F(ParquetFiles, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_THAT(written(ColumnType::text, {"a\xff\xc3\xa9"}), HasSubstr("a\xef\xbf\xbd\xc3\xa9"));
}

TEST_F(ParquetFiles, RowGroupsEndSoThatMemoryDoes) {
  const std::string sixteen_mib(std::size_t{16} << 20, 'x');
  const auto groups = [&](const std::vector<Cell>& cells) {
    const std::string file = written(ColumnType::text, cells);
    int names = 0;  // one in the schema, one in each row group
    for (std::size_t at = 0; (at = file.find("\x18\x05value", at)) != std::string::npos; ++at) ++names;
    return names - 1;
  };
  EXPECT_EQ(groups({}), 0);
  EXPECT_EQ(groups({"x", "y"}), 1);
  EXPECT_EQ(groups({sixteen_mib, "y", sixteen_mib, "z"}), 3);
}

}  // namespace
}  // namespace warpledger
