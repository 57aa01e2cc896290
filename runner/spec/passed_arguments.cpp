#include "spec/passed_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "base/text.h"
#include "spec/kernel_signature.h"

namespace warpledger {
namespace {

/// True for a buffer and a pointer, or a number and a parameter of its size and kind.
bool fits(const KernelParameter& parameter, const ArgumentTemplate& argument) {
  if (parameter.form == KernelParameter::Form::other) return true;
  if (std::holds_alternative<TensorMapTemplate>(argument) || std::holds_alternative<StructTemplate>(argument))
    return false;
  const auto* number = std::get_if<TypedExpression>(&argument);
  if (number == nullptr || parameter.form == KernelParameter::Form::pointer)
    return (number == nullptr) == (parameter.form == KernelParameter::Form::pointer);
  if (number->type_slot) return true;  // the parameter decides
  const ElementTypeFacts& type = facts_of(number->type);
  return type.floating == (parameter.form == KernelParameter::Form::floating) && type.bytes == parameter.bytes;
}

/// True if elements of `buffer` may be read through a pointer to `pointee`. Any data may be read as integers, to pack
/// or unpack it, except doubles as 2 or 4 bytes: that is a reference with int* for its results.
bool reads(const ElementTypeFacts& pointee, const ElementTypeFacts& buffer) {
  if (pointee.floating && buffer.floating) return pointee.name == buffer.name;
  if (pointee.floating || buffer.bytes < sizeof(double) || !buffer.floating) return true;
  return pointee.bytes == 1 || pointee.bytes == buffer.bytes;
}

std::string words_for(const Reader& argument) {
  if (!argument.is_mapping()) return argument.text();
  return argument.find("struct") ? "a struct" : "a tensor map";
}

/// Throws Error if `argument` is a buffer whose element type differs from the parameter's.
void check_pointee(const Reader& item, const ArgumentTemplate& argument, const KernelParameter& parameter,
                   const PassedTypes& types, const std::string& declared) {
  const auto* pointer = std::get_if<PointerTemplate>(&argument);
  if (pointer == nullptr || !parameter.pointee || pointer->buffer >= types.size()) return;
  const std::optional<ElementType> type = types[pointer->buffer];
  if (!type || reads(*parameter.pointee, facts_of(*type))) return;
  item.fail(fmt::format("'{}' is an array of {} here, but is passed as '{}'", words_for(item), facts_of(*type).cpp,
                        parameter.text),
            fmt::format("{} declares it: correct the pointer's type, or the buffer's", declared));
}

}  // namespace

PassedTypes types_for_kernels(const std::vector<BufferTemplate>& buffers) {
  PassedTypes types;
  for (const BufferTemplate& buffer : buffers)
    types.push_back(buffer.type_slot || buffer.base.role == Role::scratch ? std::nullopt
                                                                          : std::optional(buffer.base.type));
  return types;
}

PassedTypes types_for_references(const std::vector<BufferTemplate>& buffers) {
  PassedTypes types = types_for_kernels(buffers);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i].base.role == Role::out || buffers[i].base.role == Role::inout) types[i] = ElementType::f64;
  return types;
}

void check_arguments(const Reader& args, const LaunchTemplate& launch, const Program& program,
                     const PassedTypes& types) {
  const auto signature = find_signature(program, launch.function);
  if (!signature) return;
  const std::string declared = fmt::format("{}:{}", signature->file, signature->line);
  std::vector<std::string> parameters;
  for (const KernelParameter& parameter : signature->parameters) parameters.push_back(parameter.text);
  if (parameters.size() != launch.arguments.size())
    args.fail(fmt::format("'{}' takes {} argument{}, but this list has {}", launch.function, parameters.size(),
                          parameters.size() == 1 ? "" : "s", launch.arguments.size()),
              fmt::format("{} declares: {}", declared, join(parameters)));
  const std::vector<Reader> items = args.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    items[i].attempt([&] {
      if (!fits(signature->parameters[i], launch.arguments[i]))
        items[i].fail(fmt::format("'{}' cannot be passed as '{}'", words_for(items[i]), parameters[i]),
                      fmt::format("{} declares '{}': a buffer is passed as a pointer, a number as its own type",
                                  declared, launch.function));
      check_pointee(items[i], launch.arguments[i], signature->parameters[i], types, declared);
    });
}

void check_fill_arguments(const Reader& fill, const FillProgramTemplate& made) {
  const std::vector<ArgumentTemplate>& arguments = made.launch.arguments;
  if (!std::ranges::all_of(arguments, [](const auto& a) { return std::holds_alternative<TypedExpression>(a); }))
    fill.with("args", [](const Reader& args) {
      args.fail("a fill takes numbers: its buffer and the seed come before them by themselves",
                "write <type> <expression>");
    });
  const auto signature = find_signature(made.program, made.launch.function);
  if (signature && signature->parameters.size() != 2 + arguments.size())
    fill.with("kernel", [&](const Reader& kernel) {
      kernel.fail(
          fmt::format("'{}' takes {} arguments, but gets the buffer, the seed and {} of `args`", made.launch.function,
                      signature->parameters.size(), arguments.size()),
          fmt::format("{}:{} declares it: the first two are T*, unsigned long long", signature->file, signature->line));
    });
}

}  // namespace warpledger
