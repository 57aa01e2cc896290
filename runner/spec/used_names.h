#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spec/experiment.h"

namespace warpledger {

/// Returns, by slot of Experiment::symbols, the names that affect the points of `choice` other than through filters,
/// directly or through derived values and defaults.
std::vector<bool> used_names(const Experiment& experiment, const KernelChoice& choice,
                             std::span<const Derivation> derived);

/// Like used_names(), for the names in `filters`.
std::vector<bool> filtered_names(const Experiment& experiment, const KernelChoice& choice,
                                 std::span<const Derivation> derived, std::span<const Expression> filters);

/// True if a launch of the kernel or its reference passes the buffer.
bool is_passed(const Family& family, const Kernel& kernel, std::size_t buffer);

/// Adds an Error at each axis that no kernel inside it uses. A kernel's own `where` counts as a use; `filters` count
/// only for axes that are not parameters.
void refuse_unused_axes(const Experiment& experiment, std::span<const Derivation> derived,
                        std::span<const Expression> filters, ErrorList& errors);

/// Like refuse_unused_axes(), but only for axis `name`, set on the command line; the error is at `place`.
void refuse_unused_axis(const Experiment& experiment, std::span<const Derivation> derived,
                        std::span<const Expression> filters, const std::string& name, const Place& place,
                        ErrorList& errors);

}  // namespace warpledger
