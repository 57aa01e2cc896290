#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "base/text.h"
#include "model/digest.h"
#include "model/launch_text.h"
#include "plan/job.h"
#include "plan/plan_cost.h"
#include "plan/point.h"

namespace warpledger {
namespace {

/// Replaces NaN, which cannot be compared, by -infinity.
constexpr double kNone = -std::numeric_limits<double>::infinity();
double comparable(double value) { return std::isnan(value) ? kNone : value; }

}  // namespace

bool Plan::allows(const Kernel& kernel) const {
  if (on_host_ && language_of(kernel.program) != Language::cuda) return false;
  return !is_library(kernel.program) || (!on_host_ && experiment_.submission.empty());
}

Plan::Plan(const Experiment& experiment, const Device& device)
    : experiment_(experiment), device_values_(device_values(experiment, device)) {
  std::set<std::vector<std::size_t>> known;
  const auto store = [&](const std::vector<Axis>& axes) {
    for (const Axis& axis : axes) {
      std::vector<std::size_t> places;
      for (const std::size_t slot : axis.slots) {
        if (std::ranges::count(stored_slots_, slot) == 0) stored_slots_.push_back(slot);
        places.push_back(static_cast<std::size_t>(std::ranges::find(stored_slots_, slot) - stored_slots_.begin()));
      }
      if (known.insert(places).second) axes_.push_back(std::move(places));
    }
  };
  store(experiment_.grid.outer);
  for (const KernelChoice& choice : experiment_.grid.kernels) store(choice.axes);
  store(experiment_.grid.inner);

  const Symbols& symbols = experiment_.symbols;
  const auto show = [&](std::size_t slot) {
    if (std::ranges::count(column_slots_, slot) == 0) column_slots_.push_back(slot);
  };
  const std::size_t launch[] = {symbols.slot("blocks"), symbols.slot("warps"), symbols.slot("threads")};
  for (const std::size_t slot : stored_slots_)
    if (std::ranges::count(launch, slot) == 0) show(slot);
  for (std::size_t slot = experiment_.first_own_slot(); slot < symbols.size(); ++slot) show(slot);
  std::set<std::size_t> shape_slots_of_all;
  for (const KernelChoice& choice : experiment_.grid.kernels) {
    const Family& family = experiment_.family_of(choice);
    const Kernel& kernel = experiment_.kernel_of(choice);
    for (const Parameter& parameter : family.parameters) show(parameter.slot);
    shape_slots_of_all.merge(shape_slots(family));
    digests_.push_back({digest_of(kernel.program), digest_of(family.reference_of(kernel).program)});
    names_.push_back(warpledger::names_of(experiment_, choice));
  }
  shape_slots_.assign(shape_slots_of_all.begin(), shape_slots_of_all.end());
  const auto is_used = [&](const PointNames& names) { return names.used[launch[0]] || names.used[launch[1]]; };
  if (std::ranges::any_of(names_, is_used)) {
    show(launch[0]);
    show(launch[1]);
    if (std::ranges::count(stored_slots_, launch[2]) > 0) show(launch[2]);  // warps may not distinguish points
  }
  for (const std::size_t slot : column_slots_) columns_.push_back(symbols.names()[slot]);

  on_host_ = device.backend == "host";
}

std::vector<std::int64_t> Plan::ordinals() const {
  std::vector<std::int64_t> all(static_cast<std::size_t>(size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<std::string> Plan::filtered_out() const {
  const std::vector<KernelChoice>& kernels = experiment_.grid.kernels;
  std::set<std::string> told(left_out_.begin(), left_out_.end());
  for (const std::uint32_t choice : choices_) told.insert(experiment_.kernel_of(kernels[choice]).name);
  std::vector<std::string> names;
  for (const KernelChoice& choice : kernels)
    if (told.insert(experiment_.kernel_of(choice).name).second) names.push_back(experiment_.kernel_of(choice).name);
  return names;
}

const KernelChoice& Plan::choice_of(std::int64_t ordinal) const {
  return experiment_.grid.kernels[choices_[static_cast<std::size_t>(ordinal)]];
}

Values Plan::values_of(std::int64_t ordinal) const {
  Values values = device_values_;
  const double* stored = stored_.data() + static_cast<std::size_t>(ordinal) * stored_slots_.size();
  for (std::size_t i = 0; i < stored_slots_.size(); ++i) values[stored_slots_[i]] = stored[i];
  complete(experiment_, choice_of(ordinal), values);
  return values;
}

Identity Plan::identity_of(std::int64_t ordinal, const Values& values) const {
  DeviceTexts texts;
  if (!stored_texts_.empty()) {
    const std::uint32_t* stored = stored_texts_.data() + static_cast<std::size_t>(ordinal) * stored_slots_.size();
    for (std::size_t i = 0; i < stored_slots_.size(); ++i)
      if (stored[i] != 0) texts.emplace(stored_slots_[i], texts_[stored[i]]);
  }
  return warpledger::identity_of(experiment_, choice_of(ordinal), names_of(ordinal), values, texts);
}

Job Plan::job(std::int64_t ordinal) const {
  const Values values = values_of(ordinal);
  const PointNames& names = names_of(ordinal);
  Job job = resolve_job(experiment_, choice_of(ordinal), values, names.used, names.stated);
  job.ordinal = ordinal;
  const Identity identity = identity_of(ordinal, values);
  job.identity = identity.text;
  if (!identity.resolved.empty()) job.quantities.push_back({Quantity::Kind::launch, kResolved, 0, identity.resolved});
  const Digests& digests = digests_[choices_[static_cast<std::size_t>(ordinal)]];
  job.key = job_key(job, digests.program, digests.reference);
  return job;
}

PointLine Plan::line(std::int64_t ordinal) const {
  const Values values = values_of(ordinal);
  const KernelChoice& choice = choice_of(ordinal);
  PointLine line{.instance = resolve_instance(experiment_.family_of(choice), experiment_.kernel_of(choice), values)};
  if (const auto geometry = resolve_geometry(experiment_, choice, values)) {
    line.threads = static_cast<double>(geometry->second.volume());
    line.grid = text_of(geometry->first);
    line.block = text_of(geometry->second);
  }
  for (const std::size_t slot : column_slots_) {
    if (!names_of(ordinal).stated[slot] || std::isnan(values[slot]))
      line.values.emplace_back();
    else if (experiment_.symbols.has_words(slot))
      line.values.emplace_back(text_of(experiment_, slot, values[slot]));
    else
      line.values.emplace_back(values[slot]);
  }
  return line;
}

std::vector<double> Plan::shape(std::int64_t ordinal) const {
  const Values values = values_of(ordinal);
  std::vector<double> shape;
  for (const std::size_t slot : shape_slots_) shape.push_back(comparable(values[slot]));
  return shape;
}

std::string Plan::problem(std::int64_t ordinal) const {
  const Values values = values_of(ordinal);
  std::vector<std::string> texts;
  for (const std::size_t slot : shape_slots_)
    if (!std::isnan(values[slot]))
      texts.push_back(
          fmt::format("{}={}", experiment_.symbols.names()[slot], text_of(experiment_, slot, values[slot])));
  return join(texts, " ");
}

std::vector<std::vector<double>> Plan::coordinates(std::int64_t ordinal) const {
  std::vector<std::vector<double>> coordinates = {{static_cast<double>(choices_[static_cast<std::size_t>(ordinal)])}};
  const double* stored = stored_.data() + static_cast<std::size_t>(ordinal) * stored_slots_.size();
  const std::vector<bool>& used = names_of(ordinal).used;
  for (const std::vector<std::size_t>& places : axes_) {
    std::vector<double>& numbers = coordinates.emplace_back();
    for (const std::size_t place : places)
      numbers.push_back(used[stored_slots_[place]] ? comparable(stored[place]) : kNone);
  }
  return coordinates;
}

std::int64_t Plan::cost_us(std::int64_t ordinal) const {
  return cost_us_of(experiment_.family_of(choice_of(ordinal)), values_of(ordinal));
}

}  // namespace warpledger
