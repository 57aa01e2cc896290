#include "spec/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/text.h"
#include "model/job.h"
#include "spec/data_files.h"
#include "spec/words.h"

namespace warpledger {
namespace {

const std::vector<std::string> kTypes = {"int", "float", "string", "type", "file"};  // in the order of Parameter::Type

void read_word(const Reader& item, Symbols& symbols, Parameter& parameter) {
  const std::string& word = item.text();
  if (parameter.type == Parameter::Type::element_type && !element_type_named(word))
    item.fail(fmt::format("unknown element type '{}'", word), did_you_mean(word, Symbols::device().words()));
  if (const auto problem = problem_of_word(word))
    item.fail(fmt::format("'{}' cannot be a value: {}", word, *problem), "write one word");
  if (const auto problem = problem_of_data_file(word); problem && parameter.type == Parameter::Type::file)
    item.fail(fmt::format("'{}' is no data file: {}", word, *problem),
              "name a .npy or .mtx file in the family's folder");
  if (std::ranges::count(parameter.words, word) > 0)
    item.fail(fmt::format("the value '{}' appears twice", word), "keep one of them");
  parameter.values.push_back(static_cast<double>(symbols.add_word(word)));
  parameter.words.push_back(word);
}

void allow_every_type(const Symbols& symbols, Parameter& parameter) {
  for (const ElementTypeFacts& type : kElementTypes) {
    parameter.words.emplace_back(type.name);
    parameter.values.push_back(static_cast<double>(*symbols.find_word(type.name)));
  }
}

Symbols::Values values_of(Parameter::Type type) {
  if (type == Parameter::Type::element_type) return Symbols::Values::types;
  return type == Parameter::Type::file ? Symbols::Values::files : Symbols::Values::words;
}

/// After errors, `parameter` keeps its valid words; the parameter is rejected, so that conditions on it cause no
/// further errors.
void read_words(const Reader& value, Symbols& symbols, Parameter& parameter) {
  symbols.set_values(parameter.slot, values_of(parameter.type));
  for (const char* bound : {"min", "max"})
    value.with(bound, [](const Reader& number) {
      number.fail("words have no order", "remove it, or make the type int or float");
    });
  if (!value.find("values") && parameter.type == Parameter::Type::element_type)
    return allow_every_type(symbols, parameter);
  if (!value.find("values") && parameter.type == Parameter::Type::file) {
    parameter.of_experiment = true;
    value.with("default", [](const Reader& given) {
      given.fail("the files of this parameter are the experiment's, so that it has no default",
                 "remove it, or name the family's files in `values`");
    });
    return;
  }
  const bool sound = value.attempt([&] {
    const Reader values = value.at("values");
    if (!values.each_of(values.items(), [&](const Reader& item) { read_word(item, symbols, parameter); }))
      symbols.refuse(parameter.name);
  });
  if (!sound) symbols.refuse(parameter.name);
}

/// True if a parameter without a valid type has values that look like words.
bool has_words(const Reader& value) {
  const auto values = value.find("values");
  return values && values->is_list() && std::ranges::any_of(values->items(), [](const Reader& item) {
           return item.is_scalar() && std::isalpha(static_cast<unsigned char>(item.text()[0])) != 0;
         });
}

void read_numbers(const Reader& value, Parameter& parameter) {
  value.with("values", [&](const Reader& values) {
    values.each_of(values.items(), [&](const Reader& item) { parameter.values.push_back(item.number()); });
  });
  value.read("min", parameter.min, &Reader::number);
  value.read("max", parameter.max, &Reader::number);
  if (parameter.min && parameter.max && *parameter.min > *parameter.max)
    value.at("max").fail(fmt::format("max {} is below min {}", *parameter.max, *parameter.min), "swap them");
}

}  // namespace

const std::string& name_of(Parameter::Type type) { return kTypes[static_cast<std::size_t>(type)]; }

std::string Parameter::text_of(double value) const {
  const auto at = std::ranges::find(values, value);
  return has_words() && at != values.end() ? words[static_cast<std::size_t>(at - values.begin())]
                                           : fmt::format("{}", value);
}

std::string Parameter::cpp_of(double value) const {
  std::string text = text_of(value);
  if (type != Type::element_type) return text;
  const auto element = element_type_named(text);
  return element ? std::string(facts_of(*element).cpp) : text;
}

Expression Parameter::word(const std::string& text, const Place& place) const {
  const auto at = std::ranges::find(words, text);
  if (at == words.end()) throw Error(place, fmt::format("{} has no value '{}'", name, text), did_you_mean(text, words));
  return Expression::constant(values[static_cast<std::size_t>(at - words.begin())], text, place);
}

void Parameter::check(double value, const Expression& given) const {
  if (has_words()) return;  // word() has checked it
  const auto refuse = [&](const std::string& problem, const std::string& hint) {
    throw Error(given.place(), fmt::format("{} = {} {}", name, value, problem), hint);
  };
  if (type == Type::integer) given.to_whole(value, name);
  if (min && value < *min) refuse(fmt::format("is below {}, its minimum", *min), "write a larger value");
  if (max && value > *max) refuse(fmt::format("is above {}, its maximum", *max), "write a smaller value");
  if (!values.empty() && std::find(values.begin(), values.end(), value) == values.end())
    refuse("is not one of its values", fmt::format("allowed: {}", fmt::join(values, ", ")));
}

void read_parameter(const Reader& value, Symbols& symbols, Parameter& parameter) {
  value.expect(kParameterKeys);
  value.read("about", parameter.about, &Reader::text);
  const bool typed = value.with("type", [&](const Reader& type) {
    parameter.type = static_cast<Parameter::Type>(type.word("parameter type", kTypes));
  });
  if (!typed && has_words(value)) symbols.refuse(parameter.name);
  if (!typed) return;  // without a type, values cannot be checked
  if (parameter.has_words())
    read_words(value, symbols, parameter);
  else
    read_numbers(value, parameter);
}

}  // namespace warpledger
