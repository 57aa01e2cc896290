// Variant 4. Rows padded to the longest and stored column after column: one thread per row, coalesced, without
// divergence.
//
// What limits it: padding. Each row moves as many bytes as the longest one, which a power law makes 16 times too many.
// Next variant: only so many columns as most rows fill; what is longer goes elsewhere. (The kernel is in ell.h.)
#include "ell.h"
