#include "run/weak_checks.h"

#include <fmt/format.h>

#include <cstddef>

namespace warpledger {

void WeakChecks::look_at(std::span<const Job> jobs, std::span<const Result> results) {
  for (std::size_t i = 0; i < results.size(); ++i)
    for (const Check& check : results[i].checks) {
      if (check.zeros_pass) first_points_.try_emplace({check.buffer, "all zeros"}, jobs[i].identity);
      if (check.untouched_pass)
        first_points_.try_emplace({check.buffer, "its content from before the launch"}, jobs[i].identity);
      if (check.rounded_pass) first_rounded_.try_emplace(check.buffer, jobs[i].identity);
    }
}

std::string WeakChecks::warnings() const {
  std::string text;
  for (const auto& [output, identity] : first_points_)
    text += fmt::format(
        "warning: {} would pass as the output {}, first at the point {}: the check cannot tell a kernel "
        "that does nothing; hint: use other inputs, or a smaller tolerance\n",
        output.second, output.first, identity);
  for (const auto& [output, identity] : first_rounded_)
    text += fmt::format(
        "warning: the output {} has integers beyond 2^53, first at the point {}: they are compared as doubles, which "
        "take some others for them; hint: use smaller inputs\n",
        output, identity);
  return text;
}

}  // namespace warpledger
