#pragma once

#include <nlohmann/json.hpp>

#include "exec/frame.h"

namespace warpledger {

/// What a message holds under `key`. Throws MalformedMessage when it is not there or not a T.
template <class T>
T part(const nlohmann::json& message, const char* key) {
  try {
    return message.at(key).get<T>();
  } catch (const nlohmann::json::exception&) {
    throw MalformedMessage();
  }
}

}  // namespace warpledger
