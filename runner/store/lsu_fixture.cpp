#include "store/lsu_fixture.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"

namespace warpledger {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

using Kind = Quantity::Kind;

double rounded(double value, int decimals) { return std::stod(fmt::format("{:.{}f}", value, decimals)); }

Job job_of(const std::string& family, const PrintedRow& row, const std::string& instance) {
  Job job;
  job.family = family;
  job.kernel = row.text("kernel").substr(0, row.text("kernel").find('<'));
  job.instance = instance;
  job.key = instance + " " + row.text("wp");
  job.identity = fmt::format("{} blocks=128 warps={}", instance, row.text("wp"));
  job.quantities = {{Kind::launch, "blocks", 128}, {Kind::launch, "warps", row.number("wp")}};
  return job;
}

Result result_of(std::int64_t ordinal, const Measured& measured) {
  Result result;
  result.ordinal = ordinal;
  result.timing = Timing{{{1e3 * measured.time_us, {}}}, "cuda event", "max_relative_error"};
  for (const auto& [name, value] : measured.counters) result.metrics.push_back({name, value, "", "cupti", ""});
  return result;
}

}  // namespace

std::optional<double> PrintedRow::find(const std::string& column) const {
  const std::string& cell = text(column);
  return cell.empty() ? std::nullopt : std::optional(std::stod(cell));
}

std::vector<PrintedRow> printed_rows(const std::string& name) {
  std::istringstream lines(read_file(WARPLEDGER_SOURCE_DIR "/runner/store/testdata/" + name + ".csv"));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = fields_of(line);
  std::vector<PrintedRow> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fields_of(line);
    std::map<std::string, std::string> cells;
    for (std::size_t i = 0; i < names.size(); ++i) cells[names[i]] = fields.at(i);
    rows.emplace_back(std::move(cells));
  }
  return rows;
}

RoundedRange before_rounding(double printed, double unit) { return {printed - unit / 2, printed + unit / 2}; }

RunInfo LsuTest::run_on(const std::string& profile) {
  const auto json = nlohmann::json::parse(read_file(WARPLEDGER_SOURCE_DIR "/devices/" + profile + ".json"));
  RunInfo info = run_info();
  info.device.name = json.at("name");
  info.device.chip = json.at("chip");
  info.device.facts.clear();
  for (const auto& [name, fact] : json.at("facts").items()) info.device.facts[name] = fact.at("value");
  return info;
}

Job LsuTest::job_2023(const PrintedRow& row) {
  const bool large = row.text("layer") == "1";
  const double samples = large ? 30 : 300, words = 99, heads = large ? 8 : 4, d_head = large ? 64 : 8;
  const double d_model = heads * d_head, d_qkv = 3 * d_model, d_ws = samples * words;
  Job job = job_of("qkv", row, fmt::format("{}<{}>", row.text("kernel"), d_model));
  const std::vector<Quantity> own = {{Kind::parameter, "n_samples", samples},
                                     {Kind::parameter, "n_words", words},
                                     {Kind::parameter, "n_heads", heads},
                                     {Kind::parameter, "d_head", d_head},
                                     {Kind::parameter, "d_model", d_model},
                                     {Kind::parameter, "d_qkv", d_qkv},
                                     {Kind::parameter, "d_ws", d_ws},
                                     {Kind::work, "elements", d_ws * d_qkv},
                                     {Kind::work, "fmas", d_ws * d_qkv * d_model},
                                     {Kind::work, "ideal_read_bytes", 4 * (d_qkv + d_ws) * d_model},
                                     {Kind::work, "ideal_write_bytes", 4 * d_ws * d_qkv}};
  job.quantities.insert(job.quantities.end(), own.begin(), own.end());
  return job;
}

Job LsuTest::job_2024(const PrintedRow& row) {
  const double elements = row.number("n_l") * row.number("d_l");
  Job job = job_of("norm", row, row.text("kernel"));
  const std::vector<Quantity> own = {{Kind::parameter, "n_l", row.number("n_l")},
                                     {Kind::parameter, "d_l", row.number("d_l")},
                                     {Kind::work, "elements", elements},
                                     {Kind::work, "ideal_read_bytes", 4 * elements},
                                     {Kind::work, "ideal_write_bytes", 4 * elements}};
  job.quantities.insert(job.quantities.end(), own.begin(), own.end());
  return job;
}

void LsuTest::record(const RunInfo& info, const std::vector<std::pair<Job, Measured>>& points) const {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(info);
  std::int64_t ordinal = 0;
  for (auto [job, measured] : points) {
    job.ordinal = ordinal;
    writer.record(job, result_of(ordinal, measured));
    ++ordinal;
  }
  writer.end_run("finished", "");
}

LsuTest::Agreement LsuTest::compare(const std::vector<PrintedRow>& rows, MakeJob make_job,
                                    const Reconstruct& reconstruct, const std::string& column,
                                    const std::string& printed, int decimals) const {
  std::vector<std::pair<Job, Measured>> points;
  std::vector<const PrintedRow*> used;
  for (const PrintedRow& row : rows) {
    const auto measured = row.find(printed) ? reconstruct(row) : std::nullopt;
    if (!measured) continue;
    used.push_back(&row);
    points.emplace_back(make_job(row), measured->least);
    points.emplace_back(make_job(row), measured->most);
  }
  record(run_on("rtx4090"), points);
  const Table answer = read_latest().query("SELECT 1.0 * " + column + " FROM point ORDER BY ordinal");
  Agreement agreement;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const double least = rounded(std::get<double>(answer.rows.at(2 * i).at(0)), decimals);
    const double most = rounded(std::get<double>(answer.rows.at(2 * i + 1).at(0)), decimals);
    const double figure = used[i]->number(printed);
    EXPECT_TRUE(least <= figure && figure <= most)
        << used[i]->text("kernel") << " at " << used[i]->text("wp") << " warps: " << printed << " is printed as "
        << figure << ", the view's " << column << " is between " << least << " and " << most;
    ++agreement.rows;
    agreement.settled += least == most ? 1 : 0;
  }
  return agreement;
}

}  // namespace warpledger
