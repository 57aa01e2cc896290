#include "spec/derivation.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace warpledger {
namespace {

/// The first of `open` that defines a name which `derivation` uses.
std::optional<std::size_t> first_needed(const Derivation& derivation, const std::vector<Derivation>& open) {
  for (const std::size_t slot : derivation.value.slots())
    for (std::size_t i = 0; i < open.size(); ++i)
      if (open[i].slot == slot) return i;
  return std::nullopt;
}

/// Each of `open` needs another of `open`; following the needs must come round.
[[noreturn]] void fail_cycle(const std::vector<Derivation>& open, const Symbols& symbols) {
  std::vector<std::size_t> path{0};
  while (std::count(path.begin(), path.end(), path.back()) < 2) path.push_back(*first_needed(open[path.back()], open));
  std::vector<std::string> names;
  for (auto at = std::find(path.begin(), path.end(), path.back()); at != path.end(); ++at)
    names.push_back(symbols.names()[open[*at].slot]);
  throw Error(open[path.back()].value.place(), "these values depend on each other: " + join(names, " -> "),
              "set one of them without the others");
}

}  // namespace

std::vector<Derivation> in_evaluation_order(std::vector<Derivation> open, const Symbols& symbols) {
  std::vector<Derivation> ordered;
  while (!open.empty()) {
    const auto ready =
        std::find_if(open.begin(), open.end(), [&](const Derivation& d) { return !first_needed(d, open); });
    if (ready == open.end()) fail_cycle(open, symbols);
    ordered.push_back(*ready);
    open.erase(ready);
  }
  return ordered;
}

}  // namespace warpledger
