-- One row per start of a run: when it began, and each time it was resumed. Without a stop it is in progress, or its
-- process died. `changes` is what differed from the start before it.
CREATE TEMP VIEW run_starts AS
SELECT s.id AS start,                                -- [1] id of the start in this ledger
       s.run AS run,                                 -- [1] id of the run in this ledger
       s.started_utc AS started_utc,                 -- when it began: 2024-02-29T12:34:56.789Z
       stop.stopped_utc AS stopped_utc,              -- when it stopped; NULL when it did not
       coalesce(stop.outcome, 'open') AS outcome,    -- finished, interrupted, failed or open
       coalesce(stop.reason, '') AS reason,          -- why it stopped; empty when it finished or is open
       s.recorded_points AS points_before,           -- [point] that the starts before it had recorded
       s.command_line AS command_line,               -- how the program was called
       s.tool_version AS tool_version,               -- of warpledger and its commit: 0.1.0+1a2b3c4d
       s.process AS process,                         -- which process of which machine; empty when it was not kept
       s.changes AS changes                          -- since the start before: driver, version, ...; empty when none
FROM main.run_start AS s
LEFT JOIN main.run_stop AS stop ON stop.start = s.id;

-- One row per run, over all runs.
CREATE TEMP VIEW runs AS
SELECT r.id AS run,                                   -- [1] id of the run in this ledger
       r.uuid AS run_uuid,                            -- its identity everywhere; its beginning is what --run takes
       r.started_utc AS started_utc,                  -- when it began: 2024-02-29T12:34:56.789Z
       stop.stopped_utc AS ended_utc,                 -- when its newest start stopped; NULL when it did not
       coalesce(stop.outcome, 'open') AS outcome,     -- of its newest start; open: in progress, or its process died
       coalesce(stop.reason, '') AS reason,           -- why that one stopped; empty when it finished or is open
       -- [1] how often it was resumed
       (SELECT count(*) - 1 FROM main.run_start WHERE run = r.id) AS times_resumed,
       e.name AS experiment,                          -- name of the experiment
       r.report AS report,                            -- name of the page that shows it; may be empty
       r.submission AS submission,                    -- folder of kernels that replaced the family's; or NULL
       r.command_line AS command_line,                -- how the program was called
       r.tool_version AS tool_version,                -- of warpledger and its commit: 0.1.0+1a2b3c4d
       r.settings AS settings,                        -- JSON: what the command line changed in the experiment
       -- what measured it: warpledger, or the tool whose results were imported
       coalesce(json_extract(r.settings, '$.foreign.tool'), 'warpledger') AS tool,
       r.seed AS seed,                                -- of the inputs, in decimal: 64 bits without a sign
       r.campaign AS campaign,                        -- UUID of the campaign that it is of; NULL: none
       r.shard AS shard,                              -- 2/8: its part of the campaign's plan; NULL: all of it
       d.uuid AS device_uuid,                         -- identity of the device
       d.backend AS device_backend,                   -- what ran the kernels: cuda or host
       d.name AS device_name,                         -- name of the device
       r.planned_points AS planned_points,            -- [point] of its plan
       -- [point] that have an outcome
       (SELECT count(*) FROM main.point WHERE run = r.id) AS recorded_points,
       -- [point] that ended ok
       (SELECT count(*) FROM main.point WHERE run = r.id AND outcome = 'ok') AS ok_points,
       (SELECT group_concat(tag, ', ') FROM tags WHERE tags.run = r.id) AS tags,  -- that it has now; NULL: none
       r.id IN (SELECT run FROM forgotten) AS forgotten  -- [1] whether it is hidden
FROM main.run AS r
JOIN main.experiment AS e ON e.id = r.experiment
JOIN main.device AS d ON d.id = r.device
-- Left: SQLite then leaves it out where no column of it is asked for, as in choosing one of many runs.
LEFT JOIN main.run_stop AS stop ON stop.start = (SELECT max(id) FROM main.run_start WHERE run = r.id);

-- One row: the selected run.
CREATE TEMP VIEW run_info AS
SELECT * FROM runs WHERE run = (SELECT run FROM selected_run);

-- One row per start of the selected run.
CREATE TEMP VIEW run_history AS
SELECT * FROM run_starts WHERE run = (SELECT run FROM selected_run);
