#pragma once

#include <cstdint>
#include <utility>

#include "model/element_type.h"

namespace warpledger {

/// Calls `visit` with a value-initialised element of the C++ type behind `type`: the one place that maps element types
/// to C++ types.
template <typename Visitor>
decltype(auto) with_element(ElementType type, Visitor&& visit) {
  switch (type) {
    case ElementType::i32:
      return std::forward<Visitor>(visit)(std::int32_t{});
    case ElementType::u32:
      return std::forward<Visitor>(visit)(std::uint32_t{});
    case ElementType::i64:
      return std::forward<Visitor>(visit)(std::int64_t{});
    case ElementType::u64:
      return std::forward<Visitor>(visit)(std::uint64_t{});
    case ElementType::f32:
      return std::forward<Visitor>(visit)(float{});
    case ElementType::f64:
      break;
  }
  return std::forward<Visitor>(visit)(double{});
}

}  // namespace warpledger
