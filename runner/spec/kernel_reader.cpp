#include "spec/kernel_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "spec/buffer_reader.h"
#include "spec/kernel_signature.h"
#include "spec/source_text.h"

namespace warpledger {
namespace {

/// A kernel has either launches or the keys of one launch.
void refuse_short_form(const Reader& kernel) {
  std::vector<std::string> misplaced;
  for (const std::string key : {"template", "args", "blocks", "threads", "shared_bytes"})
    if (kernel.find(key)) misplaced.push_back(key);
  if (misplaced.empty()) return;
  kernel.at(misplaced[0])
      .fail(fmt::format("'{}' has no meaning next to 'launches'", join(misplaced, "', '")), "move it into a launch");
}

/// A buffer fits a pointer, and a number a parameter of its size and kind.
bool fits(const KernelParameter& parameter, const std::variant<BufferIndex, TypedExpression>& argument) {
  using Form = KernelParameter::Form;
  if (parameter.form == Form::other) return true;
  const auto* number = std::get_if<TypedExpression>(&argument);
  if (number == nullptr || parameter.form == Form::pointer)
    return (number == nullptr) == (parameter.form == Form::pointer);
  const ElementTypeFacts& type = facts_of(number->type);
  return type.floating == (parameter.form == Form::floating) && type.bytes == parameter.bytes;
}

/// What a launch passes must be what its function takes, as far as the source tells.
void check_arguments(const Reader& args, const LaunchTemplate& launch, const Program& program) {
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
        items[i].fail(fmt::format("'{}' cannot be passed as '{}'", items[i].text(), parameters[i]),
                      fmt::format("{} declares '{}': a buffer is passed as a pointer, a number as its own type",
                                  declared, launch.function));
    });
}

struct Include {
  std::string name;
  Place place;
};

/// The column from 0 of NAME in a line `#include "NAME"`.
std::optional<std::size_t> quoted_include(std::string_view line) {
  const auto skip_blanks = [&](std::size_t from) { return std::min(line.find_first_not_of(" \t", from), line.size()); };
  std::size_t at = skip_blanks(0);
  if (!line.substr(at).starts_with('#')) return std::nullopt;
  at = skip_blanks(at + 1);
  constexpr std::string_view kWord = "include";
  if (!line.substr(at).starts_with(kWord)) return std::nullopt;
  at = skip_blanks(at + kWord.size());
  if (!line.substr(at).starts_with('"') || line.find('"', at + 1) == std::string_view::npos) return std::nullopt;
  return at + 1;
}

std::vector<Include> includes_of(const std::string& file, const std::string& text) {
  std::vector<Include> includes;
  std::istringstream stream(text);
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (const auto start = quoted_include(line))
      includes.push_back({line.substr(*start, line.find('"', *start) - *start), {file, number, *start + 1, line}});
  }
  return includes;
}

bool stays_inside(const std::filesystem::path& relative) {
  return relative.is_relative() && std::find(relative.begin(), relative.end(), "..") == relative.end();
}

std::string read_include(const std::string& folder, const Include& include) {
  if (!stays_inside(include.name))
    throw Error(include.place, fmt::format("'{}' is outside the family's folder", include.name),
                "copy the file into " + folder);
  const std::string path = folder + "/" + include.name;
  std::error_code ignored;  // what cannot be examined is not found
  if (!std::filesystem::is_regular_file(path, ignored))
    throw Error(include.place, fmt::format("'{}' is not in {}", include.name, folder),
                "add the file; headers of the CUDA toolkit are included with <...>");
  return readable_source({path, read_file(path)}).text;
}

}  // namespace

std::vector<Kernel> KernelReader::kernels(const Reader& kernels) const {
  std::vector<Kernel> list;
  kernels.each_entry([&](const Reader& key, const Reader& value) { read_kernel(key, value, list.emplace_back()); });
  return list;
}

ReferenceTemplate KernelReader::reference(const Reader& reference) const {
  reference.expect(kReferenceKeys);
  ReferenceTemplate result;
  reference.with("source", [&](const Reader& source) { result.program = program(source); });
  std::string function;
  reference.read("kernel", function, &Reader::cpp_name);
  result.launch = launch(reference, function, result.program);
  // A reference is a grid-stride loop: any geometry is right, this one fills the device.
  if (result.launch.blocks.empty()) result.launch.blocks.emplace_back("4 * sm_count", reference.place(), symbols_);
  if (result.launch.threads.empty()) result.launch.threads.emplace_back("256", reference.place(), symbols_);
  return result;
}

void KernelReader::read_kernel(const Reader& key, const Reader& value, Kernel& kernel) const {
  kernel.name = key.text();
  key.attempt([&] { key.new_name(); });
  value.expect(kKernelKeys);
  value.with("source", [&](const Reader& source) { kernel.program = program(source); });
  value.with("where", [&](const Reader& where) {
    for (const Reader& item : where.items_or_one()) kernel.where.push_back(item.expression(symbols_));
  });
  if (!value.find("launches")) {
    value.attempt([&] { value.at("args"); });
    kernel.launches.push_back(launch(value, kernel.name, kernel.program));
    return;
  }
  value.attempt([&] { refuse_short_form(value); });
  value.with("launches", [&](const Reader& launches) { read_launches(launches, kernel); });
}

void KernelReader::read_launches(const Reader& launches, Kernel& kernel) const {
  const auto is_timed = [](const LaunchTemplate& launch) { return !launch.prepare; };
  const bool sound = launches.each_of(launches.items(), [&](const Reader& item) {
    item.expect(kLaunchKeys);
    std::string function;
    item.read("kernel", function, &Reader::cpp_name);
    LaunchTemplate read = launch(item, function, kernel.program);
    item.read("prepare", read.prepare, &Reader::boolean);
    if (read.prepare && std::ranges::any_of(kernel.launches, is_timed))
      item.at("prepare").fail("a prepare launch after a timed one: it would run before all timed launches",
                              "move it before the timed launches");
    kernel.launches.push_back(std::move(read));
  });
  if (sound && std::ranges::none_of(kernel.launches, is_timed))
    launches.fail("every launch is marked prepare, so none is timed", "remove `prepare` from the launches to time");
}

Program KernelReader::program(const Reader& source) const {
  const std::filesystem::path name = source.text();
  std::error_code ignored;  // what cannot be examined is not found
  if (!std::filesystem::is_regular_file(folder_ / name, ignored))
    source.fail(fmt::format("no source file '{}' in {}", name.string(), folder_), "add the file, or correct its name");
  if (name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end())
    source.fail(fmt::format("'{}' is outside the family's folder", name.string()), "copy the file into " + folder_);
  return load_program(folder_, name);
}

LaunchTemplate KernelReader::launch(const Reader& launch, std::string function, const Program& program) const {
  LaunchTemplate result{.function = std::move(function)};
  launch.with("template", [&](const Reader& arguments) {
    for (const Reader& item : arguments.items()) result.template_arguments.push_back(item.expression(symbols_));
  });
  launch.with("args", [&](const Reader& arguments) {
    const bool sound =
        launch.each_of(arguments.items(), [&](const Reader& item) { result.arguments.push_back(argument(item)); });
    if (sound) check_arguments(arguments, result, program);
  });
  launch.read("blocks", result.blocks, [this](const Reader& blocks) { return extent(blocks); });
  launch.read("threads", result.threads, [this](const Reader& threads) { return extent(threads); });
  launch.read("shared_bytes", result.shared_bytes, &Reader::expression, symbols_);
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
    value.fail(fmt::format("the argument '{}' has no type", text), fmt::format("write i32 {}", text));
  value.fail(fmt::format("unknown buffer '{}'", text), did_you_mean(text, names));
}

std::vector<Expression> KernelReader::extent(const Reader& value) const {
  std::vector<Expression> list;
  for (const Reader& item : value.items_or_one()) list.push_back(item.expression(symbols_));
  if (list.size() > 3) value.fail("more than three extents", "a grid and a block have x, y and z");
  return list;
}

Program load_program(const std::string& folder, const std::string& source) {
  const std::string path = folder + "/" + source;
  Program program{.main = readable_source({path, read_file(path)})};
  std::map<std::string, std::string> headers;
  std::vector<Include> open = includes_of(path, program.main.text);
  ErrorList errors;
  while (!open.empty()) {
    const Include include = std::move(open.back());
    open.pop_back();
    if (headers.contains(include.name)) continue;
    errors.attempt([&] {
      const std::string& text = headers[include.name] = read_include(folder, include);
      for (Include& nested : includes_of(folder + "/" + include.name, text)) open.push_back(std::move(nested));
    });
  }
  errors.raise();
  for (auto& [name, text] : headers) program.headers.push_back({name, std::move(text)});
  return program;
}

}  // namespace warpledger
