#pragma once

#include <string>

namespace warpledger {

/// What --device says.
struct DeviceName {
  enum class Kind { automatic, cuda, host } kind = Kind::automatic;
  int index = 0;                    ///< of the GPU
  std::string profile = "rtx4090";  ///< the GPU whose facts the host borrows
};

/// "auto", "cuda", "cuda:N", "host" or "host:PROFILE". Throws Error for anything else.
DeviceName parse_device_name(const std::string& text);

}  // namespace warpledger
