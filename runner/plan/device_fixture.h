#pragma once

#include "model/device.h"

namespace warpledger {

inline Device rtx_4090() {
  return {.id = "host:rtx4090",
          .backend = "host",
          .name = "NVIDIA GeForce RTX 4090",
          .facts = {{"sm_count", 128}, {"l2_bytes", 75497472}, {"max_threads_per_block", 1024}}};
}

}  // namespace warpledger
