#include "spec/compile_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "base/error.h"

namespace warpledger {
namespace {

bool is_macro_name(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::ranges::all_of(name, is_name_character);
}

std::optional<std::size_t> word_slot(std::string_view text, const Symbols& symbols) {
  const auto slot = symbols.find(text);
  return slot && symbols.has_words(*slot) ? slot : std::nullopt;
}

OptionTemplate read_text(const Reader& option, const Symbols& symbols) {
  OptionTemplate read{.parts = {}, .where = std::nullopt, .place = option.place()};
  const std::string& text = option.text();
  std::size_t at = 0;
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', at)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos)
      option.fail(fmt::format("'{}' lacks a '}}'", text), "write -maxrregcount={registers}");
    read.parts.emplace_back(text.substr(at, open - at));
    const std::string inside = text.substr(open + 1, close - open - 1);
    if (const auto slot = word_slot(inside, symbols))
      read.parts.emplace_back(WordSlot{*slot});
    else
      read.parts.emplace_back(Expression(inside, option.place(open + 1), symbols));
    at = close + 1;
  }
  if (at < text.size() || read.parts.empty()) read.parts.emplace_back(text.substr(at));
  if (read.parts.size() == 1 && std::holds_alternative<std::string>(read.parts[0])) check_safe(text, read.place);
  return read;
}

}  // namespace

std::vector<DefineTemplate> read_defines(const Reader& defines, const Symbols& symbols) {
  std::vector<DefineTemplate> list;
  defines.each_entry([&](const Reader& key, const Reader& value) {
    const std::string& name = key.text();
    if (!is_macro_name(name)) key.fail(fmt::format("'{}' cannot be a macro", name), "use letters, digits and _");
    if (name.starts_with("_") || name.starts_with("WARPLEDGER") || name.find("__") != std::string::npos)
      key.fail(fmt::format("the macro '{}' belongs to the compiler", name), "choose another name, without a leading _");
    if (const auto slot = word_slot(value.text(), symbols))
      list.push_back({name, WordSlot{*slot}});
    else
      list.push_back({name, value.expression(symbols)});
  });
  return list;
}

std::vector<OptionTemplate> read_options(const Reader& options, const Symbols& symbols) {
  std::vector<OptionTemplate> list;
  options.each_of(options.items_or_one(), [&](const Reader& item) {
    if (!item.is_mapping()) {
      list.push_back(read_text(item, symbols));
      return;
    }
    item.expect(kOptionKeys);
    OptionTemplate read;
    item.with("option", [&](const Reader& option) { read = read_text(option, symbols); });
    item.read("where", read.where, &Reader::expression, symbols);
    list.push_back(std::move(read));
  });
  return list;
}

void check_safe(const std::string& option, const Place& place) {
  static const std::regex kSafe(
      "--gpu-architecture=sm_[1-9][0-9]{1,2}a|"
      "--?(use_fast_math|extra-device-vectorization|restrict|(ftz|prec-sqrt|prec-div|fmad)=(true|false)|"
      "maxrregcount=[1-9][0-9]{0,2}|(Xptxas|ptxas-options)=-(O[0-3]|dlcm=(ca|cg|cs|cv)|dscm=(wb|cg|cs|wt)))");
  if (std::regex_match(option, kSafe)) return;
  throw Error(place, fmt::format("the compiler option '{}' is not allowed", option),
              "allowed: -use_fast_math, -ftz=, -prec-sqrt=, -prec-div= and -fmad=true or false, -maxrregcount=N, "
              "-extra-device-vectorization, -restrict, -Xptxas=-O0 to -O3, -Xptxas=-dlcm=ca and the like, "
              "--gpu-architecture=sm_90a; a macro goes into `defines`");
}

}  // namespace warpledger
