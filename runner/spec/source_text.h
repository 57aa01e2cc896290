#pragma once

#include "model/job.h"

namespace warpledger {

/// Removes a byte order mark, and replaces bytes in comments that are not UTF-8 (Latin-1 umlauts) by U+FFFD. Throws
/// Error for such bytes elsewhere, and for control characters: compilers may treat a lone carriage return as a line
/// end.
SourceFile readable_source(SourceFile file);

}  // namespace warpledger
