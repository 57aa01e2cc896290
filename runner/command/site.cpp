#include "compare/site.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/output_arguments.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_page.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct SiteArguments {
  std::string folder;
  std::string since;
  std::string submission;
  std::string title;
  std::string ledger = "results.db";
};

constexpr const char* kSiteExamples =
    "Examples:\n"
    "  warpledger site public\n"
    "  warpledger site public --since 7d --title 'Lab GPUs'\n\n"
    "Open FOLDER/index.html, or copy the folder to a web server. A folder that `site` wrote is replaced; any other "
    "folder that is not empty is rejected.\n\n"
    "Exit codes: 0 written, 2 usage or input error.";

int print_site(const SiteArguments& options) {
  const Library library(find_paths().roots);
  const LedgerReader ledger = open_ledger(options.ledger, library);
  const std::string name = std::filesystem::path(options.ledger).filename().string();
  const SiteSize size = write_site(ledger, {.folder = options.folder,
                                            .ledger_name = options.title.empty() ? name : options.title,
                                            .submission = options.submission,
                                            .since = options.since,
                                            .assets = load_site_assets(library.roots())});
  std::cout << fmt::format("{} series on {} files, {:.1f} MB: {}/index.html\n", size.series, size.files,
                           1e-6 * static_cast<double>(size.bytes), options.folder)
            << std::flush;
  return kAllOk;
}

}  // namespace

void add_site(Arguments& arguments) {
  auto options = std::make_shared<SiteArguments>();
  arguments.text("folder", options->folder, "where the site goes").value_name("FOLDER").required();
  arguments
      .text("--since", options->since,
            "the first page shows what changed since then, a date or 7d; default: 30 days before the newest run")
      .value_name("DATE");
  arguments.text("--submission", options->submission, "a site of this submission; default: none, only runs of none")
      .value_name("NAME");
  arguments.text("--title", options->title, "what the pages call the ledger; default: the name of its file")
      .value_name("TEXT");
  declare_ledger(arguments, options->ledger);
  arguments.explain(kSiteExamples);
  arguments.run([options] { return print_site(*options); });
}

}  // namespace warpledger
