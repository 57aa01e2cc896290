#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A sparse matrix, row by row (compressed sparse rows): the entries of row r are those from offsets[r] to before
/// offsets[r + 1], by ascending column.
struct CsrMatrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> offsets;         ///< rows + 1
  std::vector<std::int64_t> column_indices;  ///< one an entry, from 0
  std::vector<double> values;                ///< one an entry, of a file of real numbers; else none
  std::vector<std::int64_t> whole_values;    ///< one an entry, of a file of integers; 1 where it has none (pattern)
  std::size_t widest_line = 0;               ///< of the first of the whole values with the most significant_bits()
};

/// Bits from the first to the last 1 of a whole number: as many as a floating-point type needs to hold it exactly.
int significant_bits(std::int64_t number);

/// Reads the text of a MatrixMarket file (https://math.nist.gov/MatrixMarket/formats.html): coordinate, real, integer
/// or pattern, general or symmetric. Of a symmetric one, both halves. Whole numbers are exact, up to 64 bits. Throws
/// Error at the line of `file` that is wrong.
CsrMatrix read_matrix_market(const std::string& file, std::string_view text);

}  // namespace warpledger
