#include "spec/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/text.h"
#include "model/device.h"
#include "model/job.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

std::vector<std::string> in_sight(const std::vector<std::string>& all, const std::set<std::size_t>& hidden) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!hidden.contains(i)) list.push_back(all[i]);
  return list;
}

}  // namespace

Symbols Symbols::device() {
  Symbols symbols;
  for (const std::string_view fact : kDeviceFacts) symbols.add(std::string(fact));
  symbols.add("sms");
  for (const ElementTypeFacts& type : kElementTypes) symbols.add_word(std::string(type.name));
  return symbols;
}

Symbols Symbols::launch() {
  Symbols symbols = device();
  for (const char* name : {"blocks", "warps", "threads"}) symbols.add(name);
  return symbols;
}

bool Symbols::in_launch(std::size_t slot) {
  static const std::size_t size = launch().size();
  return slot < size;
}

Symbols Symbols::beside() const {
  Symbols other = *this;
  for (std::size_t slot = 0; slot < names_.size(); ++slot)
    if (!in_launch(slot)) other.hidden_names_.insert(slot);
  for (std::size_t code = std::size(kElementTypes); code < words_->size(); ++code) other.hidden_words_.insert(code);
  return other;
}

void Symbols::show_all() {
  hidden_names_.clear();
  hidden_words_.clear();
}

std::size_t Symbols::add(const std::string& name) {
  if (const auto known = find(name)) return *known;
  const auto at = std::ranges::find(names_, name);
  const auto slot = static_cast<std::size_t>(at - names_.begin());
  if (at == names_.end()) names_.push_back(name);
  if (hidden_names_.erase(slot) > 0) values_.erase(slot);  // the new owner sets the kind of its values
  return slot;
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
  const auto slot = static_cast<std::size_t>(at - names_.begin());
  return at == names_.end() || hidden_names_.contains(slot) ? std::nullopt : std::optional(slot);
}

std::vector<std::string> Symbols::names_in_sight() const { return in_sight(names_, hidden_names_); }
std::vector<std::string> Symbols::words_in_sight() const { return in_sight(*words_, hidden_words_); }

Symbols::Values Symbols::values_of(std::size_t slot) const {
  const auto found = values_.find(slot);
  return found == values_.end() ? Values::numbers : found->second;
}

std::size_t Symbols::add_word(const std::string& word) {
  const auto at = std::ranges::find(*words_, word);
  const auto code = static_cast<std::size_t>(at - words_->begin());
  if (at == words_->end()) words_->push_back(word);
  hidden_words_.erase(code);
  return code;
}

std::optional<std::size_t> Symbols::find_word(std::string_view word) const {
  const auto at = std::ranges::find(*words_, word);
  const auto code = static_cast<std::size_t>(at - words_->begin());
  return at == words_->end() || hidden_words_.contains(code) ? std::nullopt : std::optional(code);
}

std::string Symbols::known() const {
  if (names_.empty()) return "only numbers are allowed here";
  std::vector<std::string> others;
  std::ranges::copy_if(names_in_sight(), std::back_inserter(others),
                       [](const std::string& name) { return std::ranges::count(kDeviceFacts, name) == 0; });
  return fmt::format("known: {}, and the device's facts (sm_count, l2_bytes, ...)", fmt::join(others, ", "));
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

ResultNames::ResultNames(const std::vector<std::string>& columns) {
  for (const std::string& column : columns) lower_case_.insert(lower_case(column));
}

void ResultNames::refuse(const Reader& key) const {
  const std::string name = lower_case(key.text());
  if (lower_case_.contains(name))
    key.fail(fmt::format("'{}' clashes with the column '{}' of results", key.text(), name),
             "choose another name; `warpledger query --columns points` lists the columns");
}

std::size_t add_name(const Reader& key, const ResultNames& taken, Symbols& symbols) {
  const std::string& name = key.text();
  bool usable = symbols.find(name).has_value();
  const std::size_t slot = symbols.add(name);
  key.attempt([&] {
    key.new_name();
    usable = true;
    taken.refuse(key);
  });
  if (!usable) symbols.refuse(name);
  return slot;
}

}  // namespace warpledger
