#include "command/class_pages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <utility>

#include "base/error.h"
#include "base/sql_text.h"
#include "command/terminal.h"
#include "grading/class_page.h"
#include "grading/copies_page.h"
#include "grading/pseudonyms.h"
#include "grading/write_class.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_page.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// The assignment's tables of a run; empty where no point of it is right. With pseudonyms, also where any is not: such
/// tables say why, which may hold a name.
std::string tables_of(const ShownClass& shown, const ClassOrigin& origin, const std::string& run, Format format) {
  const LedgerReader ledger = open_ledger(origin.ledger, origin.library);
  const Table found = ledger.query(fmt::format(
      "SELECT ok_points, recorded_points FROM runs WHERE run_uuid = {} AND report <> ''", quoted_text(run)));
  if (found.rows.empty()) return "";
  const std::int64_t right = whole_in(found.rows[0][0]);
  const bool has_tables = shown.pseudonyms.empty() ? right > 0 : right == whole_in(found.rows[0][1]);
  return has_tables ? report_of_run({origin.ledger, run, "", format}, origin.library) : "";
}

CopySearch search_of(const ShownClass& shown) {
  CopySearch search;
  if (!shown.alike_percent) return search;
  constexpr double kAll = 100;
  if (!(*shown.alike_percent > 0 && *shown.alike_percent <= kAll))
    throw Error("--alike: the share is a percentage above 0, at most 100", "60 is the default");
  search.least_share = *shown.alike_percent / kAll;
  return search;
}

/// Everybody whom a page names.
std::vector<std::string> names_in(const GradedClass& graded, const ComparedFolders& compared) {
  std::vector<std::string> names;
  for (const GradedSubmission& submission : graded.submissions) names.push_back(submission.sheet.submission);
  for (const ComparedCode& code : compared.codes) names.push_back(code.name);
  return names;
}

/// With pseudonyms for all names, unless there are none.
std::string copies_html(const ShownClass& shown, const ClassOrigin& origin, const GradedClass& graded,
                        const Pseudonyms& pseudonyms) {
  const PageNeeds& needs = origin.needs;
  const LedgerReader ledger = open_ledger(origin.ledger, origin.library);
  NearCopies found = class_copies(ledger, origin.experiment, graded.session, needs.compared.codes, needs.search);
  if (const std::string& file = shown.names.empty() ? shown.pseudonyms : shown.names; !file.empty())
    found = with_names(std::move(found), read_pseudonyms(file));
  const bool hides_names = !shown.pseudonyms.empty();
  if (hides_names) found = renamed(std::move(found), pseudonyms);
  if (const std::size_t pairs = found.pairs.size() + found.more; pairs > 0)
    std::cerr << fmt::format("{} have much code in common: {}/copies.html\n",
                             pairs == 1 ? "2 submissions" : fmt::format("{} pairs", pairs), shown.output);
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
  write_class(
      graded, shown.output, origin.needs.assets,
      [&](const std::string& run, Format format) { return tables_of(shown, origin, run, format); },
      copies_html(shown, origin, graded, pseudonyms));
  std::cerr << fmt::format("pages of the class and each student: {}\n", shown.output);
}

}  // namespace warpledger
