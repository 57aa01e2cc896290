#include "plan/launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "model/tensor_map.h"
#include "plan/job.h"
#include "plan/struct_layout.h"

namespace warpledger {
namespace {

std::int64_t whole_between(const Expression& expression, const Values& values, std::string_view name,
                           std::int64_t least, std::int64_t most) {
  const std::int64_t value = expression.whole(values, name);
  if (value < least || value > most)
    throw Error(expression.place(), fmt::format("{} = {} is not between {} and {}", name, value, least, most),
                "correct the expression, or exclude such points with `where`");
  return value;
}

/// Uses `otherwise` in x if there are no extents.
Extent resolve_extent(const std::vector<Expression>& extents, const Values& values, std::string_view name,
                      double otherwise) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (extents.empty()) return {.x = static_cast<std::uint32_t>(std::min(otherwise, static_cast<double>(kMost)))};
  const auto extent = [&](std::size_t i) {
    return i < extents.size() ? static_cast<std::uint32_t>(whole_between(extents[i], values, name, 1, kMost)) : 1;
  };
  return {extent(0), extent(1), extent(2)};
}

std::uint32_t resolve_shared_bytes(const LaunchTemplate& launch, const Values& values) {
  if (!launch.shared_bytes) return 0;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::uint32_t>(whole_between(*launch.shared_bytes, values, "shared_bytes", 0, kMost));
}

std::int64_t resolve_count(const BufferTemplate& buffer, const Values& values) {
  constexpr std::int64_t kMost = std::int64_t{1} << 48;  // elements; no overflow times 8 bytes
  return whole_between(buffer.count, values, "count", 1, kMost);
}

double resolve_tolerance(const std::optional<Expression>& tolerance, const Values& values) {
  const double value = tolerance ? tolerance->number(values) : 0;
  if (value < 0)
    throw Error(tolerance->place(), fmt::format("the tolerance {} is below 0", value), "correct the expression");
  return value;
}

double resolve_norm(const std::optional<Expression>& norm, const Values& values) {
  const double value = norm ? norm->number(values) : 0;
  if (norm && value <= 0)
    throw Error(norm->place(), fmt::format("the norm {} is not above 0", value),
                "for an exact comparison write abs: 0");
  return value;
}

double resolve_matched(const std::optional<Expression>& matched, const Values& values) {
  const double value = matched ? matched->number(values) : 1;
  if (value <= 0 || value > 1)
    throw Error(matched->place(), fmt::format("{} is no fraction of an output's elements", value),
                "write a number above 0, up to 1, such as 0.999");
  return value;
}

std::string template_argument(const Family& family, const TemplateArgument& argument, const Values& values,
                              Spelling spelling) {
  if (const auto* text = std::get_if<std::string>(&argument)) return *text;
  if (const auto* number = std::get_if<Expression>(&argument))
    return std::to_string(number->whole(values, "template argument"));
  const std::size_t slot = std::get<WordSlot>(argument).slot;
  const Parameter& parameter = family.parameter_of(slot);
  return spelling == Spelling::cpp ? parameter.cpp_of(values[slot]) : parameter.text_of(values[slot]);
}

/// Writes integers without a decimal point, so that they are integers in C++.
std::string macro_value(const Family& family, const DefineTemplate& define, const Values& values) {
  if (const auto* word = std::get_if<WordSlot>(&define.value))
    return family.parameter_of(word->slot).cpp_of(values[word->slot]);
  return fmt::format("{}", std::get<Expression>(define.value).number(values));
}

/// In bytes, saturated above what the copy engine allows.
std::vector<std::int64_t> strides_without_gaps(const std::vector<std::int64_t>& sizes, std::int64_t bytes) {
  constexpr std::int64_t kTooLarge = std::int64_t{1} << 40;
  std::vector<std::int64_t> strides;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    bytes = sizes[i] > kTooLarge / bytes ? kTooLarge : bytes * sizes[i];
    strides.push_back(bytes);
  }
  return strides;
}

}  // namespace

std::string resolve_template(const Family& family, const LaunchTemplate& launch, const Values& values,
                             Spelling spelling) {
  if (launch.template_arguments.empty()) return "";
  std::vector<std::string> arguments;
  for (const TemplateArgument& argument : launch.template_arguments)
    arguments.push_back(template_argument(family, argument, values, spelling));
  return fmt::format("<{}>", join(arguments, ","));
}

Resolver::Resolver(const Family& family, const Values& values)
    : family_(family),
      values_(values),
      blocks_(values[family.symbols.slot("blocks")]),
      threads_(values[family.symbols.slot("threads")]) {}

std::pair<Extent, Extent> Resolver::geometry(const LaunchTemplate& launch) const {
  return {resolve_extent(launch.blocks, values_, "blocks", blocks_),
          resolve_extent(launch.threads, values_, "threads", threads_)};
}

Launch Resolver::launch(const LaunchTemplate& launch) const {
  const auto [grid, block] = geometry(launch);
  Launch result{.function = launch.function + resolve_template(family_, launch, values_, Spelling::cpp),
                .arguments = {},
                .grid = grid,
                .block = block,
                .shared_bytes = resolve_shared_bytes(launch, values_),
                .prepare = launch.prepare,
                .after = launch.after,
                .attributes = attributes(launch)};
  for (const ArgumentTemplate& given : launch.arguments) result.arguments.push_back(argument(given));
  return result;
}

Argument Resolver::argument(const ArgumentTemplate& argument) const {
  if (const auto* typed = std::get_if<TypedExpression>(&argument)) return pack_scalar(*typed, values_);
  if (const auto* map = std::get_if<TensorMapTemplate>(&argument)) return tensor_map(*map);
  if (const auto* members = std::get_if<StructTemplate>(&argument)) return struct_value(*members);
  return pointer(std::get<PointerTemplate>(argument));
}

BufferIndex Resolver::pointer(const PointerTemplate& pointer) const {
  if (!pointer.offset) return {pointer.buffer};
  const std::int64_t count = resolve_count(family_.buffers[pointer.buffer], values_);
  return {pointer.buffer, whole_between(*pointer.offset, values_, "the offset", 0, count)};
}

StructValue Resolver::struct_value(const StructTemplate& members) const {
  StructLayout layout;
  for (const auto& member : members.members) {
    if (const auto* typed = std::get_if<TypedExpression>(&member))
      layout.add(pack_scalar(*typed, values_));
    else
      layout.add(pointer(std::get<PointerTemplate>(member)));
  }
  return layout.value();
}

TensorMap Resolver::tensor_map(const TensorMapTemplate& map) const {
  const BufferTemplate& buffer = family_.buffers[map.base.buffer];
  const auto element = static_cast<std::int64_t>(facts_of(type_of(buffer)).bytes);
  TensorMap result{.base = pointer(map.base), .type = map.type.value_or(type_of(buffer))};
  result.base.offset *= element;
  const auto bytes = static_cast<std::int64_t>(facts_of(result.type).bytes);
  constexpr std::int64_t kMost = std::int64_t{1} << 40;  // no overflow times 8 bytes
  for (const Expression& size : map.sizes) result.sizes.push_back(whole_between(size, values_, "size", 1, kMost));
  for (const Expression& extent : map.box) result.box.push_back(whole_between(extent, values_, "box", 1, kMost));
  for (const Expression& stride : map.strides)
    result.strides.push_back(bytes * whole_between(stride, values_, "stride", 1, kMost));
  if (map.strides.empty()) result.strides = strides_without_gaps(result.sizes, bytes);
  if (map.swizzle) result.swizzle = whole_between(*map.swizzle, values_, "swizzle", 0, kMost);
  if (map.l2_promotion) result.l2_promotion = whole_between(*map.l2_promotion, values_, "l2_promotion", 0, kMost);
  if (const auto problem = problem_of(result, element * resolve_count(buffer, values_)))
    throw Error(map.place, problem->what, problem->hint);
  return result;
}

LaunchAttributes Resolver::attributes(const LaunchTemplate& launch) const {
  return {.cluster = resolve_extent(launch.cluster, values_, "cluster", 1),
          .cooperative = launch.cooperative,
          .programmatic = launch.programmatic};
}

void Resolver::check(const LaunchTemplate& launch, ErrorList& errors) const {
  for (const TemplateArgument& argument : launch.template_arguments)
    errors.attempt([&] { template_argument(family_, argument, values_, Spelling::cpp); });
  for (const ArgumentTemplate& given : launch.arguments) errors.attempt([&] { argument(given); });
  errors.attempt([&] { resolve_extent(launch.blocks, values_, "blocks", blocks_); });
  errors.attempt([&] { resolve_extent(launch.threads, values_, "threads", threads_); });
  errors.attempt([&] { resolve_shared_bytes(launch, values_); });
  errors.attempt([&] { attributes(launch); });
}

ElementType Resolver::type_of(const BufferTemplate& buffer) const {
  return buffer.type_slot ? static_cast<ElementType>(values_[*buffer.type_slot]) : buffer.base.type;
}

Fill Resolver::fill_of(const BufferTemplate& buffer) const {
  if (!buffer.fill) return {};
  const Fill fill = buffer.fill->resolve(values_);
  buffer.fill->check(fill, type_of(buffer), static_cast<double>(resolve_count(buffer, values_)));
  return fill;
}

std::shared_ptr<const FileArray> Resolver::content_of(const BufferTemplate& buffer) const {
  if (!buffer.content) return nullptr;
  const FilePartFacts& facts = find(*buffer.content, buffer);
  check_type(*buffer.content, facts, type_of(buffer));
  return facts.array;
}

std::shared_ptr<const FileArray> Resolver::golden_of(const BufferTemplate& buffer) const {
  if (!buffer.golden) return nullptr;
  const FilePartFacts& facts = find(*buffer.golden, buffer);
  check_type(*buffer.golden, facts, type_of(buffer));
  if (facts.has_nan)
    throw Error(buffer.golden->place, "the file has elements that are not a number, which no result is compared with",
                "correct the file");
  return facts.array;
}

const FilePartFacts& Resolver::find(const FileTemplate& content, const BufferTemplate& buffer) const {
  return find_content(content, family_.symbols, values_, resolve_count(buffer, values_));
}

std::vector<std::shared_ptr<const FileArray>> Resolver::arrays() const {
  std::vector<std::shared_ptr<const FileArray>> arrays;
  for (const BufferTemplate& buffer : family_.buffers)
    for (const auto& array : {content_of(buffer), golden_of(buffer)})
      if (array) arrays.push_back(array);
  return arrays;
}

std::vector<BufferSpec> Resolver::buffers() const {
  std::vector<BufferSpec> buffers;
  for (const BufferTemplate& buffer : family_.buffers) {
    BufferSpec& spec = buffers.emplace_back(buffer.base);
    spec.type = type_of(buffer);
    spec.count = resolve_count(buffer, values_);
    spec.fill = fill_of(buffer);
    if (const auto content = content_of(buffer)) spec.content = content->digest;
    if (buffer.maker) {
      spec.maker =
          std::make_shared<const FillProgram>(FillProgram{buffer.maker->program, launch(buffer.maker->launch)});
      spec.content = fill_digest(*spec.maker);
    }
    if (const auto golden = golden_of(buffer)) spec.golden = golden->digest;
    spec.tolerance.abs = resolve_tolerance(buffer.tolerance_abs, values_);
    spec.tolerance.rel = resolve_tolerance(buffer.tolerance_rel, values_);
    spec.tolerance.matched = resolve_matched(buffer.tolerance_matched, values_);
    spec.tolerance.norm = resolve_norm(buffer.tolerance_norm, values_);
  }
  return buffers;
}

void Resolver::check(const BufferTemplate& buffer, ErrorList& errors) const {
  if (errors.attempt([&] { resolve_count(buffer, values_); })) {
    errors.attempt([&] { fill_of(buffer); });
    errors.attempt([&] { content_of(buffer); });
    errors.attempt([&] { golden_of(buffer); });
  }
  if (buffer.maker) check(buffer.maker->launch, errors);
  errors.attempt([&] { resolve_tolerance(buffer.tolerance_abs, values_); });
  errors.attempt([&] { resolve_tolerance(buffer.tolerance_rel, values_); });
  errors.attempt([&] { resolve_matched(buffer.tolerance_matched, values_); });
  errors.attempt([&] { resolve_norm(buffer.tolerance_norm, values_); });
}

std::string Resolver::option(const OptionTemplate& option) const {
  std::string text;
  for (const auto& part : option.parts) {
    if (const auto* literal = std::get_if<std::string>(&part))
      text += *literal;
    else if (const auto* number = std::get_if<Expression>(&part))
      text += fmt::format("{}", number->number(values_));
    else
      text += family_.parameter_of(std::get<WordSlot>(part).slot).text_of(values_[std::get<WordSlot>(part).slot]);
  }
  check_safe(text, option.place);
  return text;
}

std::vector<std::string> Resolver::options(const Kernel& kernel) const {
  std::vector<std::string> list = kernel.program.options;
  for (const DefineTemplate& define : kernel.defines)
    list.push_back(fmt::format("-D{}={}", define.name, macro_value(family_, define, values_)));
  for (const OptionTemplate& given : kernel.options)
    if (!given.where || given.where->number(values_) != 0) list.push_back(option(given));
  return list;
}

}  // namespace warpledger
