#include "store/sql_functions.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

namespace warpledger {
namespace {

using Samples = std::vector<double>;

class SqlFunctions : public testing::Test {
 protected:
  SqlFunctions() : database_(":memory:", SQLite::OPEN_READWRITE) { register_sql_functions(database_.getHandle()); }

  /// `?` is `samples`. Returns nothing for NULL, the message for an error.
  std::optional<std::string> eval(const std::string& expression, const Samples& samples = {}) {
    try {
      SQLite::Statement statement(database_, "SELECT " + expression);
      const std::string blob = to_blob(samples);
      if (statement.getBindParameterCount() > 0)
        statement.bind(1, static_cast<const void*>(blob.data()), static_cast<int>(blob.size()));
      statement.executeStep();
      if (statement.getColumn(0).isNull()) return std::nullopt;
      return statement.getColumn(0).getString();
    } catch (const SQLite::Exception& error) {
      return error.what();
    }
  }

 private:
  SQLite::Database database_;
};

TEST_F(SqlFunctions, SummariseSamples) {
  const Samples samples = {40, 10, 30, 20, 50};
  EXPECT_EQ(eval("samples_count(?)", samples), "5");
  EXPECT_EQ(eval("samples_min(?)", samples), "10.0");
  EXPECT_EQ(eval("samples_median(?)", samples), "30.0");
  EXPECT_EQ(eval("samples_quantile(?, 0.1)", samples), "14.0");
}

TEST_F(SqlFunctions, LeaveOutSamplesThatWereNotRead) {
  const Samples samples = {std::nan(""), 7, std::nan(""), 9};
  EXPECT_EQ(eval("samples_count(?)", samples), "2");
  EXPECT_EQ(eval("samples_median(?)", samples), "8.0");
  EXPECT_EQ(eval("samples_median(?)", {std::nan("")}), std::nullopt);
}

TEST_F(SqlFunctions, OfNoSamplesAreNull) {
  EXPECT_EQ(eval("samples_count(?)"), "0");
  EXPECT_EQ(eval("samples_min(?)"), std::nullopt);
  EXPECT_EQ(eval("samples_median(?)"), std::nullopt);
  EXPECT_EQ(eval("samples_quantile(?, 0.25)"), std::nullopt);
}

TEST_F(SqlFunctions, OfNullAreNull) {
  for (const char* expression :
       {"samples_count(NULL)", "samples_min(NULL)", "samples_median(NULL)", "samples_quantile(NULL, 0.5)",
        "samples_quantile(x'', NULL)", "num('%.1f', NULL)", "bar('+', NULL, '-', NULL)", "bar()"})
    EXPECT_EQ(eval(expression), std::nullopt) << expression;
}

TEST_F(SqlFunctions, RefuseAQuantileOutsideOfItsRange) {
  EXPECT_EQ(eval("samples_quantile(?, 1.5)", {1}),
            "samples_quantile(): a quantile is between 0 and 1; write 0.25 for the lower quartile");
}

TEST_F(SqlFunctions, RefuseSamplesThatAreNotABlob) {
  EXPECT_EQ(eval("samples_median(3)"), "samples_median(): samples are a blob; use timing.samples_ns");
}

TEST_F(SqlFunctions, MakeANumberCell) {
  EXPECT_EQ(eval("num('%.1f', 5.375)"),
            "\x1f%.1f\x1f"
            "5.375");
  EXPECT_EQ(eval("num('%.0f', 128)"),
            "\x1f%.0f\x1f"
            "128");
  EXPECT_EQ(eval("num('%.1f', 'x')"), "num(): 'x' is not a number; use a number or NULL");
}

TEST_F(SqlFunctions, MakeABarCellOfTheFractionsThereAre) {
  EXPECT_EQ(eval("bar('+', 0.25, '-', NULL, '*', 1.5)"),
            "\x1f"
            "bar\x1f+=0.25,*=1.5");
  EXPECT_EQ(eval("bar('+', 0.25, '-')"), "bar(): each character needs a fraction; write bar('+', x, '-', y)");
  EXPECT_EQ(eval("bar('++', 0.25)"), "bar(): '++' is not one ASCII character; write '+', '-' or '*'");
}

TEST(Blob, IsLittleEndianWhateverTheValue) {
  EXPECT_EQ(to_blob(std::vector<double>{1.0}), std::string("\0\0\0\0\0\0\xf0\x3f", 8));
}

TEST(Blob, GivesBackWhatWasPutIn) {
  const std::vector<double> values = {149000, -0.5, 1e-300};
  EXPECT_EQ(from_blob(to_blob(values)), values);
}

TEST(Blob, OfNothingIsEmpty) {
  EXPECT_EQ(to_blob({}), "");
  EXPECT_TRUE(from_blob({}).empty());
}

const std::string kRows = " FROM (VALUES (1, 2.0), (2, NULL), (NULL, 5), (4, 8), (8, 3))";
const std::string kX = " FROM (SELECT column1 AS x, column2 AS y" + kRows + ")";

TEST_F(SqlFunctions, AggregatesLeaveOutWhatIsNull) {
  EXPECT_EQ(eval("median(x)" + kX), "3.0");
  EXPECT_EQ(eval("quantile(x, 1)" + kX), "8.0");
  EXPECT_EQ(eval("round(stddev(x), 6)" + kX), "3.095696");  // sqrt(((2.75)^2 + 1.75^2 + .25^2 + 4.25^2) / 3)
  EXPECT_EQ(eval("geomean(x)" + kX), "2.82842712474619");   // (1 * 2 * 4 * 8)^(1/4)
  EXPECT_EQ(eval("round(corr(x, y), 6)" + kX), "0.073817");
  EXPECT_EQ(eval("corr(x, 2 * x + 1)" + kX), "1.0");
}

TEST_F(SqlFunctions, AggregatesOfTooFewNumbersAreNull) {
  for (const char* none : {"median(x)", "quantile(x, 0.5)", "stddev(x)", "geomean(x)", "corr(x, y)"}) {
    EXPECT_EQ(eval(none + kX + " WHERE x > 100"), std::nullopt) << none;
    EXPECT_EQ(eval(none + kX + " WHERE x IS NULL"), std::nullopt) << none;
  }
  EXPECT_EQ(eval("stddev(x)" + kX + " WHERE x = 1"), std::nullopt);
  EXPECT_EQ(eval("corr(x, 7)" + kX), std::nullopt);
  EXPECT_EQ(eval("corr(x, 0.1)" + kX + " WHERE x < 8"), std::nullopt);  // its computed mean is not 0.1
  EXPECT_EQ(eval("quantile(x, NULL)" + kX), std::nullopt);
}

TEST_F(SqlFunctions, AggregatesWorkByGroup) {
  EXPECT_EQ(eval("group_concat(m, '|') FROM (SELECT median(x) AS m" + kX + " GROUP BY x > 2 ORDER BY x > 2)"),
            "1.5|6.0");
}

TEST_F(SqlFunctions, AggregatesSayWhatTheyCannotTake) {
  EXPECT_THAT(*eval("geomean(x - 1)" + kX), testing::HasSubstr("geomean(): 0 is not above 0"));
  EXPECT_THAT(*eval("median('a')" + kX), testing::HasSubstr("median(): 'a' is not a number"));
  EXPECT_THAT(*eval("quantile(x, 2)" + kX), testing::HasSubstr("quantile(): a quantile is between 0 and 1"));
}

}  // namespace
}  // namespace warpledger
