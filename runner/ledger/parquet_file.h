#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ledger/new_file.h"
#include "ledger/thrift_struct.h"
#include "model/table.h"

namespace warpledger {

/// What the values of a column are, from the narrowest to the widest: a wider column takes the values of a narrower
/// one.
enum class ParquetType : std::uint8_t { int64, real, text };

struct ParquetColumn {
  std::string name;
  ParquetType type = ParquetType::int64;
};

/// The narrowest type that takes a cell and what `type` takes. NULL suits any.
ParquetType wider_type(ParquetType type, const Cell& cell);

/// A table as a Parquet file: plain values without compression, NULL by definition levels, a page a column and row
/// group. Written for apache/parquet-format 2.x; Debian 12 has no library that writes it.
///
/// A row group ends when its values have 16 MiB: this and a list of the row groups is what is held in memory.
class ParquetFile {
 public:
  ParquetFile(const std::string& path, std::vector<ParquetColumn> columns);

  /// Throws Error when a cell is wider than its column.
  void add(const std::vector<Cell>& row);
  void close();

 private:
  /// The values of a column in the row group under way.
  struct Buffer {
    std::string levels;            ///< runs of rows that are all there or all NULL
    std::uint64_t run_length = 0;  ///< of the run under way
    bool run_is_there = false;
    std::string values;
  };

  void write(const std::string& bytes);
  ThriftStruct write_column(std::size_t column);
  void write_row_group();

  TextFile file_;
  std::vector<ParquetColumn> columns_;
  std::vector<Buffer> buffers_;       ///< one a column
  std::size_t buffered_bytes_ = 0;    ///< of values
  std::int64_t buffered_rows_ = 0;    ///< of the row group under way
  std::int64_t rows_ = 0;             ///< of those before
  std::int64_t written_bytes_ = 0;    ///< where the next byte goes
  std::vector<ThriftStruct> groups_;  ///< that are written
};

}  // namespace warpledger
