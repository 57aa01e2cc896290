#pragma once

#include <optional>
#include <vector>

#include "model/job.h"
#include "model/program.h"
#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

// Checks that launches pass what their functions take, as far as the source shows.

/// Element type of each buffer; empty if a parameter sets it, and for scratch buffers, which only the kernel reads.
using PassedTypes = std::vector<std::optional<ElementType>>;
PassedTypes types_for_kernels(const std::vector<BufferTemplate>& buffers);
/// References write doubles, so their outputs have type f64.
PassedTypes types_for_references(const std::vector<BufferTemplate>& buffers);

/// Throws Error if `args` has the wrong length and collects one for each that does not fit.
void check_arguments(const Reader& args, const LaunchTemplate& launch, const Program& program,
                     const PassedTypes& types);

/// A fill's function takes the buffer, the seed and numbers.
void check_fill_arguments(const Reader& fill, const FillProgramTemplate& made);

}  // namespace warpledger
