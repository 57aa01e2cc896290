#include "spec/kernel_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "spec/buffer_reader.h"
#include "spec/program.h"

namespace warpledger {

std::vector<Kernel> KernelReader::kernels(const Reader& kernels) const {
  std::vector<Kernel> list;
  for (const auto& [key, value] : kernels.entries()) list.push_back(kernel(key, value));
  return list;
}

ReferenceTemplate KernelReader::reference(const Reader& reference) const {
  reference.expect(kReferenceKeys);
  ReferenceTemplate result{program(reference.at("source")), launch(reference, reference.at("kernel").cpp_name())};
  // A reference is a grid-stride loop: any geometry is right, this one fills the device.
  if (result.launch.blocks.empty()) result.launch.blocks.emplace_back("4 * sm_count", reference.place(), symbols_);
  if (result.launch.threads.empty()) result.launch.threads.emplace_back("256", reference.place(), symbols_);
  return result;
}

Kernel KernelReader::kernel(const Reader& key, const Reader& value) const {
  value.expect(kKernelKeys);
  Kernel kernel{.name = key.new_name(), .program = program(value.at("source"))};
  if (const auto where = value.find("where"))
    for (const Reader& item : where->items_or_one()) kernel.where.push_back(item.expression(symbols_));
  const auto launches = value.find("launches");
  if (!launches) {
    kernel.launches.push_back(launch(value, kernel.name));
    return kernel;
  }
  for (const std::string_view short_form : {"template", "args", "blocks", "threads", "shared_bytes"})
    if (const auto misplaced = value.find(short_form))
      misplaced->fail(fmt::format("'{}' beside 'launches' has no meaning", short_form), "move it into a launch");
  for (const Reader& item : launches->items()) {
    item.expect(kLaunchKeys);
    kernel.launches.push_back(launch(item, item.at("kernel").cpp_name()));
    if (const auto prepare = item.find("prepare")) kernel.launches.back().prepare = prepare->boolean();
  }
  const auto prepares = [](const LaunchTemplate& launch) { return launch.prepare; };
  if (std::all_of(kernel.launches.begin(), kernel.launches.end(), prepares))
    launches->fail("every launch is marked prepare, so that none is timed", "leave `prepare` out where time counts");
  return kernel;
}

Program KernelReader::program(const Reader& source) const {
  const std::filesystem::path name = source.text();
  std::error_code ignored;  // what cannot be examined is not found
  if (!std::filesystem::is_regular_file(folder_ / name, ignored))
    source.fail(fmt::format("no source file '{}' in {}", name.string(), folder_), "add the file, or correct its name");
  if (name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end())
    source.fail(fmt::format("'{}' lies outside the family's folder", name.string()), "copy the file into " + folder_);
  return load_program(folder_, name);
}

LaunchTemplate KernelReader::launch(const Reader& launch, std::string function) const {
  LaunchTemplate result{.function = std::move(function)};
  if (const auto arguments = launch.find("template"))
    for (const Reader& item : arguments->items()) result.template_arguments.push_back(item.expression(symbols_));
  for (const Reader& item : launch.at("args").items()) result.arguments.push_back(argument(item));
  result.blocks = extent(launch, "blocks");
  result.threads = extent(launch, "threads");
  if (const auto bytes = launch.find("shared_bytes")) result.shared_bytes = bytes->expression(symbols_);
  return result;
}

std::variant<BufferIndex, TypedExpression> KernelReader::argument(const Reader& value) const {
  const std::string& text = value.text();
  const auto buffer =
      std::find_if(buffers_.begin(), buffers_.end(), [&](const BufferTemplate& b) { return b.base.name == text; });
  if (buffer != buffers_.end()) return BufferIndex{static_cast<std::size_t>(buffer - buffers_.begin())};
  if (text.find(' ') != std::string::npos) return read_typed_expression(value, symbols_);
  std::vector<std::string> names;
  for (const BufferTemplate& b : buffers_) names.push_back(b.base.name);
  if (symbols_.find(text))
    value.fail(fmt::format("the argument '{}' lacks its type", text), fmt::format("write i32 {}", text));
  value.fail(fmt::format("unknown buffer '{}'", text), did_you_mean(text, names));
}

std::vector<Expression> KernelReader::extent(const Reader& launch, std::string_view key) const {
  std::vector<Expression> list;
  const auto value = launch.find(key);
  if (!value) return list;
  for (const Reader& item : value->items_or_one()) list.push_back(item.expression(symbols_));
  if (list.size() > 3) value->fail("more than three extents", "a grid and a block have x, y and z");
  return list;
}

}  // namespace warpledger
