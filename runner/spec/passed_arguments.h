#pragma once

#include <optional>
#include <vector>

#include "model/job.h"
#include "model/program.h"
#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

// What a launch passes must be what its function takes, as far as the source tells.

/// The type of each buffer's elements; nothing where a parameter says it, or of scratch, where only the kernel reads.
using PassedTypes = std::vector<std::optional<ElementType>>;
PassedTypes types_for_kernels(const std::vector<BufferTemplate>& buffers);
/// A reference has doubles in place of what it writes.
PassedTypes types_for_references(const std::vector<BufferTemplate>& buffers);

/// `args` are the launch's arguments as they stand in the file. Throws Error, or tells of each that does not fit.
void check_arguments(const Reader& args, const LaunchTemplate& launch, const Program& program,
                     const PassedTypes& types);

/// A fill's function takes the buffer, the seed and numbers.
void check_fill_arguments(const Reader& fill, const FillProgramTemplate& made);

}  // namespace warpledger
