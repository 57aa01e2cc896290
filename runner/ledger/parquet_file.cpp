#include "ledger/parquet_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/text.h"

// Numbers of fields and of enumerators are those of parquet.thrift.

namespace warpledger {
namespace {

constexpr const char* kMagic = "PAR1";
constexpr std::size_t kRowGroup_bytes = std::size_t{16} << 20;
constexpr std::int32_t kPlain = 0, kRle = 3;  // Encoding
constexpr std::int32_t kUncompressed = 0;     // CompressionCodec
constexpr std::int32_t kDataPage = 0;         // PageType
constexpr std::int32_t kOptional = 1;         // FieldRepetitionType
constexpr std::int32_t kUtf8 = 0;             // ConvertedType

std::int32_t physical_type(ColumnType type) {
  constexpr std::int32_t kInt64 = 2, kDouble = 5, kByteArray = 6;
  if (type == ColumnType::int64) return kInt64;
  return type == ColumnType::real ? kDouble : kByteArray;
}

void add_little_endian(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8U * static_cast<unsigned>(i)));
}

/// Readers refuse a file whose texts are not UTF-8; a byte that is not becomes U+FFFD.
std::string as_utf8(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    result += length > 0 ? text.substr(i, length) : "\xEF\xBF\xBD";
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

/// A cell as a text column has it.
struct CellText {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return as_utf8(value); }
};

void add_value(std::string& bytes, const Cell& cell, ColumnType type) {
  const auto* const whole = std::get_if<std::int64_t>(&cell);
  if (type == ColumnType::int64) {
    add_little_endian(bytes, static_cast<std::uint64_t>(*whole), 8);
  } else if (type == ColumnType::real) {
    const double value = whole ? static_cast<double>(*whole) : std::get<double>(cell);
    add_little_endian(bytes, std::bit_cast<std::uint64_t>(value), 8);
  } else {
    const std::string text = std::visit(CellText{}, cell);
    add_little_endian(bytes, text.size(), 4);
    bytes += text;
  }
}

/// A run of definition levels, all 1 or all 0, in the hybrid of RLE and bit packing.
void add_run(std::string& levels, std::uint64_t length, bool is_there) {
  if (length == 0) return;
  add_varint(levels, length << 1U);
  levels += is_there ? '\1' : '\0';
}

std::vector<ThriftStruct> schema_of(const std::vector<TypedColumn>& columns) {
  std::vector<ThriftStruct> schema(1);
  schema.front().text(4, "schema").int32(5, static_cast<std::int32_t>(columns.size()));
  for (const TypedColumn& column : columns) {
    ThriftStruct element;
    element.int32(1, physical_type(column.type)).int32(3, kOptional).text(4, as_utf8(column.name));
    if (column.type == ColumnType::text)
      element.int32(6, kUtf8).structure(10, ThriftStruct().structure(1, ThriftStruct()));
    schema.push_back(std::move(element));
  }
  return schema;
}

}  // namespace

ParquetFile::ParquetFile(const std::string& path, std::vector<TypedColumn> columns)
    : file_(path), columns_(std::move(columns)), buffers_(columns_.size()) {
  write(kMagic);
}

void ParquetFile::add(const std::vector<Cell>& row) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Buffer& buffer = buffers_[i];
    if (wider_type(columns_[i].type, row[i]) != columns_[i].type)
      throw Error(fmt::format("a value of column '{}' came while it was exported", columns_[i].name),
                  "export again when no program writes to this ledger");
    const bool is_there = !std::holds_alternative<std::monostate>(row[i]);
    if (is_there != buffer.run_is_there) {
      add_run(buffer.levels, std::exchange(buffer.run_length, 0), buffer.run_is_there);
      buffer.run_is_there = is_there;
    }
    ++buffer.run_length;
    const std::size_t before = buffer.values.size();
    if (is_there) add_value(buffer.values, row[i], columns_[i].type);
    buffered_bytes_ += buffer.values.size() - before;
  }
  // A page of definition levels alone, of columns without values, must end too.
  constexpr std::int64_t kMostRows = 1 << 20;
  if (++buffered_rows_ == kMostRows || buffered_bytes_ >= kRowGroup_bytes) write_row_group();
}

void ParquetFile::write(const std::string& bytes) {
  file_.write(bytes);
  written_bytes_ += static_cast<std::int64_t>(bytes.size());
}

/// Writes the page of a column, and returns what describes its chunk: struct ColumnChunk.
ThriftStruct ParquetFile::write_column(std::size_t column) {
  Buffer buffer = std::exchange(buffers_[column], {});
  add_run(buffer.levels, buffer.run_length, buffer.run_is_there);
  std::string levels_size;
  add_little_endian(levels_size, buffer.levels.size(), 4);
  const auto page_bytes = static_cast<std::int32_t>(levels_size.size() + buffer.levels.size() + buffer.values.size());
  const std::string header = ThriftStruct()
                                 .int32(1, kDataPage)
                                 .int32(2, page_bytes)
                                 .int32(3, page_bytes)
                                 .structure(5, ThriftStruct()
                                                   .int32(1, static_cast<std::int32_t>(buffered_rows_))
                                                   .int32(2, kPlain)
                                                   .int32(3, kRle)
                                                   .int32(4, kRle))
                                 .bytes();
  const std::int64_t start = written_bytes_;
  for (const std::string& part : {header, levels_size, buffer.levels, buffer.values}) write(part);
  const std::int64_t size = written_bytes_ - start;
  return ThriftStruct().int64(2, start).structure(3, ThriftStruct()
                                                         .int32(1, physical_type(columns_[column].type))
                                                         .int32_list(2, {kPlain, kRle})
                                                         .text_list(3, {as_utf8(columns_[column].name)})
                                                         .int32(4, kUncompressed)
                                                         .int64(5, buffered_rows_)
                                                         .int64(6, size)
                                                         .int64(7, size)
                                                         .int64(9, start));
}

void ParquetFile::write_row_group() {
  if (buffered_rows_ == 0) return;
  const std::int64_t start = written_bytes_;
  std::vector<ThriftStruct> chunks;
  for (std::size_t i = 0; i < columns_.size(); ++i) chunks.push_back(write_column(i));
  groups_.push_back(ThriftStruct().struct_list(1, chunks).int64(2, written_bytes_ - start).int64(3, buffered_rows_));
  rows_ += std::exchange(buffered_rows_, 0);
  buffered_bytes_ = 0;
}

void ParquetFile::close() {
  write_row_group();
  const std::string footer = ThriftStruct()
                                 .int32(1, 1)
                                 .struct_list(2, schema_of(columns_))
                                 .int64(3, rows_)
                                 .struct_list(4, groups_)
                                 .text(6, fmt::format("warpledger {}", WARPLEDGER_VERSION))
                                 .bytes();
  std::string footer_size;
  add_little_endian(footer_size, footer.size(), 4);
  write(footer + footer_size + kMagic);
  file_.close();
}

}  // namespace warpledger
