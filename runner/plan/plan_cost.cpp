#include "plan/plan_cost.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <variant>

namespace warpledger {
namespace {

// Fixed cost of a point, and cost per byte and unit of work. An H200 takes 20 ms (13 to measure, the rest to count) and
// 0.1 ns per unit at 100 launches and 1e12 units/s; a host takes 10 ns. A value in between splits plans well enough for
// both.
constexpr double kPoint_us = 20'000;
constexpr double kUnit_us = 1e-3;
constexpr double kMost_us = 1e12;  // two weeks, so that sums do not overflow

double bytes_of(const BufferTemplate& buffer, const Values& values) {
  const ElementType type = buffer.type_slot ? static_cast<ElementType>(values[*buffer.type_slot]) : buffer.base.type;
  return buffer.count.number(values) * static_cast<double>(facts_of(type).bytes);
}

}  // namespace

std::set<std::size_t> shape_slots(const Family& family) {
  std::set<std::size_t> slots;
  const auto add = [&](const Expression& expression) {
    slots.insert(expression.slots().begin(), expression.slots().end());
  };
  for (const BufferTemplate& buffer : family.buffers) {
    if (buffer.base.role == Role::scratch) continue;
    add(buffer.count);
    if (buffer.type_slot) slots.insert(*buffer.type_slot);
  }
  for (const Kernel& kernel : family.kernels)
    for (const LaunchTemplate& launch : family.reference_of(kernel).launches)
      for (const auto& argument : launch.arguments)
        if (const auto* typed = std::get_if<TypedExpression>(&argument)) add(typed->value);
  for (const WorkCount& work : family.work) add(work.value);
  return slots;
}

std::int64_t cost_us_of(const Family& family, const Values& values) {
  double units = 0;
  for (const BufferTemplate& buffer : family.buffers) units += bytes_of(buffer, values);
  for (const WorkCount& work : family.work) units += std::max(0.0, work.value.number(values));
  return std::llround(std::clamp(kPoint_us + kUnit_us * units, 1.0, kMost_us));
}

}  // namespace warpledger
