#include "spec/complete_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace warpledger {
namespace {

class ChoiceCompleter {
 public:
  ChoiceCompleter(const Experiment& experiment, const std::vector<Derivation>& derived,
                  const std::vector<Expression>& where, ErrorList& errors)
      : experiment_(experiment), derived_(derived), where_(where), errors_(errors) {}

  void complete(KernelChoice& choice) {
    add_derivations(choice);
    for (const Expression& filter : where_)
      if (has_values(choice, filter)) choice.where.push_back(of_family(choice, filter));
    for (const Parameter& parameter : experiment_.family_of(choice).parameters)
      if (!is_derived(choice, parameter.slot) && !is_on_axis(choice, parameter.slot)) add_default(parameter, choice);
    errors_.attempt(
        [&] { choice.derivations = in_evaluation_order(std::move(choice.derivations), experiment_.symbols); });
  }

 private:
  static bool is_derived(const KernelChoice& choice, std::size_t slot) {
    return std::ranges::count(choice.derivations, slot, &Derivation::slot) > 0;
  }

  bool is_on_axis(const KernelChoice& choice, std::size_t slot) const {
    return sets(experiment_.grid.outer, slot) || sets(choice.axes, slot) || sets(experiment_.grid.inner, slot);
  }

  /// True if the points of `choice` have a value for every name in the expression. Parameters of other families have
  /// none unless they are set.
  bool has_values(const KernelChoice& choice, const Expression& expression) const {
    return std::ranges::all_of(expression.slots(), [&](std::size_t slot) {
      return Symbols::in_launch(slot) || experiment_.family_of(choice).has_parameter(slot) ||
             is_on_axis(choice, slot) || is_derived(choice, slot);
    });
  }

  /// Each family resolves its own data files.
  Expression of_family(const KernelChoice& choice, const Expression& expression) const {
    if (experiment_.families.size() == 1 || expression.slots().empty()) return expression;
    Symbols symbols = experiment_.symbols;
    symbols.set_files(experiment_.family_of(choice).symbols.files());
    return {expression.text(), expression.place(), symbols};
  }

  void add_derivations(KernelChoice& choice) const {
    const Family& family = experiment_.family_of(choice);
    choice.derivations = derived_;
    const auto lacks_values = [&](const Derivation& d) { return !has_values(choice, d.value); };
    const auto without = [&] {
      return std::ranges::find_if(
          choice.derivations, [&](const Derivation& d) { return !family.has_parameter(d.slot) && lacks_values(d); });
    };
    for (auto at = without(); at != choice.derivations.end(); at = without()) choice.derivations.erase(at);
    for (Derivation& derivation : choice.derivations) {
      if (lacks_values(derivation))
        errors_.add(
            Error(derivation.value.place(),
                  fmt::format("'{}' is a parameter of family '{}', but '{}' uses names that the family does not have",
                              experiment_.symbols.names()[derivation.slot], family.name, derivation.value.text()),
                  "use names that all families have, or set it below the kernels: `KERNEL: {...}`"));
      derivation.value = of_family(choice, derivation.value);
    }
  }

  /// True if an axis of the grid would affect all points.
  bool is_of_all(const Parameter& parameter) const {
    return std::ranges::all_of(experiment_.families_in_grid(),
                               [&](const Family* family) { return family->has_parameter(parameter.slot); });
  }

  void add_default(const Parameter& parameter, KernelChoice& choice) {
    if (parameter.default_value) {
      choice.derivations.push_back({parameter.slot, *parameter.default_value});
    } else if (!experiment_.symbols.has_refused() && without_value_.insert(parameter.name).second) {
      const std::string& kernel = experiment_.kernel_of(choice).name;
      errors_.add(Error(choice.place, fmt::format("parameter '{}' of kernel '{}' has no value", parameter.name, kernel),
                        is_of_all(parameter)
                            ? fmt::format("add an axis or a derived name: `{}: ...`", parameter.name)
                            : fmt::format("set it below the kernel: `{}: {{{}: ...}}`", kernel, parameter.name)));
    }
  }

  const Experiment& experiment_;
  const std::vector<Derivation>& derived_;
  const std::vector<Expression>& where_;
  ErrorList& errors_;
  std::set<std::string> without_value_;  ///< reported once, at the first kernel
};

}  // namespace

void complete_choices(const std::vector<Derivation>& derived, const std::vector<Expression>& where,
                      Experiment& experiment, ErrorList& errors) {
  ChoiceCompleter completer(experiment, derived, where, errors);
  for (KernelChoice& choice : experiment.grid.kernels)
    if (choice.kernel != kNoKernel) completer.complete(choice);
}

}  // namespace warpledger
