#include "ledger/thrift_struct.h"

namespace warpledger {
namespace {

constexpr int kInt32 = 5, kInt64 = 6, kBinary = 8, kList = 9, kStruct = 12;

/// Small numbers of either sign become small numbers: 0, -1, 1, -2 are 0, 1, 2, 3.
std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}

void add_text(std::string& bytes, std::string_view text) {
  add_varint(bytes, text.size());
  bytes += text;
}

}  // namespace

void add_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>((value & 0x7FU) | 0x80U);
  bytes += static_cast<char>(value);
}

/// Numbers of Parquet's fields lie less than 16 apart, which is what fits.
void ThriftStruct::begin_field(int number, int type) {
  bytes_ += static_cast<char>(((number - last_number_) << 4) | type);
  last_number_ = number;
}

void ThriftStruct::begin_list(int number, int type, std::size_t size) {
  constexpr std::size_t kSizeFollows = 15;
  begin_field(number, kList);
  bytes_ += static_cast<char>(((size < kSizeFollows ? size : kSizeFollows) << 4U) | static_cast<unsigned>(type));
  if (size >= kSizeFollows) add_varint(bytes_, size);
}

ThriftStruct& ThriftStruct::int32(int number, std::int32_t value) {
  begin_field(number, kInt32);
  add_varint(bytes_, zigzag(value));
  return *this;
}

ThriftStruct& ThriftStruct::int64(int number, std::int64_t value) {
  begin_field(number, kInt64);
  add_varint(bytes_, zigzag(value));
  return *this;
}

ThriftStruct& ThriftStruct::text(int number, std::string_view value) {
  begin_field(number, kBinary);
  add_text(bytes_, value);
  return *this;
}

ThriftStruct& ThriftStruct::structure(int number, const ThriftStruct& value) {
  begin_field(number, kStruct);
  bytes_ += value.bytes();
  return *this;
}

ThriftStruct& ThriftStruct::int32_list(int number, const std::vector<std::int32_t>& values) {
  begin_list(number, kInt32, values.size());
  for (const std::int32_t value : values) add_varint(bytes_, zigzag(value));
  return *this;
}

ThriftStruct& ThriftStruct::text_list(int number, const std::vector<std::string>& values) {
  begin_list(number, kBinary, values.size());
  for (const std::string& value : values) add_text(bytes_, value);
  return *this;
}

ThriftStruct& ThriftStruct::struct_list(int number, const std::vector<ThriftStruct>& values) {
  begin_list(number, kStruct, values.size());
  for (const ThriftStruct& value : values) bytes_ += value.bytes();
  return *this;
}

}  // namespace warpledger
