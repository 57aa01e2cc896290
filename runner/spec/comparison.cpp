#include "spec/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace warpledger {
namespace {

std::string bound(const BufferTemplate& buffer) {
  if (!buffer.tolerance_rel) return buffer.tolerance_abs ? buffer.tolerance_abs->text() : "0";
  const std::string relative = fmt::format("({}) of the expected value", buffer.tolerance_rel->text());
  return buffer.tolerance_abs ? fmt::format("{} + {}", buffer.tolerance_abs->text(), relative) : relative;
}

bool is_filled_by(const Kernel& kernel, std::size_t buffer) {
  return !kernel.outputs || std::ranges::count(*kernel.outputs, buffer) > 0;
}

std::vector<std::string> kernels_without(const Family& family, std::size_t buffer) {
  std::vector<std::string> names;
  for (const Kernel& kernel : family.kernels)
    if (family.buffers[buffer].base.role == Role::out && !is_filled_by(kernel, buffer)) names.push_back(kernel.name);
  return names;
}

}  // namespace

bool is_output(const BufferTemplate& buffer) {
  return buffer.base.role == Role::out || buffer.base.role == Role::inout;
}

std::string compared_with(const Family& family, const BufferTemplate& buffer) {
  if (!buffer.golden) return "the reference";
  if (buffer.golden->slot) return fmt::format("the file of {}", family.symbols.names()[*buffer.golden->slot]);
  return fmt::format("the file {}", buffer.golden->name);
}

std::string accepted_when(const BufferTemplate& buffer) {
  const char* order = buffer.base.unordered ? "sorted, " : "";
  if (buffer.tolerance_norm)
    return fmt::format("{}the relative L2 error of the whole is at most {}", order, buffer.tolerance_norm->text());
  const std::string share = buffer.tolerance_matched
                                ? fmt::format("the fraction {} of the elements", buffer.tolerance_matched->text())
                                : "each element";
  return fmt::format("{}{} is within {}", order, share, bound(buffer));
}

std::string unusual_comparisons(const Family& family) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < family.buffers.size(); ++i) {
    const BufferTemplate& buffer = family.buffers[i];
    const std::vector<std::string> without =
        is_output(buffer) ? kernels_without(family, i) : std::vector<std::string>();
    const bool usual = !buffer.golden && !buffer.base.unordered && !buffer.tolerance_norm && !buffer.tolerance_matched;
    if (!is_output(buffer) || (usual && without.empty())) continue;
    std::string sentence = fmt::format("Output {} is compared with {}: accepted when {}", buffer.base.name,
                                       compared_with(family, buffer), accepted_when(buffer));
    if (!without.empty()) sentence += fmt::format("; not filled by {}", join(without));
    sentences.push_back(sentence + ".");
  }
  return join(sentences, " ");
}

}  // namespace warpledger
