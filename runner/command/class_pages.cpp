#include "command/class_pages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <utility>

#include "base/error.h"
#include "base/sql_text.h"
#include "command/terminal.h"
#include "grading/pages/class_page.h"
#include "grading/pages/copies_page.h"
#include "grading/pages/write_class.h"
#include "grading/score/class_names.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_page.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// Tables of a run for a student's pages. Empty if no point is correct, and with pseudonyms if any is incorrect: the
/// reason may contain a name.
class TablesOfRuns {
 public:
  TablesOfRuns(const ShownClass& shown, const ClassOrigin& origin)
      : origin_(origin), hides_names_(!shown.pseudonyms.empty()), ledger_(open_ledger(origin.ledger, origin.library)) {}

  std::string of(const std::string& run, Format format) {
    if (run != run_) read(run);
    return format == Format::html ? html_ : markdown_;
  }

 private:
  void read(const std::string& run) {
    run_ = run;
    html_ = markdown_ = "";
    if (!has_tables(run)) return;
    const std::vector<std::string> pages =
        reports_of_run(ledger_, {.ledger = origin_.ledger, .run = run, .page = {}, .is_part = true},
                       {Format::html, Format::markdown}, origin_.library);
    html_ = pages[0];
    markdown_ = pages[1];
  }

  bool has_tables(const std::string& run) const {
    const Table found = ledger_.query(fmt::format(
        "SELECT ok_points, recorded_points FROM runs WHERE run_uuid = {} AND report <> ''", quoted_text(run)));
    if (found.rows.empty()) return false;
    const std::int64_t right = whole_in(found.rows[0][0]);
    return hides_names_ ? right == whole_in(found.rows[0][1]) : right > 0;
  }

  const ClassOrigin& origin_;
  bool hides_names_;
  LedgerReader ledger_;
  std::string run_;  ///< run of the tables below
  std::string html_, markdown_;
};

CopySearch search_of(const ShownClass& shown) {
  CopySearch search;
  if (!shown.alike_percent) return search;
  constexpr double kAll = 100;
  if (!(*shown.alike_percent > 0 && *shown.alike_percent <= kAll))
    throw Error("--alike: the share is a percentage above 0, at most 100", "60 is the default");
  search.least_share = *shown.alike_percent / kAll;
  return search;
}

std::vector<std::string> names_in(const GradedClass& graded, const ComparedFolders& compared) {
  std::vector<std::string> names;
  for (const GradedSubmission& submission : graded.submissions) names.push_back(submission.sheet.submission);
  for (const ComparedCode& code : compared.codes) names.push_back(code.name);
  return names;
}

NearCopies copies_in(const ShownClass& shown, const ClassOrigin& origin, const GradedClass& graded,
                     const Pseudonyms& pseudonyms) {
  const PageNeeds& needs = origin.needs;
  const LedgerReader ledger = open_ledger(origin.ledger, origin.library);
  NearCopies found = class_copies(ledger, origin.experiment, graded.session, needs.compared.codes, needs.search);
  if (const std::string& file = shown.names.empty() ? shown.pseudonyms : shown.names; !file.empty())
    found = with_names(std::move(found), read_pseudonyms(file));
  return shown.pseudonyms.empty() ? found : renamed(std::move(found), pseudonyms);
}

void tell_of_copies(const NearCopies& found, const std::string& folder) {
  if (const std::size_t pairs = found.pairs.size() + found.more; pairs > 0)
    std::cerr << fmt::format("{} have much code in common: {}/copies.html\n",
                             pairs == 1 ? "2 submissions" : fmt::format("{} pairs", pairs), folder);
}

std::string copies_html(const ShownClass& shown, const ClassOrigin& origin, const GradedClass& graded,
                        const NearCopies& found) {
  const PageNeeds& needs = origin.needs;
  const bool hides_names = !shown.pseudonyms.empty();
  return copies_page(found,
                     {.experiment = origin.experiment.name,
                      .on_host = graded.on_host,
                      .least_share = needs.search.least_share,
                      .refused = hides_names ? std::vector<std::string>{} : needs.compared.refused,
                      .refused_count = needs.compared.refused.size()},
                     needs.assets);
}

}  // namespace

PageNeeds read_page_needs(const ShownClass& shown, const Library& library) {
  if (!shown.pseudonyms.empty()) pseudonyms_of(shown.pseudonyms, {});
  if (!shown.names.empty()) read_pseudonyms(shown.names);
  if (!shown.output.empty()) require_new_folder(shown.output);
  PageNeeds needs{.assets = {}, .compared = read_compared(shown.compare_with), .search = search_of(shown)};
  if (shown.format == Format::html || !shown.output.empty()) needs.assets = load_page_assets(library.roots());
  return needs;
}

void print_class(const ShownClass& shown, const ClassOrigin& origin, GradedClass graded) {
  Pseudonyms pseudonyms;
  if (!shown.pseudonyms.empty()) {
    pseudonyms = pseudonyms_of(shown.pseudonyms, names_in(graded, origin.needs.compared));
    graded = renamed(std::move(graded), pseudonyms);
  }
  std::cout << class_page(graded, {shown.format, line_width(STDOUT_FILENO), origin.needs.assets}) << std::flush;
  if (shown.output.empty()) return;
  TablesOfRuns tables(shown, origin);
  const NearCopies copies = copies_in(shown, origin, graded, pseudonyms);
  write_class(
      graded, shown.output, origin.needs.assets,
      [&](const std::string& run, Format format) { return tables.of(run, format); },
      copies_html(shown, origin, graded, copies));
  tell_of_copies(copies, shown.output);
  std::cerr << fmt::format("pages of the class and each student: {}\n", shown.output);
}

}  // namespace warpledger
