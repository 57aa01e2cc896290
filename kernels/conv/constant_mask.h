// The mask in constant memory, whose cache gives a whole warp one word as an operand of its arithmetic, without a load.
#include "mask.h"

template <int size>
__constant__ Mask<size> c_mask = all_weights<size>();
