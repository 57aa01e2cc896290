#pragma once

#include <string>
#include <vector>

#include "grading/copies/near_copies.h"
#include "grading/hand_in/pseudonyms.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Code that a class is compared with.
struct ComparedFolders {
  std::vector<ComparedCode> codes;   ///< named "FOLDER/NAME"
  std::vector<std::string> refused;  ///< entries that cannot be read or are not submissions, and why
};

/// Reads folders or archives of earlier submissions or public solutions. Throws Error if one cannot be read or is
/// empty.
ComparedFolders read_compared(const std::vector<std::string>& folders);

/// Returns the near copies within a session (a UUID) and between it and `others`. The family's starter, reference,
/// headers and common kernels are left out.
NearCopies class_copies(const LedgerReader& ledger, const Experiment& experiment, const std::string& session,
                        const std::vector<ComparedCode>& others, const CopySearch& search);

/// Replaces names by pseudonyms. Removes texts and file names, which may contain names.
NearCopies renamed(NearCopies found, const Pseudonyms& pseudonyms);

/// Replaces pseudonyms by the names that they hide.
NearCopies with_names(NearCopies found, const Pseudonyms& pseudonyms);

}  // namespace warpledger
