#include "spec/family.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "spec/buffer_reader.h"
#include "spec/derivation.h"
#include "spec/document.h"
#include "spec/kernel_reader.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

/// Reads a parameter but for its default, which may use parameters that come later.
Parameter read_parameter(const Reader& key, const Reader& value, Symbols& symbols) {
  value.expect(kParameterKeys);
  Parameter parameter{.name = key.new_name()};
  parameter.slot = symbols.add(parameter.name);
  if (const auto about = value.find("about")) parameter.about = about->text();
  parameter.whole = value.at("type").word("parameter type", {"int", "float"}) == 0;
  if (const auto values = value.find("values"))
    for (const Reader& item : values->items()) parameter.values.push_back(item.number());
  if (const auto min = value.find("min")) parameter.min = min->number();
  if (const auto max = value.find("max")) parameter.max = max->number();
  if (parameter.min && parameter.max && *parameter.min > *parameter.max)
    value.at("max").fail(fmt::format("max {} is below min {}", *parameter.max, *parameter.min), "swap them");
  return parameter;
}

void read_parameters(const Reader& parameters, Family& family) {
  for (const auto& [key, value] : parameters.entries())
    family.parameters.push_back(read_parameter(key, value, family.symbols));
  std::vector<Derivation> defaults;
  for (Parameter& parameter : family.parameters) {
    const auto value = parameters.at(parameter.name).find("default");
    if (!value) continue;
    parameter.default_value = value->expression(family.symbols);
    defaults.push_back({parameter.slot, *parameter.default_value});
  }
  in_evaluation_order(std::move(defaults), family.symbols);  // refuses cycles
}

void read_constants(const Reader& constants, Family& family) {
  for (const auto& [symbol, members] : constants.entries()) {
    ConstantTemplate constant{.symbol = symbol.cpp_name()};
    for (const Reader& member : members.items())
      constant.members.push_back(read_typed_expression(member, family.symbols));
    family.constants.push_back(std::move(constant));
  }
}

Family read_family(const Reader& root, const std::string& folder) {
  root.expect(kFamilyKeys);
  Family family{.name = root.at("family").text(), .about = root.at("about").text(), .symbols = Symbols::launch()};
  read_parameters(root.at("parameters"), family);
  family.buffers = read_buffers(root.at("buffers"), family.symbols);
  if (const auto constants = root.find("constants")) read_constants(*constants, family);
  const KernelReader kernels(folder, family.symbols, family.buffers);
  family.reference = kernels.reference(root.at("reference"));
  for (const auto& [key, value] : root.at("work").entries()) {
    family.work.push_back({key.new_name(), value.expression(family.symbols)});
    if (family.find_parameter(key.text()) != nullptr)
      key.fail(fmt::format("'{}' is a parameter already", key.text()), "choose another name");
  }
  family.kernels = kernels.kernels(root.at("kernels"));
  return family;
}

}  // namespace

void Parameter::check(double value, const Expression& given) const {
  const auto refuse = [&](const std::string& problem, const std::string& cure) {
    throw Error(given.place(), fmt::format("{} = {} {}", name, value, problem), cure);
  };
  if (whole) given.to_whole(value, name);
  if (min && value < *min) refuse(fmt::format("is below {}, its minimum", *min), "give a larger value");
  if (max && value > *max) refuse(fmt::format("is above {}, its maximum", *max), "give a smaller value");
  if (!values.empty() && std::find(values.begin(), values.end(), value) == values.end())
    refuse("is none of its values", fmt::format("allowed: {}", fmt::join(values, ", ")));
}

const Parameter* Family::find_parameter(std::string_view parameter) const {
  const auto at =
      std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == parameter; });
  return at == parameters.end() ? nullptr : &*at;
}

Family load_family(const Library& library, const std::string& name) {
  const std::string folder = library.family_folder(name);
  const std::string file = folder + "/family.yaml";
  const Document document(file, read_file(file));
  Family family = read_family(Reader(document), folder);
  family.file = file;
  if (family.name != name)
    Reader(document).at("family").fail(
        fmt::format("the family is called '{}' but lies in folder '{}'", family.name, name), "give both the same name");
  return family;
}

}  // namespace warpledger
