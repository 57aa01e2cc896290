#include "plan/point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "plan/job.h"

namespace warpledger {
namespace {

constexpr double kWarpSize = 32;  // of every CUDA device so far

std::int64_t whole_between(const Expression& expression, const Values& values, std::string_view name,
                           std::int64_t least, std::int64_t most) {
  const std::int64_t value = expression.whole(values, name);
  if (value < least || value > most)
    throw Error(expression.place(), fmt::format("{} = {} is not between {} and {}", name, value, least, most),
                "correct the expression, or exclude such points with `where`");
  return value;
}

/// Up to three extents, or `otherwise` in x when there is none.
Extent resolve_extent(const std::vector<Expression>& extents, const Values& values, std::string_view name,
                      double otherwise) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (extents.empty()) return {.x = static_cast<std::uint32_t>(std::min(otherwise, static_cast<double>(kMost)))};
  const auto extent = [&](std::size_t i) {
    return i < extents.size() ? static_cast<std::uint32_t>(whole_between(extents[i], values, name, 1, kMost)) : 1;
  };
  return {extent(0), extent(1), extent(2)};
}

std::uint32_t resolve_shared_bytes(const LaunchTemplate& launch, const Values& values) {
  if (!launch.shared_bytes) return 0;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::uint32_t>(whole_between(*launch.shared_bytes, values, "shared_bytes", 0, kMost));
}

std::int64_t resolve_count(const BufferTemplate& buffer, const Values& values) {
  constexpr std::int64_t kMost = std::int64_t{1} << 48;  // elements; beyond any memory, and times 8 bytes no overflow
  return whole_between(buffer.count, values, "count", 1, kMost);
}

double resolve_tolerance(const std::optional<Expression>& tolerance, const Values& values) {
  const double value = tolerance ? tolerance->number(values) : 0;
  if (value < 0)
    throw Error(tolerance->place(), fmt::format("the tolerance {} is below 0", value), "correct the expression");
  return value;
}

std::int64_t template_argument(const Expression& argument, const Values& values) {
  return argument.whole(values, "template argument");
}

/// "<32,8>", or nothing.
std::string resolve_template(const LaunchTemplate& launch, const Values& values) {
  if (launch.template_arguments.empty()) return "";
  std::vector<std::string> arguments;
  for (const Expression& argument : launch.template_arguments)
    arguments.push_back(std::to_string(template_argument(argument, values)));
  return fmt::format("<{}>", join(arguments, ","));
}

/// Resolves what a point of one experiment consists of.
class Resolver {
 public:
  Resolver(const Experiment& experiment, const Values& values)
      : experiment_(experiment),
        values_(values),
        blocks_(values[experiment.symbols.slot("blocks")]),
        threads_(values[experiment.symbols.slot("threads")]) {}

  Launch launch(const LaunchTemplate& launch) const {
    Launch result{.function = launch.function + resolve_template(launch, values_),
                  .grid = resolve_extent(launch.blocks, values_, "blocks", blocks_),
                  .block = resolve_extent(launch.threads, values_, "threads", threads_),
                  .shared_bytes = resolve_shared_bytes(launch, values_),
                  .prepare = launch.prepare};
    for (const auto& argument : launch.arguments) {
      if (const auto* typed = std::get_if<TypedExpression>(&argument))
        result.arguments.emplace_back(pack_scalar(*typed, values_));
      else
        result.arguments.emplace_back(std::get<BufferIndex>(argument));
    }
    return result;
  }

  void check(const LaunchTemplate& launch, ErrorList& errors) const {
    for (const Expression& argument : launch.template_arguments)
      errors.attempt([&] { template_argument(argument, values_); });
    for (const auto& argument : launch.arguments)
      if (const auto* typed = std::get_if<TypedExpression>(&argument))
        errors.attempt([&] { pack_scalar(*typed, values_); });
    errors.attempt([&] { resolve_extent(launch.blocks, values_, "blocks", blocks_); });
    errors.attempt([&] { resolve_extent(launch.threads, values_, "threads", threads_); });
    errors.attempt([&] { resolve_shared_bytes(launch, values_); });
  }

  std::vector<BufferSpec> buffers() const {
    std::vector<BufferSpec> buffers;
    for (const BufferTemplate& buffer : experiment_.family.buffers) {
      buffers.push_back(buffer.base);
      buffers.back().count = resolve_count(buffer, values_);
      buffers.back().tolerance.abs = resolve_tolerance(buffer.tolerance_abs, values_);
      buffers.back().tolerance.rel = resolve_tolerance(buffer.tolerance_rel, values_);
    }
    return buffers;
  }

  /// `timed`: the first launch on the clock.
  std::vector<Quantity> quantities(const Launch& timed) const {
    std::vector<Quantity> list;
    for (const Parameter& parameter : experiment_.family.parameters)
      list.push_back({Quantity::Kind::parameter, parameter.name, values_[parameter.slot]});
    for (std::size_t slot = experiment_.family.symbols.size(); slot < experiment_.symbols.size(); ++slot)
      list.push_back({Quantity::Kind::axis, experiment_.symbols.names()[slot], values_[slot]});
    const std::uint64_t threads = timed.block.volume();
    const std::uint64_t warps = (threads + 31) / 32;
    list.push_back({Quantity::Kind::launch, "blocks", static_cast<double>(timed.grid.volume())});
    list.push_back({Quantity::Kind::launch, "warps", static_cast<double>(warps)});
    list.push_back({Quantity::Kind::launch, "threads", static_cast<double>(threads)});
    for (const WorkCount& work : experiment_.family.work)
      list.push_back({Quantity::Kind::work, work.name, work.value.number(values_)});
    return list;
  }

 private:
  const Experiment& experiment_;
  const Values& values_;
  double blocks_;
  double threads_;
};

bool is_timed(const LaunchTemplate& launch) { return !launch.prepare; }

const LaunchTemplate& first_timed(const Kernel& kernel) { return *std::ranges::find_if(kernel.launches, is_timed); }

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
    for (const Parameter& parameter : experiment.family.parameters)
      if (parameter.slot == derivation.slot) parameter.check(values[derivation.slot], derivation.value);
  }
}

const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values) {
  for (const auto* filters : {&experiment.family.kernels[choice.kernel].where, &experiment.where})
    for (const Expression& filter : *filters)
      if (filter.number(values) == 0) return &filter;
  return nullptr;
}

std::string identity(const Experiment& experiment, const KernelChoice& choice, const Values& values) {
  std::map<std::string, double> parameters;
  for (const Parameter& parameter : experiment.family.parameters) {
    const double value = values[parameter.slot];
    if (!parameter.default_value || parameter.default_value->number(values) != value)
      parameters[parameter.name] = value;
  }
  std::string text = experiment.family.kernels[choice.kernel].name;
  for (const auto& [name, value] : parameters) text += fmt::format(" {}={}", name, value);
  const double warps = values[experiment.symbols.slot("warps")];
  const double threads = values[experiment.symbols.slot("threads")];
  text += fmt::format(" blocks={}", values[experiment.symbols.slot("blocks")]);
  return text + (threads == kWarpSize * warps ? fmt::format(" warps={}", warps) : fmt::format(" threads={}", threads));
}

std::string resolve_instance(const Kernel& kernel, const Values& values) {
  const bool one = std::ranges::count_if(kernel.launches, is_timed) == 1;
  return one ? kernel.name + resolve_template(first_timed(kernel), values) : kernel.name;
}

Job resolve_job(const Experiment& experiment, const KernelChoice& choice, const Values& values) {
  const Family& family = experiment.family;
  const Kernel& kernel = family.kernels[choice.kernel];
  const Resolver resolver(experiment, values);
  Job job{.family = family.name,
          .kernel = kernel.name,
          .instance = resolve_instance(kernel, values),
          .identity = identity(experiment, choice, values),
          .quantities = resolver.quantities(resolver.launch(first_timed(kernel))),
          .program = kernel.program,
          .buffers = resolver.buffers(),
          .reference = {family.reference.program, resolver.launch(family.reference.launch)},
          .measure = experiment.measure,
          .metrics = experiment.metrics,
          .seed = experiment.seed};
  for (const ConstantTemplate& constant : family.constants)
    job.constants.push_back({constant.symbol, pack_struct(constant.members, values)});
  for (const LaunchTemplate& launch : kernel.launches) job.launches.push_back(resolver.launch(launch));
  return job;
}

void check_job(const Experiment& experiment, const KernelChoice& choice, const Values& values, ErrorList& errors) {
  const Family& family = experiment.family;
  const Resolver resolver(experiment, values);
  for (const LaunchTemplate& launch : family.kernels[choice.kernel].launches) resolver.check(launch, errors);
  resolver.check(family.reference.launch, errors);
  for (const BufferTemplate& buffer : family.buffers) {
    errors.attempt([&] { resolve_count(buffer, values); });
    errors.attempt([&] { resolve_tolerance(buffer.tolerance_abs, values); });
    errors.attempt([&] { resolve_tolerance(buffer.tolerance_rel, values); });
  }
  for (const ConstantTemplate& constant : family.constants)
    for (const TypedExpression& member : constant.members) errors.attempt([&] { pack_scalar(member, values); });
  for (const WorkCount& work : family.work) errors.attempt([&] { work.value.number(values); });
}

}  // namespace warpledger
