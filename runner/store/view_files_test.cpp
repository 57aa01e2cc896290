#include <filesystem>
#include <fstream>

#include "store/ledger_fixture.h"
#include "store/views.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class ViewFiles : public LedgerTest {
 protected:
  std::string schema_with(const std::string& name, const std::string& sql) const {
    std::string schema = in_folder("schema");
    std::filesystem::copy(kSchema, schema, std::filesystem::copy_options::recursive);
    std::ofstream(schema + "/views/" + name) << sql;
    return schema;
  }
};

TEST_F(ViewFiles, AddADerivedColumnWithoutTheProgramKnowing) {
  const auto schema = schema_with("60_own.sql",
                                  "-- measured: l1_hits\n"
                                  "CREATE TEMP VIEW own AS SELECT d_l * 2 AS twice, l1_hits FROM points;\n");
  LedgerWriter writer(path(), schema);
  writer.begin_run(run_info());
  writer.record(job(0), result(0));
  const LedgerReader reader(path(), schema);
  EXPECT_THAT(reader.query("SELECT twice, l1_hits FROM own").rows, ElementsAre(Row{64.0, kNull}));
}

TEST_F(ViewFiles, AreRefusedWhenTheyNameAColumnThatDoesNotExist) {
  write_run(1);
  const auto schema = schema_with("60_own.sql", "CREATE TEMP VIEW own AS SELECT d_1 FROM points;\n");
  EXPECT_EQ(message_of([&] { LedgerReader(path(), schema).query("SELECT * FROM own"); }),
            schema +
                "/views/60_own.sql: view 'own': no such column: d_1\n"
                "hint: correct the view, or declare the column in its file: -- measured: NAME");
}

TEST_F(ViewFiles, AreRefusedByNameWhenTheirSqlIsWrong) {
  write_run(1);
  const auto schema = schema_with("60_own.sql", "CREATE TEMP VIEW own AS SELEC 1;\n");
  EXPECT_EQ(message_of([&] { LedgerReader(path(), schema); }),
            schema + "/views/60_own.sql: near \"SELEC\": syntax error\nhint: correct this view");
}

}  // namespace
}  // namespace warpledger
