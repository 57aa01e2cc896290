#pragma once

#include "model/job.h"

namespace warpledger {

/// Removes a byte order mark, and replaces invalid UTF-8 in comments (Latin-1 umlauts) by U+FFFD. Throws Error for it
/// elsewhere, and for control characters: compilers may treat a lone carriage return as a line end.
SourceFile readable_source(SourceFile file);

}  // namespace warpledger
