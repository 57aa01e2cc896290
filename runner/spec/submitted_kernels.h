#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/program.h"
#include "spec/experiment.h"
#include "spec/included_headers.h"
#include "spec/library.h"

namespace warpledger {

/// Replaces the programs of `kernels` by the submission's. A kernel of one source gets the file of that name or else
/// the only .cu file; a kernel of several sources needs each of them. Headers are never the family's sources.
/// References stay.
///
/// Default for `kernels`: those that the grading takes from submissions, else those the submission has files for, else
/// the grid's.
///
/// Throws Error for several families, kernels outside the grid or without a file, and like included_headers().
Experiment with_submission(Experiment experiment, const Submission& submission,
                           const std::vector<std::string>& kernels = {}, SourceRules rules = SourceRules::hold);

/// For a rejected submission that is recorded but not run: each kernel gets all files, its own first, or an empty
/// source if it has none.
Experiment with_refused_submission(Experiment experiment, const Submission& submission,
                                   const std::vector<std::string>& kernels);

/// .cu files that with_submission() does not use: they belong to no kernel, and no used file includes them.
struct UnusedSources {
  std::string experiment;             ///< its name
  std::vector<std::string> files;     ///< empty if all are used
  std::vector<std::string> replaced;  ///< sources that a submission may replace; sorted
};

/// Returns no files if the experiment has several families or an include is rejected, which is reported elsewhere.
UnusedSources unused_sources(const Experiment& experiment, const Submission& submission,
                             SourceRules rules = SourceRules::hold);

/// Returns "mor.cu (did you mean more.cu?), x.cu replace no kernel of scale and are not used; allowed: more.cu", or
/// empty. `shown` formats file names.
std::string text_of(const UnusedSources& unused, const std::function<std::string(const std::string&)>& shown);

/// Returns the kernels of the grid with a source that the submission has by name; sorted.
std::vector<std::string> kernels_named_in(const Submission& submission, const Experiment& experiment);

/// Returns the only experiment with kernels named in the submission; if several, the only graded one. Throws Error with
/// the candidates otherwise.
std::string experiment_for(const Submission& submission, const Library& library);

}  // namespace warpledger
