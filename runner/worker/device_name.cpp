#include "worker/device_name.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"

namespace warpledger {

DeviceName parse_device_name(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string detail = colon == std::string::npos ? "" : text.substr(colon + 1);
  const bool bare = colon == std::string::npos;
  DeviceName name;
  if (kind == "auto" && bare) return name;
  if (kind == "cuda") {
    name.kind = DeviceName::Kind::cuda;
    const auto [end, failed] = std::from_chars(detail.data(), detail.data() + detail.size(), name.index);
    const bool whole = failed == std::errc() && end == detail.data() + detail.size() && name.index >= 0;
    if (bare || whole) return name;
  }
  if (kind == "host" && (bare || !detail.empty())) {
    name.kind = DeviceName::Kind::host;
    if (!bare) name.profile = detail;
    return name;
  }
  throw Error(fmt::format("there is no device '{}'", text),
              "write auto, cuda, cuda:N, host or host:PROFILE; `warpledger devices` lists the devices");
}

}  // namespace warpledger
