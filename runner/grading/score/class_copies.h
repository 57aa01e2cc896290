#pragma once

#include <string>
#include <vector>

#include "grading/copies/near_copies.h"
#include "grading/hand_in/pseudonyms.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// What a class is compared with beside itself.
struct ComparedFolders {
  std::vector<ComparedCode> codes;   ///< each called "FOLDER/NAME"
  std::vector<std::string> refused;  ///< of each that cannot be read or is none, why
};

/// Reads folders or archives of earlier submissions or public solutions, as read_class() does. Throws Error for one
/// that cannot be read or holds none.
ComparedFolders read_compared(const std::vector<std::string>& folders);

/// The near copies in a session of `experiment`, by its UUID, from what the ledger has of its submissions: among them,
/// and of `others`. The family's starter, reference, headers and common kernels are nobody's own.
NearCopies class_copies(const LedgerReader& ledger, const Experiment& experiment, const std::string& session,
                        const std::vector<ComparedCode>& others, const CopySearch& search);

/// `found` with pseudonyms for all names; without texts and names of files, which may hold names.
NearCopies renamed(NearCopies found, const Pseudonyms& pseudonyms);

/// Of a ledger that was written with pseudonyms, with the names that they hide.
NearCopies with_names(NearCopies found, const Pseudonyms& pseudonyms);

}  // namespace warpledger
