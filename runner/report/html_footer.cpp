#include "report/html_footer.h"

#include <fmt/format.h>

#include "report/cell.h"
#include "report/draw.h"
#include "report/html_text.h"

namespace warpledger {

std::string html_footer(const Query& query) {
  std::string text = "<footer>\n";
  const Table runs = query(
      "SELECT printf('%s on %s. Run %s, started %s, warpledger %s.',"
      " experiment, (SELECT name FROM device), run_uuid, started_utc, tool_version) AS about FROM run_info");
  for (const std::vector<Cell>& run : runs.rows)
    text += fmt::format("<p>{}</p>\n", html_escaped(in_words(run.front())));
  const Table environment =
      query("SELECT name AS \"environment\", value AS \"during the run\" FROM environment ORDER BY name");
  if (!environment.rows.empty())
    text += fmt::format("<details><summary>Environment</summary>\n{}</details>\n",
                        render_table(environment, Format::html, {}));
  return text + "</footer>\n";
}

}  // namespace warpledger
