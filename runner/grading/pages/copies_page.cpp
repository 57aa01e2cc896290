#include "grading/pages/copies_page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "grading/score/graded_class.h"

namespace warpledger {
namespace {

constexpr const char* kStyle = R"(<style>
main { max-width: 90rem; }
.pair { border-top: 1px solid var(--line); }
.pair > summary { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: 0.5rem 0.25rem; cursor: pointer; }
.pair > summary:hover, .pair[open] > summary { background: var(--stripe); }
.pair .share { min-width: 3.5rem; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.pair .said { color: var(--faint); font-size: 0.85rem; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1rem; }
.sides figure { margin: 0.75rem 0; }
.sides figcaption { font-size: 0.85rem; }
.sides pre { margin: 0.25rem 0 0; max-height: 32rem; overflow: auto; }
@media (max-width: 40rem) { .sides { grid-template-columns: minmax(0, 1fr); } .sides pre { white-space: pre; max-height: 20rem; } }
@media print { .sides pre { max-height: none; white-space: pre-wrap; } }
</style>
)";

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string counted(std::size_t count, const char* of) {
  return fmt::format("{} {}{}", count, of, count == 1 ? "" : "s");
}

std::string paragraph(const std::string& text) { return fmt::format("<p>{}</p>\n", html_escaped(text)); }

/// Shows a passage; with hidden names only its line numbers, because the text may contain a name.
std::string side(const std::string& name, const CodeLines& lines) {
  const std::string file = lines.file.empty() ? "" : fmt::format(", {}", lines.file);
  std::string html = fmt::format("<figure><figcaption>{}</figcaption>",
                                 html_escaped(fmt::format("{}{}, lines {}–{}", name, file, lines.first, lines.last)));
  if (!lines.file.empty()) html += fmt::format("<pre>{}</pre>", html_escaped(lines.text));
  return html + "</figure>\n";
}

std::string pair_element(const CodePair& pair) {
  const std::string said =
      fmt::format("{} of {}, {} of {}; {} tokens in {}", percent(pair.left_share), pair.left, percent(pair.right_share),
                  pair.right, pair.tokens, counted(pair.places, "place"));
  std::string html = fmt::format(
      "<details class=\"pair\"><summary><span class=\"share\">{}</span><b>{} – {}</b><span class=\"said\">{}</span>"
      "</summary>\n",
      percent(pair.share), html_escaped(pair.left), html_escaped(pair.right), html_escaped(said));
  for (const SharedPassage& passage : pair.passages)
    html += fmt::format("<div class=\"sides\">\n{}{}</div>\n", side(pair.left, passage.left),
                        side(pair.right, passage.right));
  if (pair.places > pair.passages.size())
    html += paragraph(fmt::format("{} more, all shorter.", counted(pair.places - pair.passages.size(), "place")));
  return html + "</details>\n";
}

std::string list_of(const char* heading, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string html = fmt::format("<h2>{}</h2>\n<ul>\n", heading);
  for (const std::string& item : items) html += fmt::format("<li>{}</li>\n", html_escaped(item));
  return html + "</ul>\n";
}

std::string warning(const NearCopies& found) {
  if (found.alike_with_many == 0) return "";
  return paragraph(fmt::format(
      "{} alike with more than a tenth of the class. Either the assignment leaves little room, and what is shared is "
      "what anybody would write, or many had the same model. Give that as a folder to --compare-with, or as the "
      "family's "
      "starter, and look at what is left.",
      found.alike_with_many == 1 ? "1 submission is" : fmt::format("{} submissions are", found.alike_with_many)));
}

}  // namespace

std::string copies_page(const NearCopies& found, const CopiesContext& context, const PageAssets& assets) {
  const std::string title = fmt::format("Near copies of {}", context.experiment);
  std::string body = kStyle + fmt::format("<h1>{}</h1>\n", html_escaped(title));
  body += paragraph(
      "For a person to judge, not for students. Code may be alike because one is a copy, because two worked together, "
      "because both took it from a third place, or because there is only one way to write it.");
  body += paragraph(fmt::format(
      "{} compared without names, numbers, types of whole numbers, comments and layout. The starter, the reference and "
      "the family's headers are left out. The share is of the code of the shorter one; pairs from {} on are listed.",
      found.compared == 1 ? "1 submission was" : fmt::format("{} submissions were", found.compared),
      percent(context.least_share)));
  if (context.on_host) body += paragraph(std::string(kCheckedNotGraded));
  body += warning(found);
  body += fmt::format("<h2>{}</h2>\n", counted(found.pairs.size() + found.more, "pair"));
  for (const CodePair& pair : found.pairs) body += pair_element(pair);
  if (found.more > 0)
    body += paragraph(fmt::format("{} with smaller shares are not shown.", counted(found.more, "more pair")));
  body += list_of("Too little code of their own to compare", found.too_short);
  body += list_of("Too long: only the beginning was compared", found.cut);
  body += list_of("Could not be read", context.refused);
  if (context.refused.empty() && context.refused_count > 0)
    body += paragraph(fmt::format("{} of what was to be compared could not be read.", context.refused_count));
  return html_page(title, body, assets);
}

}  // namespace warpledger
