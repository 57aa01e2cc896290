#include "ledger/kernel_condition.h"

#include <fmt/format.h>

#include "store/quoted.h"

namespace warpledger {

std::string kernel_condition(const std::string& kernel) {
  const std::size_t bracket = kernel.find('<');
  const std::string of_kernel = fmt::format("kernel = {}", quoted_text(kernel.substr(0, bracket)));
  return bracket == std::string::npos ? of_kernel : fmt::format("{} AND instance = {}", of_kernel, quoted_text(kernel));
}

}  // namespace warpledger
