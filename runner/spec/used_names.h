#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spec/experiment.h"

namespace warpledger {

/// Names that decide what the points of `choice` run, by slot of Experiment::symbols: those in the launches of its
/// kernel and of its reference, buffers, constants, compiler options and work counts, and the names that these are made
/// of. Filters do not count. `derived` are the values that no axis sets; parameters without one have their default.
std::vector<bool> used_names(const Experiment& experiment, const KernelChoice& choice,
                             std::span<const Derivation> derived);

/// The same for filters: the names in `filters`, and what they are made of.
std::vector<bool> filtered_names(const Experiment& experiment, const KernelChoice& choice,
                                 std::span<const Derivation> derived, std::span<const Expression> filters);

/// True if a launch of the kernel or of its reference passes the family's buffer of that index.
bool is_passed(const Family& family, const Kernel& kernel, std::size_t buffer);

/// Adds an Error for each axis of the grid that no kernel inside it uses, at the axis. A parameter may be named by a
/// kernel's own `where` instead, and a name of the experiment by one of `filters`.
void refuse_unused_axes(const Experiment& experiment, std::span<const Derivation> derived,
                        std::span<const Expression> filters, ErrorList& errors);

/// The same for the axes of that name only, at `place`: what the command line sets.
void refuse_unused_axis(const Experiment& experiment, std::span<const Derivation> derived,
                        std::span<const Expression> filters, const std::string& name, const Place& place,
                        ErrorList& errors);

}  // namespace warpledger
