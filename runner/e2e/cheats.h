#pragma once

#include <map>
#include <string>

namespace warpledger::e2e {

/// How a kernel or submission ends: its outcome, and a regular expression that is found in the reason.
struct Verdict {
  std::string outcome;
  std::string reason;
};

using Verdicts = std::map<std::string, Verdict>;

/// How the kernels of the family "cheats" end that the experiment "cheats" runs as untrusted code, at 1001
/// elements, on the device under test.
Verdicts verdicts_on_cheats();

/// Makes the folder `target` a submission for the experiment "squares": the file of the family "cheats" that `kernel`
/// is in, behind a name that makes its kernel the assignment's.
void write_submission(const std::string& target, const std::string& kernel);

/// Writes a submission for the experiment "squares" into a separate folder in `folder` for each of those kernels, and
/// one more, `knows_the_shown_shape`, which is right but for the hidden shape. How each ends at its first point that is
/// not ok; the outcome is "refused", with what is said of it, where the submission cannot be read at all.
Verdicts write_class(const std::string& folder);

}  // namespace warpledger::e2e
