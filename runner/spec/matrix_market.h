#pragma once

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
  std::vector<double> values;                ///< one an entry; 1 where the file has none (pattern)
  bool integers = false;                     ///< the file says that its values are whole, or has none
};

/// Reads the text of a MatrixMarket file (https://math.nist.gov/MatrixMarket/formats.html): coordinate, real, integer
/// or pattern, general or symmetric. Of a symmetric one, both halves. Throws Error at the line of `file` that is wrong.
CsrMatrix read_matrix_market(const std::string& file, std::string_view text);

}  // namespace warpledger
