#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <future>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/cores.h"
#include "model/job.h"
#include "model/small_float.h"

namespace warpledger {

/// Calls `visit` with a value-initialised element of the C++ type for `type`. The only map from element types to C++
/// types.
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
    case ElementType::f16:
      return std::forward<Visitor>(visit)(Float16{});
    case ElementType::bf16:
      return std::forward<Visitor>(visit)(BFloat16{});
    case ElementType::f8e4m3:
      return std::forward<Visitor>(visit)(Float8E4M3{});
    case ElementType::f8e5m2:
      return std::forward<Visitor>(visit)(Float8E5M2{});
    case ElementType::i8:
      return std::forward<Visitor>(visit)(std::int8_t{});
    case ElementType::u8:
    case ElementType::boolean:  // a byte, because a kernel may write a value that is not a bool
      return std::forward<Visitor>(visit)(std::uint8_t{});
    case ElementType::i16:
      return std::forward<Visitor>(visit)(std::int16_t{});
    case ElementType::u16:
      return std::forward<Visitor>(visit)(std::uint16_t{});
    case ElementType::f64:
      break;
  }
  return std::forward<Visitor>(visit)(double{});
}

/// Calls `part(begin, end)` for consecutive parts of [0, elements), in parallel if there are enough. Returns futures in
/// the order of the parts; wait for all of them.
template <typename Part>
auto in_parallel(std::size_t elements, const Part& part) {
  // With fewer elements a thread costs more than it saves.
  constexpr std::size_t kElementsAThread = 1 << 17;
  constexpr std::size_t kMostThreads = 8;
  std::size_t threads = std::clamp<std::size_t>(elements / kElementsAThread, 1, kMostThreads);
  if (threads > 1) threads = std::min(threads, usable_cores());
  std::vector<std::future<std::invoke_result_t<Part, std::size_t, std::size_t>>> answers;
  for (std::size_t i = 0; i < threads; ++i)
    answers.push_back(std::async(threads == 1 ? std::launch::deferred : std::launch::async, part,
                                 elements * i / threads, elements * (i + 1) / threads));
  return answers;
}

}  // namespace warpledger
