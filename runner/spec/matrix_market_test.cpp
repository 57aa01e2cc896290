#include "spec/matrix_market.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "model/data_file_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
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
  EXPECT_THAT(matrix.values, ElementsAre(5, 7, 9, 7, 9));
  EXPECT_TRUE(matrix.integers);
}

TEST(MatrixMarket, ValuesOfAPatternAreOnes) {
  const CsrMatrix matrix = read("%%matrixmarket MATRIX coordinate pattern general\n2 3 2\n2 3\n1 2\n");
  EXPECT_THAT(matrix.column_indices, ElementsAre(1, 2));
  EXPECT_THAT(matrix.values, ElementsAre(1, 1));
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
    {"NoMatrix", "%%MatrixMarket", "%Matrix", "a.mtx:1:1: this is no MatrixMarket file"},
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
    {"NoNumber", "4 1 +4", "4 1 four", "a.mtx:9:1: 'four' is no number"},
    {"Infinite", "4 1 +4", "4 1 1e999", "a.mtx:9:1: '1e999' is no number"},
    {"Twice", "4 1 +4", "4 5 +4", "a.mtx: row 4 has two entries in column 5"},
    {"NotSquare", "general", "symmetric", "a.mtx:3:1: a symmetric matrix has as many columns as rows"},
};
INSTANTIATE_TEST_SUITE_P(MatrixMarket, BadMatrices, testing::ValuesIn(kBadMatrices),
                         [](const auto& matrix) { return std::string(matrix.param.name); });

TEST(MatrixMarket, OfIntegersHasNoFractions) {
  EXPECT_THROW(read("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 0.5\n"), Error);
}

TEST(MatrixMarket, UpperHalfOfASymmetricMatrixIsRefused) {
  EXPECT_THROW(read("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n"), Error);
}

}  // namespace
}  // namespace warpledger
