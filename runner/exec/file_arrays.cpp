#include "exec/file_arrays.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "base/error.h"
#include "exec/elements.h"
#include "exec/inputs.h"

namespace warpledger {

void FileArrays::keep(FileArray array) {
  std::string digest = array.digest;
  arrays_[std::move(digest)] = std::move(array);
}

const FileArray& FileArrays::find(const std::string& digest, const BufferSpec& buffer) const {
  const auto found = arrays_.find(digest);
  const std::size_t count = static_cast<std::size_t>(buffer.count);
  if (found == arrays_.end() || found->second.bytes.size() != count * facts_of(found->second.type).bytes)
    throw Error(fmt::format("the worker has no array of {} elements for the buffer {}", count, buffer.name),
                "report this as a defect");
  return found->second;
}

std::vector<std::byte> FileArrays::elements_of(const BufferSpec& buffer) const {
  const FileArray& array = find(buffer.content, buffer);
  if (array.type == buffer.type) return array.bytes;
  const std::vector<double> numbers = to_doubles(array.bytes, array.type);
  std::vector<std::byte> bytes(size_bytes(buffer));
  with_element(buffer.type, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const T value = static_cast<T>(numbers[i]);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return bytes;
}

std::vector<double> FileArrays::golden_of(const BufferSpec& buffer) const {
  const FileArray& array = find(buffer.golden, buffer);
  return to_doubles(array.bytes, array.type);
}

}  // namespace warpledger
