#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// Points that keep their identities for one reason.
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

/// Renames points to the identities of today's plans (plan/identity.h), so that histories continue. Plans each run
/// again for its device and finds its points by kernel, parameters and launch. Keys, times and metrics do not change.
/// Uses one transaction; a second call changes nothing.
IdentityUpgrade upgrade_identities(const std::string& ledger);

}  // namespace warpledger
