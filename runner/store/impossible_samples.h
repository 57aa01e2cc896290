#pragma once

struct sqlite3;

namespace warpledger {

/// SELECT of the points with impossible samples: `words` describes the sample, `times` and `clocks` are the blobs.
/// Needs register_impossible_sample().
inline constexpr const char* kImpossiblePoints =
    "SELECT 'point ' || p.ordinal || ' of run ' || substr(r.uuid, 1, 8) || ' (' || c.identity || '): ' || "
    "impossible_sample(t.times, t.clocks) AS words, t.times AS times, t.clocks AS clocks FROM (SELECT point, "
    "samples_ns "
    "AS times, sm_clock_mhz AS clocks FROM main.timing UNION ALL SELECT point, samples_ns, NULL FROM "
    "main.prepare_timing) AS t JOIN main.point AS p ON p.id = t.point JOIN main.run AS r ON r.id = p.run JOIN "
    "main.configuration AS c ON c.id = p.configuration WHERE impossible_sample(t.times, t.clocks) IS NOT NULL";

/// Registers impossible_sample(times, clocks), model/samples.h on two blobs; NULL if all samples are possible. `clocks`
/// may be NULL. Throws SQLite::Exception.
void register_impossible_sample(sqlite3* database);

}  // namespace warpledger
