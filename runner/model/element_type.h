#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace warpledger {

/// The type of a buffer's element or of a scalar kernel argument.
enum class ElementType { i32, u32, i64, u64, f32, f64 };

struct ElementTypeFacts {
  std::string_view name;
  std::size_t bytes;
  bool floating;
  std::string_view cpp;  ///< the type's spelling in CUDA C++
};

inline constexpr std::array<ElementTypeFacts, 6> kElementTypes = {{{"i32", 4, false, "int"},
                                                                   {"u32", 4, false, "unsigned int"},
                                                                   {"i64", 8, false, "long long"},
                                                                   {"u64", 8, false, "unsigned long long"},
                                                                   {"f32", 4, true, "float"},
                                                                   {"f64", 8, true, "double"}}};

constexpr const ElementTypeFacts& facts_of(ElementType type) {
  return kElementTypes.at(static_cast<std::size_t>(type));
}

/// The element type of that name ("f32"), or nothing.
constexpr std::optional<ElementType> element_type_named(std::string_view name) {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i)
    if (kElementTypes.at(i).name == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

}  // namespace warpledger
