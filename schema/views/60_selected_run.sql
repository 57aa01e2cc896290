-- Views of the selected run; without one they are empty. `point` has the columns of `points`. On the host, whose counters
-- are modelled, it shows what points_modelled has in place of the counters and of what is derived from them; the program
-- makes it (store/views.h), as it makes `point_modelled`, the rows of points_modelled.

-- view point reads points: One row per point of the selected run, with the columns of points. Of a run on the host, counters and what is derived from them are modelled, as in points_modelled.
-- view point_modelled reads points_modelled: One row per point of the selected run, with the columns of points_modelled.

-- One row: the device of the selected run with its facts and peaks.
CREATE TEMP VIEW device AS
SELECT devices.* FROM devices
WHERE device = (SELECT device FROM main.run WHERE id = (SELECT run FROM selected_run));

-- One row per fact of the selected run that may change between two runs on one device: driver, compiler, host.
CREATE TEMP VIEW environment AS
SELECT name, value FROM environments WHERE run = (SELECT run FROM selected_run);

-- One row: the selected run.
CREATE TEMP VIEW run_info AS
SELECT * FROM runs WHERE run = (SELECT run FROM selected_run);

-- One row per start of the selected run.
CREATE TEMP VIEW run_history AS
SELECT * FROM run_starts WHERE run = (SELECT run FROM selected_run);

-- One row per metric of the selected run and reason why it has no value, with the number of points it holds for. On the
-- host, where an estimate replaces a counter, the reason is the estimate's.
CREATE TEMP VIEW metric_reason AS
SELECT run,                -- [1] id of the run in this ledger
       run_uuid,           -- identity of the run
       name,               -- of the metric
       reason,             -- why it has no value
       count(*) AS points  -- [point] without a value for this reason
FROM (
  SELECT m.run AS run, m.run_uuid AS run_uuid, m.name AS name, m.reason AS reason
  FROM metrics AS m
  WHERE m.run = (SELECT run FROM selected_run) AND m.value IS NULL
    AND NOT ((SELECT backend FROM device) = 'host'
             AND EXISTS (SELECT 1 FROM main.estimate AS e WHERE e.point = m.point AND e.name = m.name))
  UNION ALL
  SELECT run, run_uuid, name, reason
  FROM estimates
  WHERE run = (SELECT run FROM selected_run) AND reason IS NOT NULL AND (SELECT backend FROM device) = 'host'
)
GROUP BY run, name, reason;

-- One row per reason why numbers of the selected run are absent from all of its points, and each metric that it holds
-- for: why columns of its pages are empty.
CREATE TEMP VIEW empty_reason AS
SELECT 0 AS place,                         -- [1] the most general reasons come first
       'a host has no GPU times' AS reason,
       NULL AS name                        -- of the metric; NULL for a reason that is not a metric's
FROM device
WHERE backend = 'host'
  AND EXISTS (SELECT 1 FROM main.point AS p WHERE p.run = (SELECT run FROM selected_run) AND p.outcome = 'ok')
UNION ALL
SELECT 0, 'no point is ok', NULL
FROM selected_run AS s
WHERE NOT EXISTS (SELECT 1 FROM main.point AS p WHERE p.run = s.run AND p.outcome = 'ok')
UNION ALL
SELECT 1, r.reason, r.name
FROM metric_reason AS r
WHERE r.name NOT IN (SELECT name FROM metrics
                     WHERE run = (SELECT run FROM selected_run) AND (value IS NOT NULL OR source = 'attribute'))
  AND r.name NOT IN (SELECT name FROM estimates
                     WHERE run = (SELECT run FROM selected_run) AND reason IS NULL)
UNION ALL
SELECT 2, 'not recorded in this ledger', name FROM unrecorded_column;

-- One row: in which state the device was while the selected run's points were timed, from the least to the largest
-- reading. The clock of the multiprocessors is that of the samples.
CREATE TEMP VIEW device_state AS
SELECT
       -- 412 to 455 W, 51 to 54 C, SM 1980 MHz, memory 3201 MHz, P0; NULL where nothing is known
       group_concat(replace(words, '#', printf('%.0f', least)
                            || CASE WHEN printf('%.0f', most) = printf('%.0f', least) THEN ''
                                    ELSE printf(' to %.0f', most) END), ', ') AS state,
       -- why power is not known; NULL where all points that were timed have it
       (SELECT group_concat(DISTINCT reason) FROM metrics
        WHERE run = (SELECT run FROM selected_run) AND name = 'power_w' AND value IS NULL) AS why_not
FROM (SELECT 1 AS place, '# W' AS words, min(power_w) AS least, max(power_w) AS most FROM point
      UNION ALL SELECT 2, '# C', min(temperature_c), max(temperature_c) FROM point
      UNION ALL SELECT 3, 'SM # MHz', min(sm_clock_mhz), max(sm_clock_mhz) FROM point
      UNION ALL SELECT 4, 'memory # MHz', min(memory_clock_mhz), max(memory_clock_mhz) FROM point
      UNION ALL SELECT 5, 'P#', min(pstate), max(pstate) FROM point
      ORDER BY place)
WHERE least IS NOT NULL;

-- One row per point and reason, of the selected run: why its warps did not issue, the largest first.
CREATE TEMP VIEW stalls AS
SELECT m.run AS run,                  -- [1] id of the run in this ledger
       m.run_uuid AS run_uuid,        -- identity of the run
       m.point AS point,              -- [1] id of the point in this ledger
       m.identity AS identity,        -- kernel and declared parameters in words
       substr(m.name, 7) AS reason,   -- why they wait: the metric's name without its stall_
       m.value AS warps_per_issue,    -- [warp] that wait so for each instruction that is issued
       -- [1] among the reasons of this point, the largest is 1
       row_number() OVER (PARTITION BY m.point ORDER BY m.value DESC, m.name) AS place
FROM metrics AS m
WHERE m.run = (SELECT run FROM selected_run) AND m.value IS NOT NULL
  AND m.name GLOB 'stall_*' AND m.name <> 'stall_selected';  -- a selected warp does issue
