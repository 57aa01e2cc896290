#include "spec/gradable.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/fill.h"

namespace warpledger {

void refuse_known_inputs(const Reader& grading, const Family& family) {
  const bool golden = std::ranges::any_of(family.buffers, [](const auto& buffer) { return buffer.golden.has_value(); });
  const bool from_file =
      std::ranges::any_of(family.buffers, [](const auto& buffer) { return buffer.content.has_value(); });
  const bool secret = std::ranges::any_of(
      family.buffers, [](const auto& buffer) { return buffer.fill && is_seeded(buffer.fill->kind); });
  if (golden)
    grading.fail(fmt::format("the family '{}' compares its outputs with files: they are right for the inputs of the "
                             "files alone, but a grading checks on secret inputs",
                             family.name),
                 "give the family a reference and random inputs");
  if (from_file && !secret)
    grading.fail(fmt::format("all inputs of the family '{}' are known beforehand: none is random, so that a submission "
                             "could contain the answers",
                             family.name),
                 "fill at least one input at random");
}

void refuse_launches_after(const Reader& submission, const Family& family, const std::vector<std::string>& kernels) {
  for (const Kernel& kernel : family.kernels)
    if (std::ranges::count(kernels, kernel.name) > 0 && std::ranges::any_of(kernel.launches, &LaunchTemplate::after))
      submission.fail(
          fmt::format("'{}' has launches behind the timed ones, outside the clock: a submission could do its "
                      "work there",
                      kernel.name),
          "let the timed launches write the outputs");
}

void refuse_outside_grid(const Reader& submission, const Families& families, const Grid& grid) {
  submission.each_of(submission.items_or_one(), [&](const Reader& item) {
    const KernelIndex kernel = find_kernel(families, item.text(), item.place());
    if (std::ranges::count(grid.kernels, kernel, &KernelChoice::kernel) == 0)
      item.fail(fmt::format("kernel '{}' is not in the grid: no point runs it", item.text()),
                "add it to `kernel` in the grid, or leave it out here");
  });
}

}  // namespace warpledger
