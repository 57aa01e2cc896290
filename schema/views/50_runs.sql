-- One row a start of a run: when it began, and each time it was resumed. Without a stop it is under way, or its process
-- died. `changes` is what differed from the start before it.
CREATE TEMP VIEW run_starts AS
SELECT s.id AS start,
       s.run AS run,
       s.started_utc AS started_utc,
       stop.stopped_utc AS stopped_utc,
       coalesce(stop.outcome, 'open') AS outcome,
       coalesce(stop.reason, '') AS reason,
       s.recorded_points AS points_before,
       s.command_line AS command_line,
       s.tool_version AS tool_version,
       s.process AS process,
       s.changes AS changes
FROM main.run_start AS s
LEFT JOIN main.run_stop AS stop ON stop.start = s.id;

-- One row a run, over all runs.
CREATE TEMP VIEW runs AS
SELECT r.id AS run,
       r.uuid AS run_uuid,
       r.started_utc AS started_utc,
       last.stopped_utc AS ended_utc,
       last.outcome AS outcome,                       -- of its newest start; open: under way, or its process died
       last.reason AS reason,
       (SELECT count(*) - 1 FROM main.run_start WHERE run = r.id) AS times_resumed,
       e.name AS experiment,
       r.report AS report,
       r.submission AS submission,
       r.command_line AS command_line,
       r.tool_version AS tool_version,
       r.settings AS settings,
       r.seed AS seed,
       d.uuid AS device_uuid,
       d.backend AS device_backend,
       d.name AS device_name,
       r.planned_points AS planned_points,
       (SELECT count(*) FROM main.point WHERE run = r.id) AS recorded_points,
       (SELECT count(*) FROM main.point WHERE run = r.id AND outcome = 'ok') AS ok_points
FROM main.run AS r
JOIN main.experiment AS e ON e.id = r.experiment
JOIN main.device AS d ON d.id = r.device
JOIN run_starts AS last ON last.start = (SELECT max(id) FROM main.run_start WHERE run = r.id);

-- The selected one.
CREATE TEMP VIEW run_info AS
SELECT * FROM runs WHERE run = (SELECT run FROM selected_run);

CREATE TEMP VIEW run_history AS
SELECT * FROM run_starts WHERE run = (SELECT run FROM selected_run);
