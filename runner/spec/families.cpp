#include "spec/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "spec/words.h"

namespace warpledger {
namespace {

void refuse_other_types(const Family& family, const Families& others) {
  for (const Family& other : others)
    for (const Parameter& parameter : family.parameters)
      if (const Parameter* same = other.find_parameter(parameter.name); same && same->type != parameter.type)
        throw Error(fmt::format("parameter '{}' is of type {} in family '{}', and of type {} in family '{}'",
                                parameter.name, name_of(same->type), other.name, name_of(parameter.type), family.name),
                    "give it the same type in both, or another name in one of them");
}

std::string full_name(const Family& family, const Kernel& kernel) {
  return kernel.name.starts_with(family.name + "/") ? kernel.name : fmt::format("{}/{}", family.name, kernel.name);
}

bool has_own_file(const Family& family, const std::string& name) {
  const auto is_it = [&](const std::optional<FileTemplate>& file) { return file && !file->slot && file->name == name; };
  return std::ranges::any_of(family.parameters,
                             [&](const Parameter& p) {
                               return p.type == Parameter::Type::file && !p.of_experiment &&
                                      std::ranges::count(p.words, name) > 0;
                             }) ||
         std::ranges::any_of(family.buffers,
                             [&](const BufferTemplate& b) { return is_it(b.content) || is_it(b.golden); });
}

void add_file(Family& family, Parameter& parameter, const std::string& name, const Place& place) {
  if (std::ranges::count(parameter.words, name) > 0) return;
  if (const auto problem = problem_of_word(name))
    throw Error(place, fmt::format("'{}' cannot be a value: {}", clipped(name), *problem), "rename the file");
  if (const auto problem = problem_of_data_file(name))
    throw Error(place, fmt::format("'{}' is no data file: {}", name, *problem),
                "name a .npy or .mtx file in the experiment's folder");
  if (has_own_file(family, name))
    throw Error(place, fmt::format("the family '{}' has a file '{}' of its own", family.name, name),
                "give the experiment's another name");
  parameter.values.push_back(static_cast<double>(family.symbols.add_word(name)));
  parameter.words.push_back(name);
  family.symbols.files()->take_from_experiment(name);
}

[[noreturn]] void fail_unknown(const Families& families, const std::string& name, const Place& place) {
  std::vector<std::string> all, with_it, names;
  for (const Family& family : families) {
    all.push_back(fmt::format("'{}'", family.name));
    for (const Kernel& kernel : family.kernels) {
      names.push_back(kernel.name);
      if (full_name(family, kernel) == fmt::format("{}/{}", family.name, name)) with_it.push_back(kernel.name);
    }
  }
  if (!with_it.empty())
    throw Error(place, fmt::format("kernel '{}' is in {} families", name, with_it.size()),
                "say which one: " + join(with_it));
  throw Error(place,
              all.size() == 1 ? fmt::format("family {} has no kernel '{}'", all[0], name)
                              : fmt::format("none of the families {} has a kernel '{}'", join(all), name),
              did_you_mean(name, names));
}

}  // namespace

void add_family(const Library& library, const std::string& name, const ResultNames& taken, Families& families) {
  if (std::ranges::count(families, name, &Family::name) > 0)
    throw Error(fmt::format("the family '{}' appears twice", name), "keep one of them");
  Family family =
      load_family(library, name, taken, families.empty() ? Symbols::launch() : families.back().symbols.beside());
  refuse_other_types(family, families);
  families.push_back(std::move(family));
}

void tell_kernels_apart(Families& families) {
  std::map<std::string, int> times;
  for (const Family& family : families)
    for (const Kernel& kernel : family.kernels) ++times[kernel.name];
  for (Family& family : families)
    for (Kernel& kernel : family.kernels)
      if (times[kernel.name] > 1) kernel.name = full_name(family, kernel);
}

KernelIndex find_kernel(const Families& families, const std::string& name, const Place& place) {
  for (std::size_t i = 0; i < families.size(); ++i)
    for (std::size_t k = 0; k < families[i].kernels.size(); ++k)
      if (const Kernel& kernel = families[i].kernels[k];
          kernel.name == name || (families.size() > 1 && full_name(families[i], kernel) == name))
        return {i, k};
  fail_unknown(families, name, place);
}

const Parameter* find_parameter(std::span<const Family> families, const std::string& name) {
  for (const Family& family : families)
    if (const Parameter* parameter = family.find_parameter(name)) return parameter;
  return nullptr;
}

Expression word_of(std::span<Family> families, const std::string& parameter, const std::string& text,
                   const Place& place) {
  Expression word;
  for (Family& family : families) {
    const auto own = std::ranges::find(family.parameters, parameter, &Parameter::name);
    if (own == family.parameters.end()) continue;
    try {
      if (own->of_experiment) add_file(family, *own, text, place);
      word = own->word(text, place);
    } catch (const Error& error) {
      if (families.size() == 1) throw;
      throw Error(place, fmt::format("{} in family '{}'", error.problem(), family.name), error.hint());
    }
  }
  return word;
}

}  // namespace warpledger
