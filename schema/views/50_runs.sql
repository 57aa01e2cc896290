-- One row a run, over all runs.
CREATE TEMP VIEW runs AS
SELECT r.id AS run,
       r.uuid AS run_uuid,
       r.started_utc AS started_utc,
       run_end.ended_utc AS ended_utc,
       coalesce(run_end.outcome, 'open') AS outcome,  -- open: under way, or its process died
       coalesce(run_end.reason, '') AS reason,
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
LEFT JOIN main.run_end AS run_end ON run_end.run = r.id;

-- The selected one.
CREATE TEMP VIEW run_info AS
SELECT * FROM runs WHERE run = (SELECT run FROM selected_run);
