#include "store/checksums.h"

#include "store/digests.h"

namespace warpledger {

const std::vector<Checksum> kChecksums = {
    {"texts of sources", "source", "id IS NOT content_id(name, text) OR sha256 IS NOT sha256_of(text)",
     "name || ', ' || sha256"},
    {"texts of experiments", "experiment", "id IS NOT content_id(name, text)", "name"},
    {"samples", "timing", "checksum IS NOT content_id(samples_ns, sm_clock_mhz)",
     "'point ' || (point & 4194303) || ' of run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = "
     "point >> 22), '?')"},
    {"samples of prepare launches", "prepare_timing", "checksum IS NOT content_id(samples_ns)",
     "'point ' || (point & 4194303) || ' of run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = "
     "point >> 22), '?')"},
    {"devices", "device", "id IS NOT content_id(uuid, backend, name, chip, facts)", "name || ', ' || uuid"},
    {"environments", "environment", "id IS NOT content_id(text)", "id"},
    {"programs", "program",
     "id IS NOT content_id(digest) OR digest IS NOT (SELECT digest_of_program(name, text) FROM (SELECT name, "
     "text FROM program_source AS ps JOIN source AS s ON s.id = ps.source WHERE ps.program = program.id ORDER "
     "BY ps.place))",
     "digest"},
    {"configurations", "configuration",
     "id IS NOT content_id(key, identity, family, kernel, instance, (SELECT digest FROM program WHERE id = "
     "configuration.program), (SELECT digest FROM program WHERE id = configuration.reference), (SELECT "
     "coalesce(group_concat(kind || ' ' || name || ' ' || number_text(value), ' '), '') FROM (SELECT kind, "
     "name, value FROM quantity WHERE quantity.configuration = configuration.id ORDER BY name)))",
     "identity"},
    {"timing methods", "timing_method", "id IS NOT content_id(clock, cache, stop_rule)", "clock"},
    {"kinds of metrics", "metric_kind", "id IS NOT content_id(name, unit, source) >> 16", "name"},
    {"reasons of absence", "absence", "id IS NOT content_id(reason) >> 16", "reason"},
    {"memory models", "memory_model", "id IS NOT content_id(version, profile_digest)", "version"},
    {"runs", "run AS r",
     std::string("id IS NOT content_id(uuid) >> 22 OR (SELECT digest FROM run_digest WHERE run = r.id) IS NOT ") +
         kRunDigest,
     "'run ' || uuid"},
    {"starts of runs", "run_start AS s",
     std::string("(SELECT digest FROM start_digest WHERE start = s.id) IS NOT ") + kStartDigest,
     "'start ' || ((id & 65535) + 1) || ' of ' || 'run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE "
     "id = run), '?')"},
    {"ends of runs", "run_stop AS t",
     std::string("(SELECT digest FROM stop_digest WHERE start = t.start) IS NOT ") + kStopDigest,
     "'end of ' || 'run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = (start >> 16)), '?')"},
    {"points, their checks and metrics", "point AS p",
     std::string("(SELECT digest FROM point_digest WHERE point = p.id) IS NOT ") + kPointDigest,
     "'point ' || (p.id & 4194303) || ' of run ' || coalesce((SELECT substr(uuid, 1, 8) FROM run WHERE id = "
     "p.id >> 22), '?')"},
    {"estimates", "(SELECT point, generation FROM estimate UNION SELECT point, generation FROM estimate_digest) AS e",
     std::string(
         "(SELECT digest FROM estimate_digest AS d WHERE d.point = e.point AND d.generation = e.generation) IS NOT ") +
         kEstimateDigest,
     "'generation ' || generation || ' of ' || 'point ' || (point & 4194303) || ' of run ' || coalesce((SELECT "
     "substr(uuid, 1, 8) FROM run WHERE id = point >> 22), '?')"},
    {"notes", "note", "id IS NOT content_id(kind, coalesce(run, ''), about_utc, text, written_utc, author)", "text"},
    {"noise floors", "noise_floor",
     "id IS NOT content_id(device, measured_utc, tool_version, comparisons, false_verdicts, "
     "number_text(relative), number_text(offset_ns), number_text(threshold))",
     "measured_utc"},
    {"adjustments", "adjustment",
     "id IS NOT content_id(experiment, submission, coalesce(problem, ''), coalesce(number_text(points), ''), "
     "coalesce(number_text(percent), ''), reason, written_utc, author)",
     "submission || ', ' || reason"},
};

}  // namespace warpledger
