#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"

namespace warpledger {

/// Gives libFuzzer's input to `read` as a text. An Error is an answer to any text; whatever else comes of it is a
/// defect.
template <class Read>
int feed(const std::uint8_t* data, std::size_t size, const Read& read) {
  try {
    read(std::string(data, data + size));
  } catch (const Error&) {
    return 0;
  }
  return 0;
}

}  // namespace warpledger
