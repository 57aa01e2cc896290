#include "report/plot_kind.h"

#include <map>

namespace warpledger {

const PlotKind& plot_kind(SqlBlock::Kind kind) {
  using Kind = SqlBlock::Kind;
  using Use = PlotUse;
  static const std::map<Kind, PlotKind> kKinds = {
      {Kind::line,
       {"line",
        {{.option = "x", .may_be_log = true},
         {.option = "y", .may_be_log = true},
         {.option = "series", .use = Use::words, .required = false}}}},
      {Kind::roofline,
       {"roofline",
        {{.option = "x"},
         {.option = "y"},
         {.option = "series", .use = Use::words, .required = false},
         {.option = "roof", .use = Use::limit, .required = false, .repeatable = true},
         {.option = "slope", .use = Use::limit, .required = false, .repeatable = true}}}},
      {Kind::heatmap,
       {"heatmap",
        {{.option = "x", .use = Use::any}, {.option = "y", .use = Use::any}, {.option = "value", .may_be_log = true}}}},
      {Kind::samples,
       {"samples", {{.option = "category", .use = Use::words}, {.option = "value", .may_be_log = true}}}},
      {Kind::history,
       {"history",
        {{.option = "x", .use = Use::time},
         {.option = "y", .may_be_log = true},
         {.option = "series", .use = Use::words, .required = false},
         {.option = "change", .use = Use::event, .required = false},
         {.option = "note", .use = Use::event, .required = false}}}},
  };
  return kKinds.at(kind);
}

}  // namespace warpledger
