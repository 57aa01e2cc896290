#include "spec/kernel_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "spec/argument_reader.h"
#include "spec/passed_arguments.h"
#include "spec/timed_launches.h"

namespace warpledger {
namespace {

/// Kernels and references have either `launches` or the keys of one launch.
void refuse_short_form(const Reader& kernel) {
  std::vector<std::string> misplaced;
  for (const std::string key :
       {"kernel", "template", "args", "blocks", "threads", "shared_bytes", "cluster", "cooperative"})
    if (kernel.find(key)) misplaced.push_back(key);
  if (misplaced.empty()) return;
  kernel.at(misplaced[0])
      .fail(fmt::format("'{}' has no meaning next to 'launches'", join(misplaced, "', '")), "move it into a launch");
}

std::string library_name(const Reader& value) {
  const std::string& name = value.text();
  if (!std::ranges::all_of(name, [](char c) { return is_name_character(c) || c == '-' || c == '.'; }))
    value.fail(fmt::format("'{}' is no name of a library", name), "write it as the linker takes it behind -l: cublas");
  return name;
}

/// A library program chooses its own launch geometry.
void refuse_geometry(const Reader& launch) {
  for (const char* key : {"blocks", "threads", "shared_bytes", "cluster", "cooperative", "programmatic"})
    launch.with(key, [&](const Reader& value) {
      value.fail(fmt::format("'{}' has no meaning for a library program, which launches what it likes", key),
                 "remove it");
    });
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
  if (!reference.find("launches")) {
    for (const char* key : {"kernel", "args"}) reference.attempt([&] { reference.at(key); });
    result.launches.push_back(reference_launch(reference, result.program));
    return result;
  }
  reference.attempt([&] { refuse_short_form(reference); });
  reference.with("launches", [&](const Reader& launches) {
    launches.each_of(launches.items(), [&](const Reader& item) {
      item.expect(kReferenceLaunchKeys);
      result.launches.push_back(reference_launch(item, result.program));
    });
  });
  return result;
}

LaunchTemplate KernelReader::reference_launch(const Reader& launch, const Program& program) const {
  std::string function;
  launch.read("kernel", function, &Reader::cpp_name);
  LaunchTemplate result = this->launch(launch, function, program, types_for_references(buffers_));
  for (const ArgumentTemplate& argument : result.arguments) {
    if (const auto* map = std::get_if<TensorMapTemplate>(&argument))
      launch.attempt([&] { throw Error(map->place, "a reference takes no tensor map", "pass the buffer"); });
    if (const auto* members = std::get_if<StructTemplate>(&argument))
      launch.attempt([&] { throw Error(members->place, "a reference takes no struct", "pass its members"); });
  }
  // References are grid-stride loops, so any geometry is correct; this one fills the device.
  if (result.blocks.empty()) result.blocks.emplace_back("4 * sm_count", launch.place(), symbols_);
  if (result.threads.empty()) result.threads.emplace_back("256", launch.place(), symbols_);
  return result;
}

FillProgramTemplate KernelReader::fill(const Reader& fill) const {
  fill.expect(kFillKernelKeys);
  FillProgramTemplate result;
  fill.with("source", [&](const Reader& source) { result.program = program(source); });
  std::string function;
  fill.read("kernel", function, &Reader::cpp_name);
  // No program: its signature also has the buffer and the seed, so check_fill_arguments() checks it.
  result.launch = launch(fill, function, {}, {});
  check_fill_arguments(fill, result);
  // Device-independent, so that kernels whose result depends on the geometry agree everywhere.
  if (result.launch.blocks.empty()) result.launch.blocks.emplace_back("256", fill.place(), symbols_);
  if (result.launch.threads.empty()) result.launch.threads.emplace_back("256", fill.place(), symbols_);
  return result;
}

void KernelReader::read_kernel(const Reader& key, const Reader& value, Kernel& kernel) const {
  kernel.name = key.text();
  key.attempt([&] { key.new_name(); });
  value.expect(kKernelKeys);
  value.attempt([&] { read_program(value, kernel); });
  value.with("defines", [&](const Reader& defines) {
    if (language_of(kernel.program) != Language::cuda)
      defines.fail("PTX and machine code have no macros", "remove the defines");
  });
  value.read("defines", kernel.defines, read_defines, symbols_);
  value.read("options", kernel.options, read_options, symbols_);
  value.with("where", [&](const Reader& where) {
    for (const Reader& item : where.items_or_one()) kernel.where.push_back(item.expression(symbols_));
  });
  value.with("graph", [&](const Reader& graph) {
    kernel.graph = graph.boolean();
    if (is_library(kernel.program))
      graph.fail("'graph' has no meaning for a library program, which launches what it likes",
                 "remove it; the program can make a graph itself, and launch it on its stream");
  });
  value.with("outputs", [&](const Reader& names) { kernel.outputs = outputs(names); });
  value.with("reference", [&](const Reader& own) { kernel.reference = reference(own); });
  if (!value.find("launches")) {
    value.attempt([&] { value.at("args"); });
    kernel.launches.push_back(launch(value, kernel.name, kernel.program, types_for_kernels(buffers_)));
    return;
  }
  value.attempt([&] { refuse_short_form(value); });
  value.with("launches", [&](const Reader& launches) { read_launches(launches, kernel); });
}

void KernelReader::read_program(const Reader& value, Kernel& kernel) const {
  const auto library = value.find("library");
  for (const Reader& item : (library ? *library : value.at("source")).items_or_one())
    kernel.sources.push_back(item.text());
  if (!library) {
    kernel.program = program(value.at("source"));
    value.with("link", [](const Reader& link) {
      link.fail("only a library program is linked with something", "write library: in place of source:");
    });
    return;
  }
  kernel.program = program(*library);
  kernel.program.options.emplace_back(kLibraryOption);
  value.with("source", [](const Reader& source) {
    source.fail("a kernel has either 'source' or 'library'", "make two kernels of them");
  });
  value.with("link", [&](const Reader& link) {
    for (const Reader& item : link.items_or_one()) kernel.program.options.push_back("-l" + library_name(item));
  });
}

std::vector<std::size_t> KernelReader::outputs(const Reader& names) const {
  std::vector<std::size_t> list;
  const bool has_inout =
      std::ranges::any_of(buffers_, [](const BufferTemplate& b) { return b.base.role == Role::inout; });
  if (names.is_list() && names.is_empty() && has_inout) return list;
  for (const Reader& name : names.items()) {
    const auto found = std::ranges::find(buffers_, name.text(), [](const BufferTemplate& b) { return b.base.name; });
    if (found == buffers_.end() || found->base.role != Role::out)
      name.fail(fmt::format("'{}' is no buffer of role out", name.text()),
                "name the outputs that this kernel fills; those of role inout are always compared");
    list.push_back(static_cast<std::size_t>(found - buffers_.begin()));
  }
  return list;
}

void KernelReader::read_launches(const Reader& launches, Kernel& kernel) const {
  const std::vector<Reader> items = launches.items();
  const bool sound = launches.each_of(items, [&](const Reader& item) {
    item.expect(kLaunchKeys);
    std::string function;
    item.read("kernel", function, &Reader::cpp_name);
    LaunchTemplate read = launch(item, function, kernel.program, types_for_kernels(buffers_));
    item.read("programmatic", read.programmatic, &Reader::boolean);
    item.read("prepare", read.prepare, &Reader::boolean);
    item.read("after", read.after, &Reader::boolean);
    if (read.prepare && read.after) item.at("after").fail("a launch is marked prepare and after", "remove one of them");
    if (!read.after && !kernel.launches.empty() && kernel.launches.back().after)
      item.fail("a launch behind one that is marked after", "move it before that one");
    if (read.prepare && std::ranges::any_of(kernel.launches, &LaunchTemplate::is_timed))
      item.at("prepare").fail("a prepare launch after a timed one: it would run before all timed launches",
                              "move it before the timed launches");
    kernel.launches.push_back(std::move(read));
  });
  if (sound) check_programmatic(items, kernel.launches);
  if (sound && std::ranges::none_of(kernel.launches, &LaunchTemplate::is_timed))
    launches.fail("every launch is marked prepare or after, so none is timed",
                  "remove the marks from the launches to time");
}

Program KernelReader::program(const Reader& source) const {
  std::vector<std::string> names;
  for (const Reader& item : source.items_or_one()) {
    const std::filesystem::path name = item.text();
    std::error_code ignored;  // treat unreadable as missing
    if (!std::filesystem::is_regular_file(folders_.own / name, ignored))
      item.fail(fmt::format("no source file '{}' in {}", name.string(), folders_.own),
                "add the file, or correct its name");
    if (name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end())
      item.fail(fmt::format("'{}' is outside the family's folder", name.string()),
                "copy the file into " + folders_.own);
    if (std::ranges::count(names, name.string()) > 0)
      item.fail(fmt::format("the source '{}' appears twice", name.string()), "keep one of them");
    names.push_back(name);
    if (names.size() > 1 &&
        std::ranges::any_of(names, [](const std::string& n) { return language_of(n) != Language::cuda; }))
      item.fail("PTX and machine code are not compiled with another source", "give them a kernel of their own");
  }
  return load_program(folders_, names);
}

TemplateArgument KernelReader::template_argument(const Reader& item) const {
  if (item.is_mapping()) {
    item.expect(kTemplateArgumentKeys);
    std::string name;
    item.read("name", name, &Reader::cpp_name);
    return name;
  }
  const std::string& text = item.text();
  if (text == "true" || text == "false") return text;
  const auto slot = symbols_.find(text);
  if (slot && symbols_.has_words(*slot)) return WordSlot{*slot};
  if (const auto type = element_type_named(text); type && !slot) return std::string(facts_of(*type).cpp);
  return item.expression(symbols_);
}

LaunchTemplate KernelReader::launch(const Reader& launch, std::string function, const Program& program,
                                    const PassedTypes& types) const {
  LaunchTemplate result{.function = std::move(function)};
  launch.with("template", [&](const Reader& arguments) {
    if (language_of(program) != Language::cuda)
      arguments.fail("PTX and machine code have no templates", "name the kernel as the file has it: kernel: NAME");
    if (arguments.is_list() && arguments.is_empty())
      arguments.fail("this kernel has no template arguments", "remove 'template'");
    for (const Reader& item : arguments.items()) result.template_arguments.push_back(template_argument(item));
  });
  launch.with("args", [&](const Reader& arguments) {
    const bool sound = launch.each_of(arguments.items(), [&](const Reader& item) {
      result.arguments.push_back(read_argument(item, symbols_, buffers_));
    });
    if (sound) check_arguments(arguments, result, program, types);
  });
  launch.read("blocks", result.blocks, [this](const Reader& blocks) { return extent(blocks); });
  launch.read("threads", result.threads, [this](const Reader& threads) { return extent(threads); });
  launch.read("shared_bytes", result.shared_bytes, &Reader::expression, symbols_);
  launch.read("cluster", result.cluster, [this](const Reader& cluster) { return extent(cluster); });
  launch.read("cooperative", result.cooperative, &Reader::boolean);
  if (!is_library(program)) return result;
  refuse_geometry(launch);
  result.blocks.assign(1, Expression("1", launch.place(), symbols_));
  result.threads = result.blocks;
  return result;
}

std::vector<Expression> KernelReader::extent(const Reader& value) const {
  std::vector<Expression> list;
  for (const Reader& item : value.items_or_one()) list.push_back(item.expression(symbols_));
  if (list.size() > 3) value.fail("more than three extents", "a grid and a block have x, y and z");
  return list;
}

}  // namespace warpledger
