-- The tables of a ledger: what was run, on what, and all that was measured. Tall tables: a new metric or parameter is a
-- row, not a column. Rows are only ever added; the triggers see to that. An id is made of what its row says (content_id,
-- store/content_id.h), so two ledgers that hold the same row give it the same id, and a merge is the union of tables.
-- What many points share is kept once: what was measured (configuration), how (timing_method), what a metric is
-- (metric_kind), why one is absent (absence). Readers use the views of schema/views.
--
-- A new ledger is made of this file. Opening a ledger compares its tables, indexes and triggers with it, statement by
-- statement, each of which ends with an empty line.

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
  settings       TEXT NOT NULL CHECK (json_valid(settings)),
  campaign       TEXT CHECK (campaign <> ''),         -- a UUID; NULL: the run belongs to none
  shard          TEXT                                 -- '2/8': the second of eight; NULL: its whole plan
    CHECK (shard IS NULL OR (shard <> '' AND campaign IS NOT NULL))
) STRICT;

CREATE TABLE run_start (
  id              INTEGER PRIMARY KEY CHECK (id >> 16 = run),  -- of one run, a newer start is larger by 1
  run             INTEGER NOT NULL REFERENCES run,
  started_utc     TEXT NOT NULL,                      -- 2024-02-29T12:34:56.789Z
  command_line    TEXT NOT NULL,
  tool_version    TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environment,
  recorded_points INTEGER NOT NULL CHECK (recorded_points >= 0),  -- what starts before this one had recorded
  changes         TEXT NOT NULL,                      -- since the start before: driver, version, ...; empty when none
  host            TEXT,                               -- NULL, as the next two: it was not kept
  user            TEXT,
  process_id      INTEGER
) STRICT;

CREATE TABLE run_stop (
  start       INTEGER PRIMARY KEY REFERENCES run_start,
  stopped_utc TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('finished', 'interrupted', 'failed')),
  reason      TEXT NOT NULL
) STRICT;

CREATE TABLE run_text (
  run    INTEGER NOT NULL REFERENCES run,
  source INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (run, source)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE point (
  id            INTEGER PRIMARY KEY CHECK (id = run << 22 | ordinal),
  run           INTEGER NOT NULL REFERENCES run,
  ordinal       INTEGER NOT NULL CHECK (ordinal >= 0 AND ordinal < 1 << 22),  -- place in the plan
  configuration INTEGER NOT NULL REFERENCES configuration,
  outcome       TEXT NOT NULL CHECK (outcome IN ('ok', 'incorrect', 'invalid_point', 'compile_failed', 'launch_failed',
                                                 'timed_out', 'crashed', 'interrupted', 'implausible')),
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

CREATE TABLE metric_kind (
  id     INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 47),  -- the upper 47 bits of the rest's content_id
  name   TEXT NOT NULL,
  unit   TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('event', 'cupti', 'model', 'attribute'))
) STRICT;

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

CREATE TABLE memory_model (
  id             INTEGER PRIMARY KEY,                 -- content_id of the rest
  version        TEXT NOT NULL,
  profile_digest TEXT NOT NULL                        -- SHA-256 of the modelled GPU's profile
) STRICT;

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

CREATE TABLE adjustment (
  id          INTEGER PRIMARY KEY,                    -- content_id of the rest
  experiment  TEXT NOT NULL CHECK (experiment <> ''), -- its name
  submission  TEXT NOT NULL CHECK (submission <> ''), -- its name
  problem     TEXT,                                   -- its name; NULL: the whole grade
  points      REAL,
  percent     REAL,                                   -- of what the rules gave
  reason      TEXT NOT NULL CHECK (reason <> ''),
  written_utc TEXT NOT NULL,
  author      TEXT NOT NULL,
  CONSTRAINT either_points_or_percent CHECK ((points IS NULL) <> (percent IS NULL))
) STRICT;

CREATE TABLE run_digest (
  run    INTEGER PRIMARY KEY REFERENCES run,
  digest INTEGER NOT NULL                             -- of the run and its run_text
) STRICT;

CREATE TABLE start_digest (
  start  INTEGER PRIMARY KEY REFERENCES run_start,
  digest INTEGER NOT NULL
) STRICT;

CREATE TABLE stop_digest (
  start  INTEGER PRIMARY KEY REFERENCES run_stop,
  digest INTEGER NOT NULL                             -- of the stop and, when the run is finished, its points' digests
) STRICT;

CREATE TABLE point_digest (
  point  INTEGER PRIMARY KEY REFERENCES point,
  digest INTEGER NOT NULL                             -- of the point, its checks, timing, prepare_timing and metrics
) STRICT;

CREATE TABLE estimate_digest (
  point      INTEGER NOT NULL REFERENCES point,
  generation INTEGER NOT NULL CHECK (generation >= 0),
  digest     INTEGER NOT NULL,                        -- of all estimates of that point and generation
  PRIMARY KEY (point, generation)
) STRICT, WITHOUT ROWID;

CREATE TABLE quantity (
  configuration INTEGER NOT NULL REFERENCES configuration,
  kind          TEXT NOT NULL CHECK (kind IN ('parameter', 'axis', 'launch', 'work')),
  name          TEXT NOT NULL,
  value         ANY NOT NULL CHECK (typeof(value) = 'real' OR (typeof(value) = 'text' AND value <> '')),
  PRIMARY KEY (configuration, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE timing_method (
  id        INTEGER PRIMARY KEY,                      -- content_id of the rest
  clock     TEXT NOT NULL,                            -- 'cuda event', 'host steady clock'
  cache     TEXT CHECK (cache IN ('warm', 'cold')),   -- state of the L2 before each launch; NULL: not known
  stop_rule TEXT NOT NULL
) STRICT;

CREATE TABLE timing (
  point               INTEGER PRIMARY KEY REFERENCES point,
  method              INTEGER NOT NULL REFERENCES timing_method,
  samples_ns          BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),  -- little-endian doubles, in the order taken
  sm_clock_mhz        BLOB NOT NULL CHECK (length(sm_clock_mhz) = length(samples_ns)),  -- the same; NaN: not read
  checksum            INTEGER NOT NULL,               -- content_id of both
  sample_count        INTEGER NOT NULL CHECK (sample_count = length(samples_ns) / 8),
  min_us              REAL,                           -- of the samples, as the next four; NULL: there are none
  q1_us               REAL,
  median_us           REAL,
  q3_us               REAL,
  max_us              REAL,
  median_sm_clock_mhz REAL                            -- NULL: no clock was read
) STRICT;

CREATE TABLE prepare_timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  clock        TEXT NOT NULL,                         -- as in timing_method
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),
  checksum     INTEGER NOT NULL,                      -- content_id of the samples
  median_us    REAL
) STRICT;

CREATE INDEX experiment_by_name ON experiment (name);

CREATE INDEX run_by_experiment ON run (experiment);

CREATE INDEX run_start_by_run ON run_start (run);

CREATE INDEX configuration_by_identity ON configuration (identity);

CREATE INDEX configuration_by_kernel ON configuration (kernel);

CREATE INDEX point_by_configuration ON point (configuration, run);

CREATE INDEX point_by_run ON point (run, ordinal);

CREATE INDEX estimate_by_name ON estimate (name);

CREATE INDEX metric_kind_by_name ON metric_kind (name);

CREATE INDEX note_by_run ON note (run);

CREATE INDEX quantity_by_name ON quantity (name, value);

CREATE INDEX run_by_campaign ON run (campaign) WHERE campaign IS NOT NULL;

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

CREATE TRIGGER run_start_no_delete BEFORE DELETE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_stop_no_update BEFORE UPDATE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_stop_no_delete BEFORE DELETE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_text_no_update BEFORE UPDATE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_text_no_delete BEFORE DELETE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER configuration_no_update BEFORE UPDATE ON configuration BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER configuration_no_delete BEFORE DELETE ON configuration BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER point_no_delete BEFORE DELETE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER check_result_no_update BEFORE UPDATE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER check_result_no_delete BEFORE DELETE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

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

CREATE TRIGGER adjustment_no_update BEFORE UPDATE ON adjustment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER adjustment_no_delete BEFORE DELETE ON adjustment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_digest_no_update BEFORE UPDATE ON run_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_digest_no_delete BEFORE DELETE ON run_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER start_digest_no_delete BEFORE DELETE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER stop_digest_no_delete BEFORE DELETE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER point_digest_no_delete BEFORE DELETE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER estimate_digest_no_update BEFORE UPDATE ON estimate_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER estimate_digest_no_delete BEFORE DELETE ON estimate_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER quantity_no_update BEFORE UPDATE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER quantity_no_delete BEFORE DELETE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER point_no_update BEFORE UPDATE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER run_start_no_update BEFORE UPDATE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER timing_method_no_update BEFORE UPDATE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER timing_method_no_delete BEFORE DELETE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER timing_no_update BEFORE UPDATE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER timing_no_delete BEFORE DELETE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER prepare_timing_no_update BEFORE UPDATE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER prepare_timing_no_delete BEFORE DELETE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER point_digest_no_update BEFORE UPDATE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER start_digest_no_update BEFORE UPDATE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

CREATE TRIGGER stop_digest_no_update BEFORE UPDATE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;

