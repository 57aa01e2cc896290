-- A digest of every row that no id is made of, so that `ledger check` finds each one that is not what was written.
-- Digests are content_id of values (bytes_of_row); store/content_id.h has the same expressions. Rows of ledgers from
-- before get theirs here: from now on they are protected, what was altered earlier is not found. So a row without a
-- digest is damage, too.

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

-- What was modelled of a point at one time is one generation.
CREATE TABLE estimate_digest (
  point      INTEGER NOT NULL REFERENCES point,
  generation INTEGER NOT NULL CHECK (generation >= 0),
  digest     INTEGER NOT NULL,                        -- of all estimates of that point and generation
  PRIMARY KEY (point, generation)
) STRICT, WITHOUT ROWID;

INSERT INTO run_digest
SELECT r.id,
       content_id(bytes_of_row(r.id, r.uuid, r.started_utc, r.command_line, r.tool_version, r.experiment, r.device,
                               r.environment, r.submission, r.seed, r.planned_points, r.report, r.settings),
                  (SELECT bytes_of_rows(source) FROM (SELECT source FROM run_text WHERE run = r.id ORDER BY source)))
FROM run AS r;

INSERT INTO start_digest
SELECT s.id, content_id(bytes_of_row(s.id, s.run, s.started_utc, s.command_line, s.tool_version, s.environment,
                                     s.process, s.recorded_points, s.changes))
FROM run_start AS s;

INSERT INTO point_digest
SELECT p.id,
       content_id(bytes_of_row(p.id, p.run, p.ordinal, p.configuration, p.outcome, p.reason, p.wall_s),
                  (SELECT bytes_of_rows(buffer, elements, mismatches, max_abs_error)
                   FROM (SELECT * FROM check_result WHERE point = p.id ORDER BY buffer)),
                  (SELECT bytes_of_rows(method, checksum) FROM timing WHERE point = p.id),
                  (SELECT bytes_of_rows(clock, checksum) FROM prepare_timing WHERE point = p.id),
                  (SELECT bytes_of_rows(kind, value, absence)
                   FROM (SELECT * FROM metric WHERE point = p.id ORDER BY kind)))
FROM point AS p;

INSERT INTO stop_digest
SELECT t.start,
       content_id(bytes_of_row(t.start, t.stopped_utc, t.outcome, t.reason),
                  CASE t.outcome WHEN 'finished' THEN
                    (SELECT bytes_of_rows(point, digest)
                     FROM (SELECT point, digest FROM point_digest
                           WHERE point BETWEEN (t.start >> 16) << 22 AND ((t.start >> 16) << 22) + 4194303
                           ORDER BY point)) ELSE '' END)
FROM run_stop AS t;

INSERT INTO estimate_digest
SELECT e.point, e.generation,
       content_id(bytes_of_row(e.point, e.generation),
                  (SELECT bytes_of_rows(name, value, unit, reason, lower, upper, confidence, because, model,
                                        sampled_sms)
                   FROM (SELECT * FROM estimate WHERE point = e.point AND generation = e.generation ORDER BY name)))
FROM (SELECT DISTINCT point, generation FROM estimate) AS e;

CREATE TRIGGER run_digest_no_update BEFORE UPDATE ON run_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_digest_no_delete BEFORE DELETE ON run_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER start_digest_no_update BEFORE UPDATE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER start_digest_no_delete BEFORE DELETE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER stop_digest_no_update BEFORE UPDATE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER stop_digest_no_delete BEFORE DELETE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_digest_no_update BEFORE UPDATE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_digest_no_delete BEFORE DELETE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_digest_no_update BEFORE UPDATE ON estimate_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_digest_no_delete BEFORE DELETE ON estimate_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
