#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A struct in Thrift's compact protocol, in which Parquet writes what describes its data: fields in the order of their
/// numbers, each number as the distance from the one before it. Written against thrift-compact-protocol.md of
/// apache/thrift; a field that Parquet has and this program does not write needs no line here.
class ThriftStruct {
 public:
  ThriftStruct& int32(int number, std::int32_t value);
  ThriftStruct& int64(int number, std::int64_t value);
  ThriftStruct& text(int number, std::string_view value);
  ThriftStruct& structure(int number, const ThriftStruct& value);
  ThriftStruct& int32_list(int number, const std::vector<std::int32_t>& values);
  ThriftStruct& text_list(int number, const std::vector<std::string>& values);
  ThriftStruct& struct_list(int number, const std::vector<ThriftStruct>& values);

  /// The struct with the byte that ends it.
  std::string bytes() const { return bytes_ + '\0'; }

 private:
  void begin_field(int number, int type);
  void begin_list(int number, int type, std::size_t size);

  std::string bytes_;
  int last_number_ = 0;
};

/// Adds `value` as LEB128: seven bits a byte, the lowest first.
void add_varint(std::string& bytes, std::uint64_t value);

}  // namespace warpledger
