#include "plan/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

template <class T>
void store(Scalar& scalar, T value) {
  static_assert(sizeof(T) <= sizeof scalar.bytes);
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
}

[[noreturn]] void fail_range(const TypedExpression& typed, double value) {
  throw Error(typed.value.place(),
              fmt::format("'{}' = {} does not fit {}", typed.value.text(), value, facts_of(typed.type).name),
              "use a larger type, or a smaller value");
}

template <class T>
void store_whole(Scalar& scalar, const TypedExpression& typed, const Values& values) {
  const std::int64_t value = typed.value.whole(values, typed.value.text());
  if (!std::in_range<T>(value)) fail_range(typed, static_cast<double>(value));
  store(scalar, static_cast<T>(value));
}

void store_float(Scalar& scalar, const TypedExpression& typed, const Values& values) {
  const double value = typed.value.number(values);
  if (std::abs(value) > std::numeric_limits<float>::max()) fail_range(typed, value);
  store(scalar, static_cast<float>(value));
}

std::size_t round_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

Scalar pack_scalar(const TypedExpression& typed, const Values& values) {
  Scalar scalar{.type = typed.type};
  switch (typed.type) {
    case ElementType::i32:
      store_whole<std::int32_t>(scalar, typed, values);
      break;
    case ElementType::u32:
      store_whole<std::uint32_t>(scalar, typed, values);
      break;
    case ElementType::i64:
      store_whole<std::int64_t>(scalar, typed, values);
      break;
    case ElementType::u64:
      store_whole<std::uint64_t>(scalar, typed, values);
      break;
    case ElementType::f32:
      store_float(scalar, typed, values);
      break;
    case ElementType::f64:
      store(scalar, typed.value.number(values));
      break;
  }
  return scalar;
}

std::vector<std::byte> pack_struct(const std::vector<TypedExpression>& members, const Values& values) {
  std::vector<std::byte> bytes;
  std::size_t alignment = 1;
  for (const TypedExpression& member : members) {
    const std::size_t size = facts_of(member.type).bytes;
    const Scalar scalar = pack_scalar(member, values);
    bytes.resize(round_up(bytes.size(), size));
    bytes.insert(bytes.end(), scalar.bytes.begin(), scalar.bytes.begin() + static_cast<std::ptrdiff_t>(size));
    alignment = std::max(alignment, size);
  }
  bytes.resize(round_up(bytes.size(), alignment));
  return bytes;
}

}  // namespace warpledger
