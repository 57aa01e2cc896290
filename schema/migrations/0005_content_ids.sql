-- The same ledger, mergeable and smaller. Every id is made of what its row says (content_id, store/content_id.h), so
-- that two ledgers that hold the same hold the same rows, and a merge is the union of tables. What many points share is
-- kept once: what was measured (configuration), how (timing_method), what a metric is (metric_kind), why one is absent.

ALTER TABLE device RENAME TO old_device;
ALTER TABLE environment RENAME TO old_environment;
ALTER TABLE experiment RENAME TO old_experiment;
ALTER TABLE source RENAME TO old_source;
ALTER TABLE program RENAME TO old_program;
ALTER TABLE program_source RENAME TO old_program_source;
ALTER TABLE run RENAME TO old_run;
ALTER TABLE run_start RENAME TO old_run_start;
ALTER TABLE run_stop RENAME TO old_run_stop;
ALTER TABLE run_text RENAME TO old_run_text;
ALTER TABLE point RENAME TO old_point;
ALTER TABLE quantity RENAME TO old_quantity;
ALTER TABLE check_result RENAME TO old_check_result;
ALTER TABLE timing RENAME TO old_timing;
ALTER TABLE prepare_timing RENAME TO old_prepare_timing;
ALTER TABLE metric RENAME TO old_metric;
ALTER TABLE memory_model RENAME TO old_memory_model;
ALTER TABLE estimate RENAME TO old_estimate;

CREATE TABLE device (
  id      INTEGER PRIMARY KEY,                        -- content_id of the rest
  uuid    TEXT NOT NULL,
  backend TEXT NOT NULL,
  name    TEXT NOT NULL,
  chip    TEXT NOT NULL,                              -- empty when unknown
  facts   TEXT NOT NULL CHECK (json_valid(facts))     -- object: name -> integer; an unknown fact is left out
) STRICT;

CREATE TABLE environment (
  id   INTEGER PRIMARY KEY,                           -- content_id of the text
  text TEXT NOT NULL CHECK (json_valid(text))         -- object: name -> text
) STRICT;

CREATE TABLE experiment (
  id   INTEGER PRIMARY KEY,                           -- content_id of the rest
  name TEXT NOT NULL,
  text TEXT NOT NULL                                  -- the YAML file as it was
) STRICT;

CREATE TABLE source (
  id     INTEGER PRIMARY KEY,                         -- content_id of name and text
  sha256 TEXT NOT NULL,                               -- of the text
  name   TEXT NOT NULL,
  text   TEXT NOT NULL
) STRICT;

CREATE TABLE program (
  id     INTEGER PRIMARY KEY,                         -- content_id of the digest
  digest TEXT NOT NULL                                -- over all its sources
) STRICT;

CREATE TABLE program_source (
  program INTEGER NOT NULL REFERENCES program,
  place   INTEGER NOT NULL CHECK (place >= 0),        -- 0: the main file; then its headers in order
  source  INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (program, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id             INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 41),  -- the upper 41 bits of the UUID's content_id
  uuid           TEXT NOT NULL UNIQUE,
  started_utc    TEXT NOT NULL,                       -- 2024-02-29T12:34:56.789Z
  command_line   TEXT NOT NULL,
  tool_version   TEXT NOT NULL,
  experiment     INTEGER NOT NULL REFERENCES experiment,
  device         INTEGER NOT NULL REFERENCES device,
  environment    INTEGER NOT NULL REFERENCES environment,
  submission     TEXT,                                -- NULL: the family's own kernels
  seed           TEXT NOT NULL,                       -- decimal: 64 bits without a sign do not fit an INTEGER
  planned_points INTEGER NOT NULL CHECK (planned_points >= 0),
  report         TEXT NOT NULL,                       -- name of the page that shows it; may be empty
  settings       TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;

-- A run may be interrupted and resumed. Each process that worked on it has a start and, unless it died, a stop; the
-- newest of both say where the run stands.
CREATE TABLE run_start (
  id              INTEGER PRIMARY KEY CHECK (id >> 16 = run),  -- of one run, a newer start is larger by 1
  run             INTEGER NOT NULL REFERENCES run,
  started_utc     TEXT NOT NULL,                      -- 2024-02-29T12:34:56.789Z
  command_line    TEXT NOT NULL,
  tool_version    TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environment,
  process         TEXT NOT NULL,                      -- 'process 4711 on lab7'; empty when it was not kept
  recorded_points INTEGER NOT NULL CHECK (recorded_points >= 0),  -- what starts before this one had recorded
  changes         TEXT NOT NULL                       -- since the start before: driver, version, ...; empty when none
) STRICT;

CREATE TABLE run_stop (
  start       INTEGER PRIMARY KEY REFERENCES run_start,
  stopped_utc TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('finished', 'interrupted', 'failed')),
  reason      TEXT NOT NULL
) STRICT;

-- Every text that a run's plan was made of: sources, the family, the list of metrics.
CREATE TABLE run_text (
  run    INTEGER NOT NULL REFERENCES run,
  source INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (run, source)
) STRICT, WITHOUT ROWID;

-- What a point measured: a kernel of some source on one shape with one launch.
CREATE TABLE configuration (
  id        INTEGER PRIMARY KEY,                      -- content_id of the rest, with the program's digests, and of its
                                                      -- quantities
  key       TEXT NOT NULL,                            -- same key: same experiment on the same source
  identity  TEXT NOT NULL,                            -- kernel and canonical parameters, for a person
  family    TEXT NOT NULL,
  kernel    TEXT NOT NULL,
  instance  TEXT NOT NULL,                            -- with template arguments
  program   INTEGER NOT NULL REFERENCES program,
  reference INTEGER NOT NULL REFERENCES program
) STRICT;

CREATE TABLE quantity (
  configuration INTEGER NOT NULL REFERENCES configuration,
  kind          TEXT NOT NULL CHECK (kind IN ('parameter', 'axis', 'launch', 'work')),
  name          TEXT NOT NULL,
  value         REAL NOT NULL,
  PRIMARY KEY (configuration, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE point (
  id            INTEGER PRIMARY KEY CHECK (id = run << 22 | ordinal),
  run           INTEGER NOT NULL REFERENCES run,
  ordinal       INTEGER NOT NULL CHECK (ordinal >= 0 AND ordinal < 1 << 22),  -- place in the plan
  configuration INTEGER NOT NULL REFERENCES configuration,
  outcome       TEXT NOT NULL CHECK (outcome IN ('ok', 'incorrect', 'invalid_point', 'compile_failed', 'launch_failed',
                                                 'timed_out', 'crashed', 'interrupted')),
  reason        TEXT NOT NULL,                        -- empty when ok
  wall_s        REAL NOT NULL                         -- what the point cost, all phases
) STRICT;

CREATE TABLE check_result (
  point         INTEGER NOT NULL REFERENCES point,
  buffer        TEXT NOT NULL,
  elements      INTEGER NOT NULL,
  mismatches    INTEGER NOT NULL,
  max_abs_error REAL,                                 -- NULL: no element was a number
  PRIMARY KEY (point, buffer)
) STRICT, WITHOUT ROWID;

CREATE TABLE timing_method (
  id        INTEGER PRIMARY KEY,                      -- content_id of the rest
  clock     TEXT NOT NULL,                            -- 'cuda event', 'host steady clock'
  cache     TEXT NOT NULL CHECK (cache IN ('warm', 'cold')),
  stop_rule TEXT NOT NULL
) STRICT;

CREATE TABLE timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  method       INTEGER NOT NULL REFERENCES timing_method,
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),  -- little-endian doubles, in the order taken
  sm_clock_mhz BLOB NOT NULL CHECK (length(sm_clock_mhz) = length(samples_ns)),  -- the same; NaN where it was not read
  checksum     INTEGER NOT NULL                       -- content_id of both
) STRICT;

-- What a kernel's prepare launches cost, apart from the launches that are timed. A row only where there are such.
CREATE TABLE prepare_timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  clock        TEXT NOT NULL,                         -- as in timing_method
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),
  checksum     INTEGER NOT NULL                       -- content_id of the samples
) STRICT;

CREATE TABLE metric_kind (
  id     INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 47),  -- the upper 47 bits of the rest's content_id
  name   TEXT NOT NULL,
  unit   TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('event', 'cupti', 'model', 'attribute'))
) STRICT;

-- Why a metric has no value.
CREATE TABLE absence (
  id     INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 47),  -- the upper 47 bits of the reason's content_id
  reason TEXT NOT NULL CHECK (reason <> '')
) STRICT;

CREATE TABLE metric (
  point   INTEGER NOT NULL REFERENCES point,
  kind    INTEGER NOT NULL REFERENCES metric_kind,
  value   REAL,
  absence INTEGER REFERENCES absence,
  PRIMARY KEY (point, kind),
  CONSTRAINT an_absent_value_has_a_reason CHECK ((value IS NULL) = (absence IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- What a memory model says where a metric cannot be counted, or beside what was counted. Measured numbers are in
-- `metric`, modelled ones here: they never share a table.
CREATE TABLE memory_model (
  id             INTEGER PRIMARY KEY,                 -- content_id of the rest
  version        TEXT NOT NULL,
  profile_digest TEXT NOT NULL                        -- SHA-256 of the modelled GPU's profile
) STRICT;

-- A point may be modelled again, by another version or for another profile: each time is a generation more, and the
-- newest is shown.
CREATE TABLE estimate (
  point       INTEGER NOT NULL REFERENCES point,
  name        TEXT NOT NULL,                          -- of the metric
  generation  INTEGER NOT NULL CHECK (generation >= 0),
  value       REAL,
  unit        TEXT NOT NULL,
  reason      TEXT NOT NULL,                          -- why there is no value; empty when there is one
  lower       REAL,                                   -- the true number is not below
  upper       REAL,                                   -- the true number is not above
  confidence  TEXT CHECK (confidence IN ('exact', 'good', 'poor')),
  because     TEXT,                                   -- why so much confidence
  model       INTEGER REFERENCES memory_model,
  sampled_sms INTEGER CHECK (sampled_sms >= 0),       -- multiprocessors whose blocks were traced
  PRIMARY KEY (point, name, generation),
  CONSTRAINT an_absent_estimate_has_a_reason CHECK ((value IS NULL) = (reason <> '')),
  CONSTRAINT an_estimate_says_what_it_is_worth CHECK (
    (lower IS NULL) = (value IS NULL) AND (upper IS NULL) = (value IS NULL) AND
    (confidence IS NULL) = (value IS NULL) AND (because IS NULL) = (value IS NULL) AND
    (model IS NULL) = (value IS NULL) AND (sampled_sms IS NULL) = (value IS NULL)),
  CONSTRAINT an_estimate_is_between_its_bounds CHECK (lower <= value AND value <= upper)
) STRICT, WITHOUT ROWID;

-- What a person says of a run, or of a moment. A tag counts until an untag of the same name, a run is forgotten until it
-- is recalled: the newest row decides.
CREATE TABLE note (
  id          INTEGER PRIMARY KEY,                    -- content_id of the rest
  kind        TEXT NOT NULL CHECK (kind IN ('note', 'tag', 'untag', 'forget', 'recall')),
  run         INTEGER REFERENCES run,                 -- NULL: about no run but a moment
  about_utc   TEXT NOT NULL,                          -- the place on the time line: the run's start, or that moment
  text        TEXT NOT NULL,                          -- the note, the tag, or why a run is forgotten or recalled
  written_utc TEXT NOT NULL,
  author      TEXT NOT NULL,
  CONSTRAINT only_a_note_is_about_no_run CHECK (run IS NOT NULL OR kind = 'note')
) STRICT;

-- What comparing identical code on a device came to.
CREATE TABLE noise_floor (
  id             INTEGER PRIMARY KEY,                 -- content_id of the rest
  device         INTEGER NOT NULL REFERENCES device,
  measured_utc   TEXT NOT NULL,
  tool_version   TEXT NOT NULL,
  comparisons    INTEGER NOT NULL CHECK (comparisons > 0),
  false_verdicts INTEGER NOT NULL CHECK (false_verdicts >= 0),  -- FASTER or SLOWER
  relative       REAL NOT NULL CHECK (relative >= 0), -- [1] of the time, and ...
  offset_ns      REAL NOT NULL CHECK (offset_ns >= 0),  -- ... of each launch: the gap that 99 in 100 stayed below
  threshold      REAL NOT NULL CHECK (threshold >= 0) -- [1]
) STRICT;

INSERT OR IGNORE INTO device
SELECT content_id(uuid, backend, name, chip, facts), uuid, backend, name, chip, facts FROM old_device;
INSERT OR IGNORE INTO environment SELECT content_id(text), text FROM old_environment;
INSERT OR IGNORE INTO experiment SELECT content_id(name, text), name, text FROM old_experiment;
INSERT OR IGNORE INTO source SELECT content_id(name, text), sha256, name, text FROM old_source;
INSERT INTO program SELECT content_id(digest), digest FROM old_program;
INSERT INTO program_source
SELECT content_id(p.digest), ps.place, content_id(s.name, s.text)
FROM old_program_source AS ps JOIN old_program AS p ON p.id = ps.program JOIN old_source AS s ON s.id = ps.source;

INSERT INTO run
SELECT content_id(r.uuid) >> 22, r.uuid, r.started_utc, r.command_line, r.tool_version, content_id(e.name, e.text),
       content_id(d.uuid, d.backend, d.name, d.chip, d.facts), content_id(env.text), r.submission, r.seed,
       r.planned_points, r.report, r.settings
FROM old_run AS r
JOIN old_experiment AS e ON e.id = r.experiment
JOIN old_device AS d ON d.id = r.device
JOIN old_environment AS env ON env.id = r.environment;

CREATE TEMP TABLE new_start (old INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO temp.new_start
SELECT s.id, (content_id(r.uuid) >> 22) << 16 | row_number() OVER (PARTITION BY s.run ORDER BY s.id) - 1
FROM old_run_start AS s JOIN old_run AS r ON r.id = s.run;
INSERT INTO run_start
SELECT n.id, n.id >> 16, s.started_utc, s.command_line, s.tool_version, content_id(env.text), s.process,
       s.recorded_points, s.changes
FROM old_run_start AS s JOIN temp.new_start AS n ON n.old = s.id JOIN old_environment AS env ON env.id = s.environment;
INSERT INTO run_stop
SELECT n.id, s.stopped_utc, s.outcome, s.reason FROM old_run_stop AS s JOIN temp.new_start AS n ON n.old = s.start;
DROP TABLE temp.new_start;
INSERT INTO run_text
SELECT content_id(r.uuid) >> 22, content_id(s.name, s.text)
FROM old_run_text AS t JOIN old_run AS r ON r.id = t.run JOIN old_source AS s ON s.id = t.source;

CREATE TEMP TABLE new_point (old INTEGER PRIMARY KEY, id INTEGER NOT NULL, configuration INTEGER NOT NULL);
INSERT INTO temp.new_point
SELECT p.id, (content_id(r.uuid) >> 22) << 22 | p.ordinal,
       content_id(p.key, p.identity, p.family, p.kernel, p.instance, program.digest, reference.digest,
                  (SELECT coalesce(group_concat(kind || ' ' || name || ' ' || number_text(value), ' '), '')
                   FROM (SELECT kind, name, value FROM old_quantity WHERE point = p.id ORDER BY name)))
FROM old_point AS p
JOIN old_run AS r ON r.id = p.run
JOIN old_program AS program ON program.id = p.program
JOIN old_program AS reference ON reference.id = p.reference;
INSERT OR IGNORE INTO configuration
SELECT n.configuration, p.key, p.identity, p.family, p.kernel, p.instance, content_id(program.digest),
       content_id(reference.digest)
FROM old_point AS p
JOIN temp.new_point AS n ON n.old = p.id
JOIN old_program AS program ON program.id = p.program
JOIN old_program AS reference ON reference.id = p.reference;
INSERT OR IGNORE INTO quantity
SELECT n.configuration, q.kind, q.name, q.value FROM old_quantity AS q JOIN temp.new_point AS n ON n.old = q.point;
INSERT INTO point
SELECT n.id, n.id >> 22, p.ordinal, n.configuration, p.outcome, p.reason, p.wall_s
FROM old_point AS p JOIN temp.new_point AS n ON n.old = p.id;

INSERT INTO check_result
SELECT n.id, c.buffer, c.elements, c.mismatches, c.max_abs_error
FROM old_check_result AS c JOIN temp.new_point AS n ON n.old = c.point;
INSERT OR IGNORE INTO timing_method
SELECT content_id(clock, cache, stop_rule), clock, cache, stop_rule FROM old_timing;
INSERT INTO timing
SELECT n.id, content_id(t.clock, t.cache, t.stop_rule), t.samples_ns, t.sm_clock_mhz,
       content_id(t.samples_ns, t.sm_clock_mhz)
FROM old_timing AS t JOIN temp.new_point AS n ON n.old = t.point;
INSERT INTO prepare_timing
SELECT n.id, t.clock, t.samples_ns, content_id(t.samples_ns)
FROM old_prepare_timing AS t JOIN temp.new_point AS n ON n.old = t.point;

INSERT OR IGNORE INTO metric_kind SELECT content_id(name, unit, source) >> 16, name, unit, source FROM old_metric;
INSERT OR IGNORE INTO absence SELECT content_id(reason) >> 16, reason FROM old_metric WHERE reason <> '';
INSERT INTO metric
SELECT n.id, content_id(m.name, m.unit, m.source) >> 16, m.value,
       CASE WHEN m.reason <> '' THEN content_id(m.reason) >> 16 END
FROM old_metric AS m JOIN temp.new_point AS n ON n.old = m.point;
INSERT INTO memory_model SELECT content_id(version, profile_digest), version, profile_digest FROM old_memory_model;
INSERT INTO estimate
SELECT n.id, e.name, e.generation, e.value, e.unit, e.reason, e.lower, e.upper, e.confidence, e.because,
       content_id(m.version, m.profile_digest), e.sampled_sms
FROM old_estimate AS e JOIN temp.new_point AS n ON n.old = e.point LEFT JOIN old_memory_model AS m ON m.id = e.model;
DROP TABLE temp.new_point;

DROP TABLE old_estimate;
DROP TABLE old_memory_model;
DROP TABLE old_metric;
DROP TABLE old_prepare_timing;
DROP TABLE old_timing;
DROP TABLE old_check_result;
DROP TABLE old_quantity;
DROP TABLE old_point;
DROP TABLE old_run_text;
DROP TABLE old_run_stop;
DROP TABLE old_run_start;
DROP TABLE old_run;
DROP TABLE old_program_source;
DROP TABLE old_program;
DROP TABLE old_source;
DROP TABLE old_experiment;
DROP TABLE old_environment;
DROP TABLE old_device;

CREATE INDEX experiment_by_name ON experiment (name);
CREATE INDEX run_by_experiment ON run (experiment);
CREATE INDEX run_start_by_run ON run_start (run);
CREATE INDEX configuration_by_identity ON configuration (identity);
CREATE INDEX configuration_by_kernel ON configuration (kernel);
CREATE INDEX quantity_by_name ON quantity (name, value);
CREATE INDEX point_by_configuration ON point (configuration, run);
CREATE INDEX point_by_run ON point (run, ordinal);
CREATE INDEX estimate_by_name ON estimate (name);
CREATE INDEX metric_kind_by_name ON metric_kind (name);
CREATE INDEX note_by_run ON note (run);

CREATE TRIGGER device_no_update BEFORE UPDATE ON device BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER device_no_delete BEFORE DELETE ON device BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER environment_no_update BEFORE UPDATE ON environment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER environment_no_delete BEFORE DELETE ON environment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER experiment_no_update BEFORE UPDATE ON experiment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER experiment_no_delete BEFORE DELETE ON experiment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER source_no_update BEFORE UPDATE ON source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER source_no_delete BEFORE DELETE ON source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_no_update BEFORE UPDATE ON program BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_no_delete BEFORE DELETE ON program BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_source_no_update BEFORE UPDATE ON program_source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_source_no_delete BEFORE DELETE ON program_source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_no_delete BEFORE DELETE ON run BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_start_no_update BEFORE UPDATE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_start_no_delete BEFORE DELETE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_stop_no_update BEFORE UPDATE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_stop_no_delete BEFORE DELETE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_text_no_update BEFORE UPDATE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_text_no_delete BEFORE DELETE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER configuration_no_update BEFORE UPDATE ON configuration BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER configuration_no_delete BEFORE DELETE ON configuration BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER quantity_no_update BEFORE UPDATE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER quantity_no_delete BEFORE DELETE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_no_update BEFORE UPDATE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_no_delete BEFORE DELETE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER check_result_no_update BEFORE UPDATE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER check_result_no_delete BEFORE DELETE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_method_no_update BEFORE UPDATE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_method_no_delete BEFORE DELETE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_update BEFORE UPDATE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_delete BEFORE DELETE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_update BEFORE UPDATE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_delete BEFORE DELETE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_kind_no_update BEFORE UPDATE ON metric_kind BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_kind_no_delete BEFORE DELETE ON metric_kind BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER absence_no_update BEFORE UPDATE ON absence BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER absence_no_delete BEFORE DELETE ON absence BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_no_update BEFORE UPDATE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_no_delete BEFORE DELETE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER memory_model_no_update BEFORE UPDATE ON memory_model BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER memory_model_no_delete BEFORE DELETE ON memory_model BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_no_update BEFORE UPDATE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_no_delete BEFORE DELETE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER note_no_update BEFORE UPDATE ON note BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER note_no_delete BEFORE DELETE ON note BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER noise_floor_no_update BEFORE UPDATE ON noise_floor BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER noise_floor_no_delete BEFORE DELETE ON noise_floor BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
