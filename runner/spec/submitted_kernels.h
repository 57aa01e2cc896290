#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/program.h"
#include "spec/experiment.h"
#include "spec/included_headers.h"
#include "spec/library.h"

namespace warpledger {

/// `experiment` with the submission's programs in place of the family's for `kernels`, which are of its grid. A kernel
/// gets the file with the name of its own source; when there is none and the submission has exactly one .cu file, that
/// one. A kernel of several sources needs each of them. Headers: see included_headers(); none is a source of the
/// family's. The reference stays.
///
/// Without `kernels`, those of the grid are replaced that the experiment's grading takes from submissions; without
/// such, those that the submission has a file for; when that is none, all, by the only .cu file.
///
/// Throws Error for an experiment of several families, for a kernel that is not in the grid or that the submission has
/// no file for, for a text that breaks the rule of includes (checked_includes), and for a file that is included and not
/// there.
Experiment with_submission(Experiment experiment, const Submission& submission,
                           const std::vector<std::string>& kernels = {}, SourceRules rules = SourceRules::hold);

/// The same for a submission that breaks a rule, to be recorded and not run: each kernel gets all files, the one of its
/// name first; an empty text where there is none.
Experiment with_refused_submission(Experiment experiment, const Submission& submission,
                                   const std::vector<std::string>& kernels);

/// The .cu files of a submission that with_submission() makes nothing of: no kernel has them, and no file that one has
/// includes them.
struct UnusedSources {
  std::string experiment;             ///< its name
  std::vector<std::string> files;     ///< none: all are used
  std::vector<std::string> replaced;  ///< the sources that a submission may replace; sorted
};

/// No files for an experiment of several families, and where an include is refused, which is told in its place.
UnusedSources unused_sources(const Experiment& experiment, const Submission& submission,
                             SourceRules rules = SourceRules::hold);

/// "mor.cu (did you mean more.cu?), x.cu replace no kernel of scale and are not used; allowed: more.cu", with names of
/// files as `shown` writes them; empty when all are used.
std::string text_of(const UnusedSources& unused, const std::function<std::string(const std::string&)>& shown);

/// The names of the grid's kernels that the submission has a file for by name; sorted.
std::vector<std::string> kernels_named_in(const Submission& submission, const Experiment& experiment);

/// The library's only experiment that has kernels of the submission's file names; of several, the only graded one.
/// Throws Error with the candidates when there is none, or more than one.
std::string experiment_for(const Submission& submission, const Library& library);

}  // namespace warpledger
