#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// Points of a run that keep their identities, for one reason.
struct KeptIdentities {
  std::string run;  ///< UUID
  std::int64_t points = 0;
  std::string first;  ///< identity of the first of them
  std::string reason;
};

struct IdentityUpgrade {
  std::int64_t points = 0;   ///< in the ledger
  std::int64_t renamed = 0;  ///< that have another identity now
  std::vector<KeptIdentities> kept;
};

/// Names the points of `ledger` as plans do today (plan/identity.h), so that a history continues: plans each run again
/// from what the ledger keeps of it, for the device that it ran on, and finds its points by kernel, parameters and
/// launch. Keys, times and metrics stay. Points that are not found keep their identities. One transaction; a second
/// call changes nothing.
IdentityUpgrade upgrade_identities(const std::string& ledger);

}  // namespace warpledger
