#pragma once

namespace warpledger::e2e {

/// A port of this machine that nobody listens on.
int free_port();

}  // namespace warpledger::e2e
