#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A sparse matrix in CSR format, columns ascending within each row.
struct CsrMatrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> offsets;         ///< rows + 1
  std::vector<std::int64_t> column_indices;  ///< one per entry, 0-based
  std::vector<double> values;                ///< one per entry for real matrices, else empty
  std::vector<std::int64_t> whole_values;    ///< one per entry for integer matrices, 1s for pattern matrices, else
                                             ///< empty
  std::size_t widest_line = 0;               ///< line of the first whole value with the most significant_bits()
};

/// Number of bits from the first to the last 1: the precision needed to hold `number` exactly.
int significant_bits(std::int64_t number);

/// Parses https://math.nist.gov/MatrixMarket/formats.html: coordinate; real, integer (exact to 64 bits) or pattern;
/// general or symmetric (expanded). Throws Error at the malformed line of `file`.
CsrMatrix read_matrix_market(const std::string& file, std::string_view text);

}  // namespace warpledger
