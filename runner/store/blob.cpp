#include "store/blob.h"

#include <bit>
#include <cstring>

namespace warpledger {

static_assert(std::endian::native == std::endian::little, "blobs are copied as they lie in memory");

std::string to_blob(std::span<const double> values) {
  std::string blob(values.size_bytes(), '\0');
  if (!values.empty()) std::memcpy(blob.data(), values.data(), values.size_bytes());
  return blob;
}

std::vector<double> from_blob(std::span<const char> blob) {
  std::vector<double> values(blob.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), blob.data(), values.size() * sizeof(double));
  return values;
}

}  // namespace warpledger
