#pragma once

#include <string>
#include <vector>

#include "grading/copies/near_copies.h"
#include "grading/hand_in/pseudonyms.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Code outside the class that the class is compared with.
struct ComparedFolders {
  std::vector<ComparedCode> codes;   ///< named "FOLDER/NAME"
  std::vector<std::string> refused;  ///< each entry that cannot be read or is not a submission, with the reason
};

/// Reads folders or archives of earlier submissions or public solutions, like read_class(). Throws Error if one cannot
/// be read or is empty.
ComparedFolders read_compared(const std::vector<std::string>& folders);

/// Returns the near copies among the submissions of a session (a UUID), and between them and `others`, as recorded in
/// the ledger. Code of the family's starter, reference, headers and common kernels is left out.
NearCopies class_copies(const LedgerReader& ledger, const Experiment& experiment, const std::string& session,
                        const std::vector<ComparedCode>& others, const CopySearch& search);

/// Replaces all names by pseudonyms. Removes texts and file names, which may contain names.
NearCopies renamed(NearCopies found, const Pseudonyms& pseudonyms);

/// Replaces pseudonyms by the names that they hide.
NearCopies with_names(NearCopies found, const Pseudonyms& pseudonyms);

}  // namespace warpledger
