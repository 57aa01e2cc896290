#pragma once

#include "model/program.h"
#include "spec/family.h"
#include "spec/reader.h"

namespace warpledger {

// What a launch passes must be what its function takes, as far as the source tells.

/// `args` are the launch's arguments as they stand in the file. Throws Error, or tells of each that does not fit.
void check_arguments(const Reader& args, const LaunchTemplate& launch, const Program& program);

/// A fill's function takes the buffer, the seed and numbers.
void check_fill_arguments(const Reader& fill, const FillProgramTemplate& made);

}  // namespace warpledger
