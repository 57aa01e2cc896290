#include "spec/matrix_market.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "model/data_file_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

CsrMatrix read(const std::string& text) { return read_matrix_market("a.mtx", text); }

TEST(MatrixMarket, IsReadRowByRow) {
  const CsrMatrix matrix = read(fixture::kMatrix);
  EXPECT_EQ(matrix.rows, 4);
  EXPECT_EQ(matrix.columns, 5);
  EXPECT_THAT(matrix.offsets, ElementsAre(0, 2, 4, 4, 6));
  EXPECT_THAT(matrix.column_indices, ElementsAre(0, 3, 0, 1, 0, 4));
  EXPECT_THAT(matrix.values, ElementsAre(1.5, 20, 0.25, 3, 4, -2));
}

TEST(MatrixMarket, SymmetricMatrixHasBothHalves) {
  const CsrMatrix matrix =
      read("%%MatrixMarket matrix coordinate integer symmetric\r\n3 3 3\r\n1 1 5\r\n3 1 7\r\n3 2 9\r\n");
  EXPECT_THAT(matrix.offsets, ElementsAre(0, 2, 3, 5));
  EXPECT_THAT(matrix.column_indices, ElementsAre(0, 2, 2, 0, 1));
  EXPECT_THAT(matrix.whole_values, ElementsAre(5, 7, 9, 7, 9));
  EXPECT_THAT(matrix.values, ElementsAre());
}

TEST(MatrixMarket, ValuesOfAPatternAreOnes) {
  const CsrMatrix matrix = read("%%matrixmarket MATRIX coordinate pattern general\n2 3 2\n2 3\n1 2\n");
  EXPECT_THAT(matrix.column_indices, ElementsAre(1, 2));
  EXPECT_THAT(matrix.whole_values, ElementsAre(1, 1));
}

TEST(MatrixMarket, IntegersAreExact) {
  const CsrMatrix matrix = read(
      "%%MatrixMarket matrix coordinate integer general\n2 2 4\n1 1 9007199254740993\n1 2 9223372036854775807\n"
      "% a comment\n2 1 -9223372036854775808\n2 2 +9223372036854775807\n");
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(matrix.whole_values, ElementsAre(9007199254740993, kMost, -kMost - 1, kMost));
  EXPECT_EQ(matrix.widest_line, 4);
}

TEST(MatrixMarket, SignificantBitsAreThoseThatAMantissaNeeds) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(significant_bits(0), 0);
  EXPECT_EQ(significant_bits(-1), 1);
  EXPECT_EQ(significant_bits(1 << 24), 1);
  EXPECT_EQ(significant_bits(-((1 << 24) + 1)), 25);
  EXPECT_EQ(significant_bits(kMost), 63);
  EXPECT_EQ(significant_bits(-kMost - 1), 1);
}

TEST(MatrixMarket, MayBeginWithAByteOrderMarkAndHaveExponentsOfFortran) {
  const CsrMatrix matrix =
      read("\xEF\xBB\xBF%%MatrixMarket matrix coordinate real general\n1 3 3\n1 1 1.0D+00\n1 2 -2.5d-1\n1 3 1e2\n");
  EXPECT_THAT(matrix.values, ElementsAre(1, -0.25, 100));
}

struct BadMatrix {
  const char* name;
  const char* from;
  const char* to;
  const char* message;
};

class BadMatrices : public testing::TestWithParam<BadMatrix> {};

TEST_P(BadMatrices, AreRefusedAtTheLine) {
  std::string text = fixture::kMatrix;
  const std::string from = GetParam().from;
  text.replace(text.find(from), from.size(), GetParam().to);
  try {
    read(text);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith(GetParam().message));
  }
}

const BadMatrix kBadMatrices[] = {
    {"NoMatrix", "%%MatrixMarket", "%Matrix", "a.mtx:1:1: missing %%MatrixMarket header"},
    {"Dense", "coordinate", "array", "a.mtx:1:1: a matrix of format 'array' cannot be read"},
    {"Complex", "real", "complex", "a.mtx:1:1: values of type 'complex' cannot be read"},
    {"Skew", "general", "skew-symmetric", "a.mtx:1:1: a 'skew-symmetric' matrix cannot be read"},
    {"ShortFirstLine", " general", "", "a.mtx:1:1: this is not the first line of a matrix"},
    {"TwoSizes", "4 5 6", "4 5", "a.mtx:3:1: expected the numbers of rows, columns and entries"},
    {"NegativeSize", "4 5 6", "4 -5 6", "a.mtx:3:1: '-5' is no count"},
    {"NoRows", "4 5 6", "0 5 6", "a.mtx:3:1: this matrix is empty"},
    {"HugeRows", "4 5 6", "4000000000 5 6", "a.mtx:3:1: this matrix is too large"},
    {"HugeCount", "4 5 6", "4 5 4000000000", "a.mtx:3:1: 4000000000 entries do not fit in this file"},
    {"TooFew", "4 5 6", "4 5 7", "a.mtx:10:1: the file ends after 6 of 7 entries"},
    {"TooMany", "4 5 6", "4 5 5", "a.mtx:10:1: there are more than the 5 entries"},
    {"RowBeyond", "4 1 +4", "5 1 +4", "a.mtx:9:1: no place of a matrix of 4 rows and 5 columns"},
    {"ColumnZero", "4 1 +4", "4 0 +4", "a.mtx:9:1: no place of a matrix of 4 rows and 5 columns"},
    {"NoValue", "4 1 +4", "4 1", "a.mtx:9:1: expected a row, a column and a value"},
    {"NoNumber", "4 1 +4", "4 1 four", "a.mtx:9:1: 'four' is not a finite number"},
    {"Infinite", "4 1 +4", "4 1 1e999", "a.mtx:9:1: '1e999' is out of range for 64-bit floating point"},
    {"Underflow", "4 1 +4", "4 1 1e-400", "a.mtx:9:1: '1e-400' is out of range for 64-bit floating point"},
    {"InfinityInWords", "4 1 +4", "4 1 inf", "a.mtx:9:1: 'inf' is not a finite number"},
    {"TwoExponents", "4 1 +4", "4 1 1D+0E0", "a.mtx:9:1: '1D+0E0' is not a finite number"},
    {"Twice", "4 1 +4", "4 5 +4", "a.mtx: row 4 has two entries in column 5"},
    {"NotSquare", "general", "symmetric", "a.mtx:3:1: a symmetric matrix has as many columns as rows"},
};
INSTANTIATE_TEST_SUITE_P(MatrixMarket, BadMatrices, testing::ValuesIn(kBadMatrices),
                         [](const auto& matrix) { return std::string(matrix.param.name); });

TEST(MatrixMarket, OfIntegersHasNoFractionsAndNoneBeyond64Bits) {
  const auto problem = [](const std::string& number) {
    try {
      read("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 " + number + "\n");
    } catch (const Error& error) {
      return std::to_string(error.where().line) + ": " + error.problem();
    }
    return std::string();
  };
  for (const char* number : {"0.5", "1e3", "1D0", "four"})
    EXPECT_EQ(problem(number), "3: '" + std::string(number) + "' is not an integer");
  for (const char* number : {"9223372036854775808", "-9223372036854775809"})
    EXPECT_EQ(problem(number), "3: '" + std::string(number) + "' is out of range for a 64-bit integer");
}

TEST(MatrixMarket, UpperHalfOfASymmetricMatrixIsRefusedWithAHintThatKeepsTheMatrix) {
  try {
    read("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.where().line, 3);
    EXPECT_THAT(error.hint(), HasSubstr("upper half alone, swap rows and columns"));
    EXPECT_THAT(error.hint(), HasSubstr("both halves, write general"));
  }
}

}  // namespace
}  // namespace warpledger
