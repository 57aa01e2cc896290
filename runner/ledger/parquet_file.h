#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ledger/column_type.h"
#include "ledger/new_file.h"
#include "ledger/thrift_struct.h"
#include "model/table.h"

namespace warpledger {

/// A table as a Parquet file: plain values without compression, NULL by definition levels, a page a column and row
/// group. Written for apache/parquet-format 2.x; Debian 12 has no library that writes it.
///
/// A row group ends when its values have 16 MiB: this and a list of the row groups is what is held in memory.
class ParquetFile {
 public:
  ParquetFile(const std::string& path, std::vector<TypedColumn> columns);

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
  std::vector<TypedColumn> columns_;
  std::vector<Buffer> buffers_;       ///< one a column
  std::size_t buffered_bytes_ = 0;    ///< of values
  std::int64_t buffered_rows_ = 0;    ///< of the row group under way
  std::int64_t rows_ = 0;             ///< of those before
  std::int64_t written_bytes_ = 0;    ///< where the next byte goes
  std::vector<ThriftStruct> groups_;  ///< that are written
};

}  // namespace warpledger
