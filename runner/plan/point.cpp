#include "plan/point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "model/launch_text.h"
#include "plan/job.h"
#include "plan/launches.h"
#include "plan/struct_layout.h"

namespace warpledger {
namespace {

constexpr double kWarpSize = 32;  // of every CUDA device so far

/// Graph and programmatic launches are not simply consecutive.
void add_unit(const Kernel& kernel, std::vector<Quantity>& list) {
  const auto add = [&](const char* name, std::ptrdiff_t launches) {
    if (launches > 0) list.push_back({Quantity::Kind::launch, name, static_cast<double>(launches)});
  };
  add("graph_launches", kernel.graph ? std::ranges::count_if(kernel.launches, &LaunchTemplate::is_timed) : 0);
  add("programmatic_launches", std::ranges::count_if(kernel.launches, &LaunchTemplate::programmatic));
}

/// `timed`: first timed launch; null for a library program.
std::vector<Quantity> quantities(const Experiment& experiment, const KernelChoice& choice, const Values& values,
                                 const std::vector<bool>& used, const std::vector<bool>& stated, const Launch* timed) {
  const Family& family = experiment.family_of(choice);
  std::vector<Quantity> list;
  const auto add = [&](Quantity::Kind kind, std::size_t slot) {
    Quantity& quantity = list.emplace_back(Quantity{kind, experiment.symbols.names()[slot], values[slot]});
    if (experiment.symbols.has_words(slot)) quantity.word = text_of(experiment, slot, values[slot]);
  };
  for (const Parameter& parameter : family.parameters)
    if (stated[parameter.slot])
      add(used[parameter.slot] ? Quantity::Kind::parameter : Quantity::Kind::axis, parameter.slot);
  for (std::size_t slot = 0; slot < experiment.symbols.size(); ++slot)
    if (!Symbols::in_launch(slot) && !family.has_parameter(slot) && stated[slot] && !std::isnan(values[slot]))
      add(Quantity::Kind::axis, slot);
  if (timed != nullptr) {
    const std::uint64_t threads = timed->block.volume();
    const std::uint64_t warps = (threads + 31) / 32;
    list.push_back({Quantity::Kind::launch, "blocks", static_cast<double>(timed->grid.volume())});
    list.push_back({Quantity::Kind::launch, "warps", static_cast<double>(warps)});
    list.push_back({Quantity::Kind::launch, "threads", static_cast<double>(threads)});
    list.push_back({Quantity::Kind::launch, "grid", 0, text_of(timed->grid)});
    list.push_back({Quantity::Kind::launch, "block", 0, text_of(timed->block)});
  }
  add_unit(experiment.kernel_of(choice), list);
  for (const WorkCount& work : family.work)
    list.push_back({Quantity::Kind::work, work.name, work.value.number(values)});
  return list;
}

/// Empty if a buffer supplies the bytes.
std::vector<std::byte> bytes_of(const ConstantTemplate& constant, const Values& values) {
  StructLayout layout;
  for (const TypedExpression& member : constant.members) layout.add(pack_scalar(member, values));
  return layout.value().bytes;
}

const LaunchTemplate& first_timed(const Kernel& kernel) {
  return *std::ranges::find_if(kernel.launches, &LaunchTemplate::is_timed);
}

/// If files hold the expected outputs, the ledger stores their digests instead of a program.
Reference resolve_reference(const ReferenceTemplate& declared, const Resolver& resolver) {
  Reference reference{.program = declared.program, .launches = {}};
  for (const LaunchTemplate& launch : declared.launches) reference.launches.push_back(resolver.launch(launch));
  if (reference.is_kernel()) return reference;
  reference.program.main.name = "expected outputs";
  for (const BufferSpec& buffer : resolver.buffers())
    if (!buffer.golden.empty()) reference.program.main.text += fmt::format("{}: {}\n", buffer.name, buffer.golden);
  return reference;
}

}  // namespace

Values device_values(const Experiment& experiment, const Device& device) {
  Values values(experiment.symbols.size(), std::numeric_limits<double>::quiet_NaN());
  for (const auto& [name, fact] : device.facts)
    if (const auto slot = experiment.symbols.find(name)) values[*slot] = static_cast<double>(fact);
  values[experiment.symbols.slot("sms")] = values[experiment.symbols.slot("sm_count")];
  return values;
}

void complete(const Experiment& experiment, const KernelChoice& choice, Values& values) {
  double& warps = values[experiment.symbols.slot("warps")];
  double& threads = values[experiment.symbols.slot("threads")];
  if (std::isnan(warps)) warps = std::ceil(threads / kWarpSize);
  if (std::isnan(threads)) threads = kWarpSize * warps;
  for (const Derivation& derivation : choice.derivations) {
    values[derivation.slot] = derivation.value.number(values);
    for (const Parameter& parameter : experiment.family_of(choice).parameters)
      if (parameter.slot == derivation.slot) parameter.check(values[derivation.slot], derivation.value);
  }
}

std::string text_of(const Experiment& experiment, std::size_t slot, double value) {
  return experiment.symbols.has_words(slot) ? experiment.symbols.words().at(static_cast<std::size_t>(value))
                                            : fmt::format("{}", value);
}

const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values) {
  for (const auto* filters : {&experiment.kernel_of(choice).where, &choice.where})
    for (const Expression& filter : *filters)
      if (filter.number(values) == 0) return &filter;
  return nullptr;
}

std::string resolve_instance(const Family& family, const Kernel& kernel, const Values& values) {
  const bool one = std::ranges::count_if(kernel.launches, &LaunchTemplate::is_timed) == 1;
  return one ? kernel.name + resolve_template(family, first_timed(kernel), values, Spelling::shown) : kernel.name;
}

std::optional<std::pair<Extent, Extent>> resolve_geometry(const Experiment& experiment, const KernelChoice& choice,
                                                          const Values& values) {
  const Kernel& kernel = experiment.kernel_of(choice);
  if (is_library(kernel.program)) return std::nullopt;
  return Resolver(experiment.family_of(choice), values).geometry(first_timed(kernel));
}

Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values,
                const std::vector<bool>& used, const std::vector<bool>& stated) {
  const Family& family = experiment.family_of(choice);
  const Kernel& kernel = experiment.kernel_of(choice);
  const Resolver resolver(family, values);
  const Launch timed = resolver.launch(first_timed(kernel));
  const bool has_launches = !is_library(kernel.program);
  Job job{.family = family.name,
          .kernel = kernel.name,
          .instance = resolve_instance(family, kernel, values),
          .identity = {},
          .quantities = quantities(experiment, choice, values, used, stated, has_launches ? &timed : nullptr),
          .program = kernel.program,
          .buffers = resolver.buffers(),
          .reference = resolve_reference(family.reference_of(kernel), resolver),
          .measure = experiment.measure,
          .metrics = experiment.metrics,
          .seed = experiment.seed};
  if (kernel.outputs)
    for (std::size_t i = 0; i < job.buffers.size(); ++i)
      job.buffers[i].compared = job.buffers[i].role != Role::out || std::ranges::count(*kernel.outputs, i) > 0;
  job.arrays = resolver.arrays();
  job.graph = kernel.graph;
  job.program.options = resolver.options(kernel);
  for (const ConstantTemplate& constant : family.constants)
    if (has_launches) job.constants.push_back({constant.symbol, bytes_of(constant, values), constant.buffer});
  for (const LaunchTemplate& launch : kernel.launches) job.launches.push_back(resolver.launch(launch));
  return job;
}

void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values, ErrorList& errors) {
  const Family& family = experiment.family_of(choice);
  const Resolver resolver(family, values);
  const Kernel& kernel = experiment.kernel_of(choice);
  for (const LaunchTemplate& launch : kernel.launches) resolver.check(launch, errors);
  for (const LaunchTemplate& launch : family.reference_of(kernel).launches) resolver.check(launch, errors);
  errors.attempt([&] { resolver.options(kernel); });
  for (const BufferTemplate& buffer : family.buffers) resolver.check(buffer, errors);
  for (const ConstantTemplate& constant : family.constants)
    for (const TypedExpression& member : constant.members) errors.attempt([&] { pack_scalar(member, values); });
  for (const WorkCount& work : family.work) errors.attempt([&] { work.value.number(values); });
}

}  // namespace warpledger
