#pragma once

#include "model/job.h"

namespace warpledger {

/// `file` as it is compiled, stored and shown: UTF-8 without a byte order mark. A byte of a comment that is not UTF-8
/// (an umlaut that was saved as Latin-1) becomes U+FFFD, which readers see. Throws Error for such a byte elsewhere, and
/// for control characters: a compiler may take a lone carriage return for a line's end.
SourceFile readable_source(SourceFile file);

}  // namespace warpledger
