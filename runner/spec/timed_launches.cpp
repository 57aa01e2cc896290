#include "spec/timed_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/text.h"

namespace warpledger {

void check_programmatic(const std::vector<Reader>& items, const std::vector<LaunchTemplate>& launches) {
  const auto first = std::ranges::find_if(launches, &LaunchTemplate::is_timed);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!launches[i].programmatic) continue;
    const Reader mark = items[i].at("programmatic");
    mark.attempt([&] {
      if (!launches[i].is_timed())
        mark.fail("a launch outside the clock cannot be programmatic", "remove it: only timed launches overlap");
      if (&launches[i] == &*first)
        mark.fail("the first timed launch cannot be programmatic: it would overlap with what is not timed",
                  "mark launches behind it: each may begin before the one before it has ended");
    });
  }
}

std::string unusual_launches(const Kernel& kernel) {
  std::vector<std::string> facts, overlapping;
  const auto timed = std::ranges::count_if(kernel.launches, &LaunchTemplate::is_timed);
  if (kernel.graph)
    facts.push_back(
        fmt::format("{} launch{} timed as one CUDA graph and counted outside it", timed, timed == 1 ? "" : "es"));
  for (std::size_t i = 0; i < kernel.launches.size(); ++i)
    if (kernel.launches[i].programmatic) overlapping.push_back(std::to_string(i + 1));
  if (!overlapping.empty())
    facts.push_back(fmt::format("launch{} {} may begin before the one before has ended",
                                overlapping.size() == 1 ? "" : "es", join(overlapping)));
  return join(facts, "; ");
}

}  // namespace warpledger
