#include "spec/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "model/device.h"
#include "spec/expression_syntax.h"

namespace warpledger {

Symbols Symbols::device() {
  Symbols symbols;
  for (const std::string_view fact : kDeviceFacts) symbols.add(std::string(fact));
  symbols.add("sms");
  return symbols;
}

Symbols Symbols::launch() {
  Symbols symbols = device();
  for (const char* name : {"blocks", "warps", "threads"}) symbols.add(name);
  return symbols;
}

std::size_t Symbols::add(const std::string& name) {
  if (const auto known = find(name)) return *known;
  names_.push_back(name);
  return names_.size() - 1;
}

bool Symbols::has_refused(std::string_view expression) const {
  const auto in_name = [&](std::size_t at) { return at < expression.size() && is_name_character(expression[at]); };
  return std::ranges::any_of(refused_, [&](const std::string& name) {
    for (std::size_t at = expression.find(name); at != std::string_view::npos; at = expression.find(name, at + 1))
      if (!(at > 0 && in_name(at - 1)) && !in_name(at + name.size())) return true;
    return false;
  });
}

std::optional<std::size_t> Symbols::find(std::string_view name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  if (at == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names_.begin());
}

std::string Symbols::known() const {
  if (names_.empty()) return "only numbers may stand here";
  std::vector<std::string> others;
  std::ranges::copy_if(names_, std::back_inserter(others),
                       [](const std::string& name) { return std::ranges::count(kDeviceFacts, name) == 0; });
  return fmt::format("known: {}, and the device's facts (sm_count, l2_bytes, ...)", fmt::join(others, ", "));
}

}  // namespace warpledger
