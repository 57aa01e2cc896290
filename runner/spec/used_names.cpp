#include "spec/used_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "base/text.h"

namespace warpledger {
namespace {

bool is_launch_name(const std::string& name) { return name == "blocks" || name == "warps" || name == "threads"; }

/// Collects names and, recursively, the names that their values use.
class NameCollector {
 public:
  NameCollector(const Experiment& experiment, const KernelChoice& choice, std::span<const Derivation> derived)
      : experiment_(experiment),
        choice_(choice),
        family_(experiment.family_of(choice)),
        derived_(derived),
        warps_(experiment.symbols.slot("warps")),
        threads_(experiment.symbols.slot("threads")),
        names_(experiment.symbols.size(), false) {}

  void add(std::size_t slot) {
    if (names_.at(slot)) return;
    names_[slot] = true;
    if (slot == warps_) add(threads_);
    if (slot == threads_) add(warps_);
    if (sets(experiment_.grid.outer, slot) || sets(choice_.axes, slot) || sets(experiment_.grid.inner, slot)) return;
    if (const auto found = std::ranges::find(derived_, slot, &Derivation::slot); found != derived_.end())
      return add(found->value);
    const auto parameter = std::ranges::find(family_.parameters, slot, &Parameter::slot);
    if (parameter != family_.parameters.end()) add(parameter->default_value);
  }

  void add(const std::optional<std::size_t>& slot) {
    if (slot) add(*slot);
  }
  void add(const WordSlot& word) { add(word.slot); }
  void add(const std::string& /*literal*/) {}
  void add(const Expression& expression) {
    for (const std::size_t slot : expression.slots()) add(slot);
  }
  template <class T>
  void add(const std::vector<T>& list) {
    for (const T& item : list) add(item);
  }
  template <class T>
  void add(const std::optional<T>& value) {
    if (value) add(*value);
  }
  template <class... T>
  void add(const std::variant<T...>& value) {
    std::visit([this](const auto& held) { this->add(held); }, value);
  }

  void add(const TypedExpression& typed) {
    add(typed.type_slot);
    add(typed.value);
  }
  void add(const PointerTemplate& pointer) { add(pointer.offset); }
  void add(const TensorMapTemplate& map) {
    add(map.base);
    for (const auto* list : {&map.sizes, &map.strides, &map.box}) add(*list);
    add(map.swizzle);
    add(map.l2_promotion);
  }
  void add(const StructTemplate& value) { add(value.members); }
  void add(const LaunchTemplate& launch) {
    add(launch.template_arguments);
    add(launch.arguments);
    if (launch.blocks.empty()) add(experiment_.symbols.slot("blocks"));
    if (launch.threads.empty()) add(threads_);
    for (const auto* list : {&launch.blocks, &launch.threads, &launch.cluster}) add(*list);
    add(launch.shared_bytes);
  }
  void add(const DefineTemplate& define) { add(define.value); }
  void add(const OptionTemplate& option) {
    add(option.parts);
    add(option.where);
  }
  void add(const FileTemplate& file) {
    add(file.slot);
    add(file.shape);
  }
  void add(const FillTemplate& fill) { add(fill.numbers); }
  void add(const FillProgramTemplate& maker) { add(maker.launch); }
  void add(const BufferTemplate& buffer) {
    add(buffer.type_slot);
    add(buffer.count);
    add(buffer.fill);
    add(buffer.content);
    add(buffer.maker);
    add(buffer.golden);
    for (const auto* tolerance :
         {&buffer.tolerance_abs, &buffer.tolerance_rel, &buffer.tolerance_matched, &buffer.tolerance_norm})
      add(*tolerance);
  }
  void add(const ConstantTemplate& constant) { add(constant.members); }
  void add(const WorkCount& work) { add(work.value); }

  void add(const Kernel& kernel) {
    add(kernel.launches);
    add(family_.reference_of(kernel).launches);
    add(kernel.defines);
    add(kernel.options);
    for (std::size_t i = 0; i < family_.buffers.size(); ++i)
      if (family_.buffers[i].base.role != Role::scratch || is_passed(family_, kernel, i)) add(family_.buffers[i]);
    add(family_.constants);
    add(family_.work);
  }

  std::vector<bool> names() const { return names_; }

 private:
  const Experiment& experiment_;
  const KernelChoice& choice_;
  const Family& family_;
  std::span<const Derivation> derived_;
  std::size_t warps_, threads_;
  std::vector<bool> names_;
};

bool points_into(const ArgumentTemplate& argument, std::size_t buffer) {
  if (const auto* members = std::get_if<StructTemplate>(&argument))
    return std::ranges::any_of(members->members, [&](const auto& member) {
      const auto* pointer = std::get_if<PointerTemplate>(&member);
      return pointer != nullptr && pointer->buffer == buffer;
    });
  if (const auto* map = std::get_if<TensorMapTemplate>(&argument)) return map->base.buffer == buffer;
  const auto* pointer = std::get_if<PointerTemplate>(&argument);
  return pointer != nullptr && pointer->buffer == buffer;
}

class UnusedAxes {
 public:
  UnusedAxes(const Experiment& experiment, std::span<const Derivation> derived, std::span<const Expression> filters)
      : experiment_(experiment) {
    for (const KernelChoice& choice : experiment.grid.kernels) {
      if (choice.kernel == kNoKernel) {
        is_known_ = false;
        return;
      }
      named_.push_back(names_in(choice, derived, filters));
    }
  }

  /// Calls `refuse` for each name that an axis sets without effect; `choices` are the kernels inside the axis.
  void each(const std::function<void(const Axis&, const std::string&, const std::vector<std::size_t>&)>& refuse) const {
    if (!is_known_) return;  // an unknown kernel may use any
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < named_.size(); ++i) all.push_back(i);
    for (const std::vector<Axis>* axes : {&experiment_.grid.outer, &experiment_.grid.inner})
      for (const Axis& axis : *axes) each_of(axis, all, refuse);
    for (const std::size_t i : all)
      for (const Axis& axis : experiment_.grid.kernels[i].axes)
        if (const Family& family = experiment_.family_of(experiment_.grid.kernels[i]);
            std::ranges::all_of(axis.slots, [&](std::size_t slot) { return family.has_parameter(slot); }))
          each_of(axis, {i}, refuse);  // read_grid() rejects the others
  }

  std::string problem(const std::string& name, const std::vector<std::size_t>& choices) const {
    constexpr std::size_t kMostNamed = 4;
    std::vector<std::string> kernels = kernels_of(choices);
    const std::size_t count = kernels.size();
    if (count > kMostNamed) kernels.resize(kMostNamed);
    std::string text = join(kernels);
    if (count > kMostNamed) text += fmt::format(" and {} more", count - kMostNamed);
    return count == 1 ? fmt::format("the kernel does not use axis '{}': {}", name, text)
                      : fmt::format("none of {} kernels uses axis '{}': {}", count, name, text);
  }

  std::string hint(const std::string& name, const std::vector<std::size_t>& choices) const {
    if (is_launch_name(name)) return "remove the axis: these kernels have `blocks` and `threads` of their own";
    std::vector<std::string> known;
    for (std::size_t slot = 0; slot < experiment_.symbols.size(); ++slot)
      if (is_settable(slot) && std::ranges::any_of(choices, [&](std::size_t i) { return named_[i][slot]; }))
        known.push_back(experiment_.symbols.names()[slot]);
    known.emplace_back("kernel");
    return did_you_mean(name, known);
  }

 private:
  std::vector<bool> names_in(const KernelChoice& choice, std::span<const Derivation> derived,
                             std::span<const Expression> filters) const {
    std::vector<bool> names = used_names(experiment_, choice, derived);
    const std::vector<bool> own = filtered_names(experiment_, choice, derived, experiment_.kernel_of(choice).where);
    const std::vector<bool> asked = filtered_names(experiment_, choice, derived, filters);
    for (std::size_t slot = 0; slot < names.size(); ++slot)
      if (own[slot] || (asked[slot] && slot >= experiment_.first_own_slot())) names[slot] = true;
    return names;
  }

  bool is_settable(std::size_t slot) const {
    return !Symbols::in_launch(slot) || is_launch_name(experiment_.symbols.names()[slot]);
  }

  void each_of(const Axis& axis, const std::vector<std::size_t>& choices, const auto& refuse) const {
    const bool is_refused = axis.rows.empty() && !axis.range && !axis.unmatched;
    if (axis.is_default || is_refused) return;
    for (const std::size_t slot : axis.slots) {
      const std::string& name = experiment_.symbols.names()[slot];
      if (experiment_.symbols.has_refused(name)) continue;
      if (std::ranges::none_of(choices, [&](std::size_t i) { return named_[i][slot]; })) refuse(axis, name, choices);
    }
  }

  std::vector<std::string> kernels_of(const std::vector<std::size_t>& choices) const {
    std::vector<std::string> names;
    for (const std::size_t i : choices)
      if (const std::string& name = experiment_.kernel_of(experiment_.grid.kernels[i]).name;
          std::ranges::count(names, name) == 0)
        names.push_back(name);
    return names;
  }

  const Experiment& experiment_;
  bool is_known_ = true;
  std::vector<std::vector<bool>> named_;  ///< by choice
};

}  // namespace

std::vector<bool> used_names(const Experiment& experiment, const KernelChoice& choice,
                             std::span<const Derivation> derived) {
  NameCollector collector(experiment, choice, derived);
  collector.add(experiment.kernel_of(choice));
  return collector.names();
}

std::vector<bool> filtered_names(const Experiment& experiment, const KernelChoice& choice,
                                 std::span<const Derivation> derived, std::span<const Expression> filters) {
  NameCollector collector(experiment, choice, derived);
  for (const Expression& filter : filters) collector.add(filter);
  return collector.names();
}

bool is_passed(const Family& family, const Kernel& kernel, std::size_t buffer) {
  const auto passes = [&](const LaunchTemplate& launch) {
    return std::ranges::any_of(launch.arguments, [&](const auto& argument) { return points_into(argument, buffer); });
  };
  return std::ranges::any_of(kernel.launches, passes) ||
         std::ranges::any_of(family.reference_of(kernel).launches, passes);
}

void refuse_unused_axes(const Experiment& experiment, std::span<const Derivation> derived,
                        std::span<const Expression> filters, ErrorList& errors) {
  const UnusedAxes unused(experiment, derived, filters);
  unused.each([&](const Axis& axis, const std::string& name, const std::vector<std::size_t>& choices) {
    errors.add(Error(axis.place, unused.problem(name, choices), unused.hint(name, choices)));
  });
}

void refuse_unused_axis(const Experiment& experiment, std::span<const Derivation> derived,
                        std::span<const Expression> filters, const std::string& name, const Place& place,
                        ErrorList& errors) {
  const UnusedAxes unused(experiment, derived, filters);
  bool is_told = false;
  unused.each([&](const Axis& axis, const std::string& unused_name, const std::vector<std::size_t>& choices) {
    if (axis.name == name && axis.slots.size() == 1 && !is_told)
      errors.add(Error(place, unused.problem(unused_name, choices), unused.hint(unused_name, choices)));
    is_told = is_told || axis.name == name;
  });
}

}  // namespace warpledger
