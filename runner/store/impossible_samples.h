#pragma once

struct sqlite3;

namespace warpledger {

/// SQL: a row for each point of a ledger with samples that cannot be: `words` name run, place in its plan and identity,
/// and the sample; `times` and `clocks` are its blobs. Needs register_impossible_sample().
inline constexpr const char* kImpossiblePoints =
    "SELECT 'point ' || p.ordinal || ' of run ' || substr(r.uuid, 1, 8) || ' (' || c.identity || '): ' || "
    "impossible_sample(t.times, t.clocks) AS words, t.times AS times, t.clocks AS clocks FROM (SELECT point, "
    "samples_ns "
    "AS times, sm_clock_mhz AS clocks FROM main.timing UNION ALL SELECT point, samples_ns, NULL FROM "
    "main.prepare_timing) AS t JOIN main.point AS p ON p.id = t.point JOIN main.run AS r ON r.id = p.run JOIN "
    "main.configuration AS c ON c.id = p.configuration WHERE impossible_sample(t.times, t.clocks) IS NOT NULL";

/// Makes known in SQL: impossible_sample(times, clocks), as model/samples.h has it of two blobs; NULL where there is
/// none. NULL clocks are none. Throws SQLite::Exception when SQLite refuses it.
void register_impossible_sample(sqlite3* database);

}  // namespace warpledger
