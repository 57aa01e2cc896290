#include "base/sql_comparisons.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace warpledger {
namespace {

SqlType type_of(const std::string& column) {
  if (column == "x" || column == "y" || column == "n") return SqlType::number;
  if (column == "kernel" || column == "mode") return SqlType::text;
  return SqlType::unknown;
}

/// Returns "OFFSET: PROBLEM; HINT", or "none".
std::string fault_in(std::string_view sql) {
  const auto fault = find_sql_fault(sql, type_of);
  return fault ? std::to_string(fault->offset) + ": " + fault->problem + "; " + fault->hint : "none";
}

TEST(SqlComparisons, HaveTwoSides) {
  for (const auto& [sql, offset, hint] : std::vector<std::array<std::string, 3>>{
           {"10 < x < 20", "7", "write 10 < x AND x < 20"},
           {"0.9 <= x <= 1.1", "9", "write 0.9 <= x AND x <= 1.1"},
           {"x = y = 1", "6", "write x = y AND y = 1"},
           {"0 < x <> 4 AND n > 1", "6", "write 0 < x AND x <> 4"},
           {"n > 1 AND 500 < n + 1 < 900 OR n = 1", "22", "write 500 < n + 1 AND n + 1 < 900"},
           {"n > 1 AND (500 < n < (900 + 1))", "19", "write 500 < n AND n < (900 + 1)"},
           {"1 < max(x, y) < 8 < 9", "14", "write 1 < max(x, y) AND max(x, y) < 8"},
           {"1 < x /* a, b */ < 8 -- AND", "17", "write 1 < x AND x < 8"},
           {"EXISTS (SELECT 1 FROM tags WHERE 1 < run < 3)", "41", "write 1 < run AND run < 3"},
           {"CASE WHEN 1 < x < 3 THEN 1 END", "16", "write 1 < x AND x < 3"},
           {"coalesce(x, 1 < y < 3) = 1", "18", "write 1 < y AND y < 3"},
           {"x BETWEEN 1 AND 2 < 3", "18", "join two comparisons by AND, or put one of them in parentheses"},
           {"1 < x BETWEEN 2 AND 3", "6", "join two comparisons by AND, or put one of them in parentheses"},
           {"1 < x IN (1, 2)", "6", "join two comparisons by AND, or put one of them in parentheses"},
           {"NOT 1 < x IS 1", "10", "join two comparisons by AND, or put one of them in parentheses"},
       })
    EXPECT_EQ(fault_in(sql), offset + ": a comparison has two sides; " + hint) << sql;
}

TEST(SqlComparisons, OfAComparisonAreMeantInParentheses) {
  for (const char* sql : {"(x < y) = 1", "1 = (x < y)", "(x < y) IS TRUE", "(x < y) = (n < 3)"})
    EXPECT_EQ(fault_in(sql), "none") << sql;
}

TEST(SqlComparisons, StandBetweenAndOrCommasAndClauses) {
  for (const char* sql :
       {"x > 1 AND x < 8", "x > 1 OR NOT x < 8 AND y <> 3", "x BETWEEN 1 AND 8 AND y < 3", "x NOT BETWEEN 1 AND 8",
        "x BETWEEN 1 AND 2 OR x BETWEEN 3 AND 4", "x IN (1, 2) AND y = 3", "iif(x < 1, y < 2, n < 3)",
        "CASE WHEN x < 1 THEN y < 2 ELSE n < 3 END", "CASE x < 1 WHEN y < 2 THEN n < 3 END = 1",
        "run IN (SELECT run AS per FROM tags WHERE tag = 'a' GROUP BY run > 1 HAVING n > 1 ORDER BY n > 1)",
        "x IS NOT NULL AND y ISNULL", "x NOT NULL AND y > 1", "x IS DISTINCT FROM y AND n > 1",
        "x < 1 -- < 2\n AND mode > '1' || x", "x = 1 /* = 1 */", "\"<\" = 1 AND kernel = 'a < b < c'", "-x < -1", ""})
    EXPECT_EQ(fault_in(sql), "none") << sql;
}

TEST(SqlComparisons, AreOfOneType) {
  for (const auto& [sql, offset, problem, hint] : std::vector<std::array<std::string, 4>>{
           {"x <= '-1'", "5", "x is a number and '-1' a text", "write -1 without quotes"},
           {"'4' > x", "6", "'4' is a text and x a number", "write 4 without quotes"},
           {"x + 1 = '4'", "8", "x + 1 is a number and '4' a text", "write 4 without quotes"},
           {"kernel = 3", "9", "kernel is a text and 3 a number", "write '3' in quotes"},
           {"x < kernel", "4", "x is a number and kernel a text", "compare numbers with numbers, and texts with texts"},
           {"points.x IS '1'", "12", "points.x is a number and '1' a text", "write 1 without quotes"},
           {"x BETWEEN '1' AND 2", "10", "x is a number and '1' a text", "write 1 without quotes"},
           {"x BETWEEN 1 AND '2'", "16", "x is a number and '2' a text", "write 2 without quotes"},
           {"x IN (1, '2')", "5", "x is a number and (1, '2') a text",
            "compare numbers with numbers, and texts with texts"},
           {"(x) = ('a')", "6", "(x) is a number and ('a') a text",
            "compare numbers with numbers, and texts with texts"},
           {"abs(o) <= '1'", "10", "abs(o) is a number and '1' a text", "write 1 without quotes"},
           {"lower(o) = 1", "11", "lower(o) is a text and 1 a number", "write '1' in quotes"},
           {"coalesce(x, 0) = '1'", "17", "coalesce(x, 0) is a number and '1' a text", "write 1 without quotes"},
           {"CAST(o AS REAL) = '1'", "18", "CAST(o AS REAL) is a number and '1' a text", "write 1 without quotes"},
           {"x > 1 OR (y = 1 AND \"kernel\" <> 4)", "32", "\"kernel\" is a text and 4 a number", "write '4' in quotes"},
           {"x = 'a' || kernel", "4", "x is a number and 'a' || kernel a text",
            "compare numbers with numbers, and texts with texts"},
       })
    EXPECT_EQ(fault_in(sql), offset + ": " + problem + "; " + hint) << sql;
}

TEST(SqlComparisons, OfUnknownTypesPass) {
  for (const char* sql : {"o = '1'", "o = 1", "kernel = 'a'", "mode IN ('a', 'b')", "x IN (1, 2)",
                          "kernel IN (SELECT name FROM t WHERE a = 1)", "kernel LIKE 1", "x LIKE '1%'",
                          "CASE WHEN x > 1 THEN 'a' ELSE 1 END = 'a'", "max(x, '1') = 1", "x = NULL", "x = x'00'",
                          "CAST(x AS TEXT) = '1'", "x || '' = '1'", "(x, kernel) = (1, 'a')", "kernel > mode", "TRUE"})
    EXPECT_EQ(fault_in(sql), "none") << sql;
}

TEST(SqlComparisons, OfABrokenTextEnd) {
  fault_in(std::string(200000, '('));
  for (const char* sql :
       {"(", ")", "x < (", "CASE", "END END", "x IN (", "x.", "f(", "cast(", "min()", "'", "x BETWEEN", ")) <"})
    fault_in(sql);
}

}  // namespace
}  // namespace warpledger
