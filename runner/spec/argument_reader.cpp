#include "spec/argument_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "spec/buffer_reader.h"

namespace warpledger {
namespace {

std::vector<std::string> names_of(const std::vector<BufferTemplate>& buffers) {
  std::vector<std::string> names;
  for (const BufferTemplate& buffer : buffers) names.push_back(buffer.base.name);
  return names;
}

/// Parses "<buffer>" or "<buffer> + <expression>"; empty for other text.
std::optional<PointerTemplate> pointer(const Reader& value, const Symbols& symbols,
                                       const std::vector<BufferTemplate>& buffers) {
  const std::string& text = value.text();
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_name_character) - text.begin());
  const auto buffer =
      std::ranges::find(buffers, text.substr(0, end), [](const BufferTemplate& b) { return b.base.name; });
  const std::size_t plus = std::min(text.find_first_not_of(' ', end), text.size());
  if (buffer == buffers.end() || (plus < text.size() && text[plus] != '+')) return std::nullopt;
  PointerTemplate pointer{static_cast<std::size_t>(buffer - buffers.begin()), std::nullopt};
  const std::size_t start = std::min(text.find_first_not_of(' ', plus + 1), text.size());
  if (plus < text.size()) pointer.offset = value.expression_from(start, symbols);
  return pointer;
}

std::vector<Expression> expressions(const Reader& list, const Symbols& symbols) {
  std::vector<Expression> all;
  for (const Reader& item : list.items_or_one()) all.push_back(item.expression(symbols));
  return all;
}

ElementType element_type(const Reader& value) {
  if (const auto type = element_type_named(value.text())) return *type;
  std::vector<std::string> names;
  for (const ElementTypeFacts& facts : kElementTypes) names.emplace_back(facts.name);
  value.fail(fmt::format("unknown element type '{}'", value.text()), did_you_mean(value.text(), names));
}

TensorMapTemplate tensor_map(const Reader& value, const Symbols& symbols, const std::vector<BufferTemplate>& buffers) {
  value.expect(kTensorMapKeys);
  TensorMapTemplate map{.place = value.place()};
  value.with("tensor_map", [&](const Reader& base) {
    const auto found = pointer(base, symbols, buffers);
    if (!found)
      base.fail(fmt::format("unknown buffer '{}'", base.text()), did_you_mean(base.text(), names_of(buffers)));
    map.base = *found;
  });
  value.read("type", map.type, element_type);
  value.read("sizes", map.sizes, expressions, symbols);
  value.read("strides", map.strides, expressions, symbols);
  value.read("box", map.box, expressions, symbols);
  value.read("swizzle", map.swizzle, &Reader::expression, symbols);
  value.read("l2_promotion", map.l2_promotion, &Reader::expression, symbols);
  return map;
}

std::variant<PointerTemplate, TypedExpression> plain_argument(const Reader& value, const Symbols& symbols,
                                                              const std::vector<BufferTemplate>& buffers) {
  const std::string& text = value.text();
  if (text == "nullptr") return PointerTemplate{BufferIndex::kNull, std::nullopt};
  if (auto found = pointer(value, symbols, buffers)) return *std::move(found);
  if (text.find(' ') != std::string::npos) return read_typed_expression(value, symbols);
  if (symbols.find(text))
    value.fail(fmt::format("the argument '{}' has no type", text), fmt::format("write i32 {}", text));
  value.fail(fmt::format("unknown buffer '{}'", text), did_you_mean(text, names_of(buffers)));
}

StructTemplate struct_of(const Reader& value, const Symbols& symbols, const std::vector<BufferTemplate>& buffers) {
  value.expect(kStructKeys);
  StructTemplate members{.members = {}, .place = value.place()};
  value.with("struct", [&](const Reader& list) {
    list.each_of(list.items(),
                 [&](const Reader& item) { members.members.push_back(plain_argument(item, symbols, buffers)); });
  });
  return members;
}

}  // namespace

ArgumentTemplate read_argument(const Reader& value, const Symbols& symbols,
                               const std::vector<BufferTemplate>& buffers) {
  if (value.is_mapping() && value.find("struct")) return struct_of(value, symbols, buffers);
  if (value.is_mapping()) return tensor_map(value, symbols, buffers);
  return std::visit([](auto plain) { return ArgumentTemplate(std::move(plain)); },
                    plain_argument(value, symbols, buffers));
}

}  // namespace warpledger
