#include "exec/file_arrays.h"

#include <fmt/format.h>

#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "exec/elements.h"
#include "exec/inputs.h"

namespace warpledger {
namespace {

template <class To, class From>
std::vector<std::byte> converted(std::span<const From> from) {
  std::vector<std::byte> bytes(from.size() * sizeof(To));
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto element = static_cast<To>(from[i]);
    std::memcpy(bytes.data() + i * sizeof(To), &element, sizeof(To));
  }
  return bytes;
}

/// Not as doubles, which would round them.
std::vector<std::int64_t> whole_numbers_of(const FileArray& array) {
  std::vector<std::int64_t> numbers(array.bytes.size() / sizeof(std::int64_t));
  std::memcpy(numbers.data(), array.bytes.data(), array.bytes.size());
  return numbers;
}

}  // namespace

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
  return with_element(buffer.type, [&](auto zero) {
    using To = decltype(zero);
    if constexpr (std::is_integral_v<To>)
      if (array.type == ElementType::i64) return converted<To, std::int64_t>(whole_numbers_of(array));
    return converted<To, double>(to_doubles(array.bytes, array.type));
  });
}

std::vector<double> FileArrays::golden_of(const BufferSpec& buffer) const {
  const FileArray& array = find(buffer.golden, buffer);
  return to_doubles(array.bytes, array.type);
}

}  // namespace warpledger
