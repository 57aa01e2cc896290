#include "spec/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "spec/buffer_reader.h"
#include "spec/document.h"
#include "spec/kernel_reader.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

// Defines the name even of an invalid parameter, so that its users cause no further errors.

void read_parameters(const Reader& parameters, const ResultNames& taken, Family& family) {
  parameters.each_entry([&](const Reader& key, const Reader& value) {
    Parameter& parameter = family.parameters.emplace_back(Parameter{.name = key.text()});
    parameter.slot = add_name(key, taken, family.symbols);
    read_parameter(value, family.symbols, parameter);
  });
  std::vector<Derivation> defaults;
  for (Parameter& parameter : family.parameters) {
    const auto value = parameters.at(parameter.name);
    if (!value.is_mapping() || !value.find("default")) continue;
    if (parameter.has_words() && parameter.words.empty()) continue;  // already reported
    value.with("default", [&](const Reader& given) {
      parameter.default_value =
          parameter.has_words() ? parameter.word(given.text(), given.place()) : given.expression(family.symbols);
    });
    if (!parameter.default_value) continue;
    defaults.push_back({parameter.slot, *parameter.default_value});
  }
  in_evaluation_order(std::move(defaults), family.symbols);  // reports cycles
}

void read_constants(const Reader& constants, Family& family) {
  constants.each_entry([&](const Reader& symbol, const Reader& members) {
    ConstantTemplate& constant = family.constants.emplace_back();
    symbol.attempt([&] { constant.symbol = symbol.cpp_name(); });
    if (members.is_mapping()) return;  // a buffer, which is read later
    members.each_of(members.items(), [&](const Reader& member) {
      constant.members.push_back(read_typed_expression(member, family.symbols));
    });
  });
}

void read_constant_buffers(const Reader& constants, Family& family) {
  std::size_t next = 0;
  constants.each_entry([&](const Reader&, const Reader& value) {
    ConstantTemplate& constant = family.constants.at(next++);
    if (!value.is_mapping()) return;
    value.expect(kConstantKeys);
    value.with("buffer", [&](const Reader& name) {
      const auto buffer = std::ranges::find(family.buffers, name.text(), [](const auto& b) { return b.base.name; });
      if (buffer == family.buffers.end() || buffer->base.role != Role::in)
        name.fail(fmt::format("'{}' is no buffer of role in", name.text()), "name the buffer that fills the constant");
      constant.buffer = static_cast<std::size_t>(buffer - family.buffers.begin());
    });
  });
}

void read_work(const Reader& work, Family& family) {
  if (work.is_mapping() && work.is_empty()) return;
  work.each_entry([&](const Reader& key, const Reader& value) {
    family.work.push_back({key.text(), value.expression(family.symbols)});
    key.new_name();
    if (family.find_parameter(key.text()) != nullptr)
      key.fail(fmt::format("'{}' is already a parameter", key.text()), "choose another name");
  });
}

/// Header folders are siblings of the family's `folder`.
std::vector<std::string> read_include(const Reader& include, const std::string& folder) {
  const std::filesystem::path beside = std::filesystem::path(folder).parent_path();
  std::vector<std::string> folders;
  include.each_of(include.items_or_one(), [&](const Reader& item) {
    const std::filesystem::path name = item.text();
    if (name.is_absolute() || std::ranges::count(name, "..") > 0)
      item.fail(fmt::format("'{}' is outside {}", name.string(), beside.string()), "name a folder beside the family's");
    std::error_code ignored;  // treat unreadable as missing
    if (!std::filesystem::is_directory(beside / name, ignored))
      item.fail(fmt::format("no folder '{}' in {}", name.string(), beside.string()), "add it, or correct its name");
    if (std::ranges::count(folders, (beside / name).string()) > 0)
      item.fail(fmt::format("the folder '{}' appears twice", name.string()), "keep one of them");
    folders.push_back(beside / name);
  });
  return folders;
}

void refuse_reference_beside_files(const Reader& mapping) {
  mapping.with("reference", [](const Reader& reference) {
    reference.fail("the outputs are compared with files (`expected`) and with a reference", "remove one of them");
  });
}

/// A family needs a reference unless outputs are compared with files or each kernel has its own.
void read_reference(const Reader& root, const KernelReader& kernels, Family& family) {
  if (std::ranges::any_of(family.buffers, [](const auto& buffer) { return buffer.golden.has_value(); })) {
    refuse_reference_beside_files(root);
    root.with("kernels", [](const Reader& list) {
      list.each_entry([](const Reader&, const Reader& kernel) { refuse_reference_beside_files(kernel); });
    });
    return;
  }
  const bool is_needed = std::ranges::any_of(family.kernels, [](const Kernel& kernel) { return !kernel.reference; });
  root.attempt([&] {
    if (is_needed || root.find("reference")) family.reference = kernels.reference(root.at("reference"));
  });
}

void read_fill_kernels(const Reader& buffers, const KernelReader& kernels, Family& family) {
  for (BufferTemplate& buffer : family.buffers)
    if (buffer.fill && buffer.fill->kind == Fill::Kind::kernel)
      buffers.at(buffer.base.name).with("fill", [&](const Reader& fill) { buffer.maker = kernels.fill(fill); });
}

/// Stops if a section that others need is missing: without parameters every name would be unknown.
void read_family(const Reader& root, const std::string& folder, const ResultNames& taken, Family& family) {
  root.expect(kFamilyKeys);
  root.read("family", family.name, &Reader::text);
  root.read("about", family.about, &Reader::text);
  root.with("parameters", [&](const Reader& parameters) { read_parameters(parameters, taken, family); });
  if (family.parameters.empty()) return;
  root.with("constants", [&](const Reader& constants) { read_constants(constants, family); });
  root.with("work", [&](const Reader& work) { read_work(work, family); });
  root.with("buffers", [&](const Reader& buffers) { read_buffers(buffers, family); });
  if (family.buffers.empty()) return;
  root.with("constants", [&](const Reader& constants) { read_constant_buffers(constants, family); });
  SourceFolders folders{.own = folder};
  root.read("include", folders.included, read_include, folder);
  const KernelReader kernels(folders, family.symbols, family.buffers);
  root.with("buffers", [&](const Reader& buffers) { read_fill_kernels(buffers, kernels, family); });
  root.with("kernels", [&](const Reader& value) { family.kernels = kernels.kernels(value); });
  read_reference(root, kernels, family);
}

std::optional<std::size_t> first_needed(const Derivation& derivation, const std::vector<Derivation>& open) {
  for (const std::size_t slot : derivation.value.slots())
    for (std::size_t i = 0; i < open.size(); ++i)
      if (open[i].slot == slot) return i;
  return std::nullopt;
}

/// Following the dependencies closes a cycle, because each of `open` has one in `open`.
[[noreturn]] void fail_cycle(const std::vector<Derivation>& open, const Symbols& symbols) {
  std::vector<std::size_t> path{0};
  while (std::count(path.begin(), path.end(), path.back()) < 2) path.push_back(*first_needed(open[path.back()], open));
  std::vector<std::string> names;
  for (auto at = std::find(path.begin(), path.end(), path.back()); at != path.end(); ++at)
    names.push_back(symbols.names()[open[*at].slot]);
  throw Error(open[path.back()].value.place(), "these values depend on each other: " + join(names, " -> "),
              "set one of them without the others");
}

}  // namespace

const Parameter* Family::find_parameter(std::string_view parameter) const {
  const auto at =
      std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == parameter; });
  return at == parameters.end() ? nullptr : &*at;
}

bool Family::has_parameter(std::size_t slot) const {
  return std::ranges::count(parameters, slot, &Parameter::slot) > 0;
}

bool Family::has_work_count(std::string_view count) const {
  return std::ranges::count(work, count, &WorkCount::name) > 0;
}

const Parameter& Family::parameter_of(std::size_t slot) const {
  return *std::ranges::find(parameters, slot, &Parameter::slot);
}

Family load_family(const Library& library, const std::string& name, const ResultNames& taken, const Symbols& symbols) {
  const std::string folder = library.family_folder(name);
  const std::string file = folder + "/family.yaml";
  ErrorList errors;
  Document document(file, read_data_file(file), errors);
  const Reader root(document, errors);
  Family family{.file = file, .symbols = symbols};
  family.symbols.set_files(std::make_shared<DataFiles>(folder));
  root.attempt([&] { read_family(root, folder, taken, family); });
  if (!family.name.empty() && family.name != name)
    root.with("family", [&](const Reader& key) {
      key.fail(fmt::format("the family is called '{}' but is in folder '{}'", family.name, name),
               "give both the same name");
    });
  errors.raise();
  return family;
}

NamedFiles files_named_in(const std::string& file, const std::string& text) {
  ErrorList errors;
  Document document(file, text, errors);
  const Reader root(document, errors);
  NamedFiles named;
  const auto add_all = [](const Reader& value, std::vector<std::string>& names) {
    for (const Reader& item : value.items_or_one()) names.push_back(item.text());
  };
  root.with("include", [&](const Reader& include) { add_all(include, named.included); });
  root.with("buffers", [&](const Reader& buffers) {
    buffers.each_entry([&](const Reader&, const Reader& buffer) {
      buffer.with("fill", [&](const Reader& fill) {
        if (fill.is_mapping()) fill.with("source", [&](const Reader& source) { add_all(source, named.sources); });
      });
    });
  });
  root.with("kernels", [&](const Reader& kernels) {
    kernels.each_entry([&](const Reader&, const Reader& kernel) {
      for (const char* key : {"source", "library"})
        kernel.with(key, [&](const Reader& source) { add_all(source, named.sources); });
      kernel.with("reference", [&](const Reader& reference) {
        reference.with("source", [&](const Reader& source) { add_all(source, named.sources); });
      });
    });
  });
  return named;
}

std::vector<Derivation> in_evaluation_order(std::vector<Derivation> open, const Symbols& symbols) {
  std::vector<Derivation> ordered;
  while (!open.empty()) {
    const auto ready =
        std::find_if(open.begin(), open.end(), [&](const Derivation& d) { return !first_needed(d, open); });
    if (ready == open.end()) fail_cycle(open, symbols);
    ordered.push_back(*ready);
    open.erase(ready);
  }
  return ordered;
}

}  // namespace warpledger
