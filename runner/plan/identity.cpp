#include "plan/identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "spec/used_names.h"

namespace warpledger {
namespace {

bool is_device_fact(const Experiment& experiment, std::size_t slot) {
  static const std::size_t facts = Symbols::device().size();
  return Symbols::in_launch(slot) && slot < facts && slot < experiment.symbols.size();
}

class IdentityWriter {
 public:
  IdentityWriter(const Experiment& experiment, const KernelChoice& choice, const PointNames& names,
                 const Values& values, const DeviceTexts& texts)
      : experiment_(experiment),
        choice_(choice),
        family_(experiment.family_of(choice)),
        names_(names),
        values_(values),
        texts_(texts) {}

  Identity write() {
    for (const Parameter& parameter : family_.parameters)
      if (names_.used[parameter.slot] && !is_default(parameter)) add(parameter.slot);
    Identity identity{experiment_.kernel_of(choice_).name, {}};
    for (const auto& [name, text] : words_) identity.text += fmt::format(" {}={}", name, text);
    identity.text += launch();
    for (const auto& [name, text] : resolved_)
      identity.resolved += fmt::format("{}{}={}", identity.resolved.empty() ? "" : " ", name, text);
    return identity;
  }

 private:
  const Expression* derivation_of(std::size_t slot) const {
    const auto found = std::ranges::find(choice_.derivations, slot, &Derivation::slot);
    return found == choice_.derivations.end() ? nullptr : &found->value;
  }

  bool depends_on_device(std::size_t slot) const {
    if (is_device_fact(experiment_, slot) || texts_.contains(slot)) return true;
    const std::string& name = experiment_.symbols.names()[slot];
    if (name == "warps" || name == "threads")  // each is derived from the other
      return texts_.contains(experiment_.symbols.slot("warps")) || texts_.contains(experiment_.symbols.slot("threads"));
    const Expression* value = derivation_of(slot);
    return value != nullptr && depends_on_device(*value);
  }

  bool depends_on_device(const Expression& expression) const {
    return std::ranges::any_of(expression.slots(), [&](std::size_t slot) { return depends_on_device(slot); });
  }

  std::string text_of_value(std::size_t slot) const {
    if (const auto text = texts_.find(slot); text != texts_.end()) return text->second;
    const Expression* value = derivation_of(slot);
    return value != nullptr && depends_on_device(slot) ? without_blanks(value->text())
                                                       : text_of(experiment_, slot, values_[slot]);
  }

  /// On every device.
  bool is_default(const Parameter& parameter) const {
    if (!parameter.default_value) return false;
    const Expression& given = *parameter.default_value;
    if (depends_on_device(parameter.slot) || depends_on_device(given))
      return depends_on_device(parameter.slot) && text_of_value(parameter.slot) == without_blanks(given.text());
    return given.number(values_) == values_[parameter.slot];
  }

  void add(std::size_t slot) {
    const std::string& name = experiment_.symbols.names()[slot];
    if (!words_.emplace(name, text_of_value(slot)).second || !depends_on_device(slot)) return;
    resolved_.emplace(name, text_of(experiment_, slot, values_[slot]));
    if (const Expression* value = derivation_of(slot); value != nullptr && !texts_.contains(slot)) add_inputs(*value);
  }

  /// Adds the axes that an expression reads. Parameters are already there.
  void add_inputs(const Expression& expression) {
    for (const std::size_t slot : expression.slots()) {
      if (const Expression* value = derivation_of(slot))
        add_inputs(*value);
      else if (!Symbols::in_launch(slot) && !family_.has_parameter(slot))
        add(slot);
    }
  }

  std::string launch() const {
    const std::size_t blocks = experiment_.symbols.slot("blocks"), warps = experiment_.symbols.slot("warps"),
                      threads = experiment_.symbols.slot("threads");
    constexpr double kWarpSize = 32;
    std::string text;
    if (names_.used[blocks]) text += fmt::format(" blocks={}", text_of_value(blocks));
    if (!names_.used[threads]) return text;
    const bool whole_warps =
        texts_.contains(warps) || (!texts_.contains(threads) && values_[threads] == kWarpSize * values_[warps]);
    return text + (whole_warps ? fmt::format(" warps={}", text_of_value(warps))
                               : fmt::format(" threads={}", text_of_value(threads)));
  }

  const Experiment& experiment_;
  const KernelChoice& choice_;
  const Family& family_;
  const PointNames& names_;
  const Values& values_;
  const DeviceTexts& texts_;
  std::map<std::string, std::string> words_, resolved_;
};

}  // namespace

PointNames names_of(const Experiment& experiment, const KernelChoice& choice) {
  PointNames names{used_names(experiment, choice, choice.derivations), {}};
  names.stated = names.used;
  const auto is_known = [&](std::size_t slot) { return is_device_fact(experiment, slot) || names.stated[slot]; };
  for (const Derivation& derivation : choice.derivations)
    if (std::ranges::all_of(derivation.value.slots(), is_known)) names.stated[derivation.slot] = true;
  return names;
}

std::vector<bool> looped_names(const Experiment& experiment, const KernelChoice& choice) {
  std::vector<bool> names = used_names(experiment, choice, choice.derivations);
  for (const auto* filters : {&experiment.kernel_of(choice).where, &choice.where}) {
    const std::vector<bool> filtered = filtered_names(experiment, choice, choice.derivations, *filters);
    for (std::size_t slot = 0; slot < names.size(); ++slot) names[slot] = names[slot] || filtered[slot];
  }
  return names;
}

Identity identity_of(const Experiment& experiment, const KernelChoice& choice, const PointNames& names,
                     const Values& values, const DeviceTexts& texts) {
  return IdentityWriter(experiment, choice, names, values, texts).write();
}

std::string without_blanks(const std::string& expression) {
  std::string word = expression;
  std::erase_if(word, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  return word;
}

}  // namespace warpledger
