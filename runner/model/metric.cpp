#include "model/metric.h"

#include <fmt/format.h>

#include "base/text.h"

namespace warpledger {
namespace {

std::string scaled_name(double scale, const std::string& name) {
  return scale == 1 ? name : fmt::format("{} * {}", scale, name);
}

}  // namespace

std::string text_of(const CounterChoice& choice) {
  const std::string scaled = scaled_name(choice.scale, choice.counter);
  return choice.without.empty() ? scaled : fmt::format("{}, without {}", scaled, join(choice.without));
}

std::string text_of(const ModelChoice& choice) {
  return fmt::format("model: {}", scaled_name(choice.scale, choice.quantity));
}

}  // namespace warpledger
