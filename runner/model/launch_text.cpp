#include "model/launch_text.h"

#include <fmt/format.h>

namespace warpledger {

std::string text_of(const Extent& extent) {
  std::string text = fmt::format("{}", extent.x);
  if (extent.y > 1 || extent.z > 1) text += fmt::format("x{}", extent.y);
  if (extent.z > 1) text += fmt::format("x{}", extent.z);
  return text;
}

std::string resolved_text(const Job& job) {
  std::string text;
  for (const Quantity& quantity : job.quantities)
    if (quantity.name == kResolved) text = quantity.word;
  for (const Quantity& quantity : job.quantities)
    if (quantity.kind == Quantity::Kind::launch && !quantity.word.empty() && quantity.name != kResolved)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", quantity.name, quantity.word);
  return text;
}

std::string point_text(const Job& job) {
  const std::string resolved = resolved_text(job);
  return resolved.empty() ? job.identity : fmt::format("{} ({})", job.identity, resolved);
}

}  // namespace warpledger
