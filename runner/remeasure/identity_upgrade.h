#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// Points of a run that keep their identities for one reason.
struct KeptIdentities {
  std::string run;  ///< UUID
  std::int64_t points = 0;
  std::string first;  ///< identity of the first point
  std::string reason;
};

struct IdentityUpgrade {
  std::int64_t points = 0;   ///< in the ledger
  std::int64_t renamed = 0;  ///< points with a new identity
  std::vector<KeptIdentities> kept;
};

/// Renames the points of `ledger` as plans name them today (plan/identity.h), so that histories continue. Plans each
/// run again from the ledger for the device that it ran on, and finds its points by kernel, parameters and launch.
/// Keys, times and metrics do not change; points that are not found keep their identities. Runs in one transaction; a
/// second call changes nothing.
IdentityUpgrade upgrade_identities(const std::string& ledger);

}  // namespace warpledger
