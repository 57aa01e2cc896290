-- One row per start of a run: when it began, and each time it was resumed. Without a stop it is in progress, or its
-- process died. `changes` is what differed from the start before it.
CREATE VIEW run_starts AS
SELECT s.id AS start,                                -- [1] id of the start in this ledger
       s.run AS run,                                 -- [1] id of the run in this ledger
       r.uuid AS run_uuid,                           -- identity of the run
       s.started_utc AS started_utc,                 -- when it began: 2024-02-29T12:34:56.789Z
       stop.stopped_utc AS stopped_utc,              -- when it stopped; NULL when it did not
       coalesce(stop.outcome, 'open') AS outcome,    -- finished, interrupted, failed or open
       coalesce(stop.reason, '') AS reason,          -- why it stopped; empty when it finished or is open
       s.recorded_points AS points_before,           -- [point] that the starts before it had recorded
       s.command_line AS command_line,               -- how the program was called
       s.tool_version AS tool_version,               -- of warpledger and its commit: 0.1.0+1a2b3c4d
       s.host AS host,                               -- name of the machine; NULL: it was not kept
       s.user AS user,                               -- who started it; NULL: it was not kept
       s.process_id AS process_id,                   -- [1] its process there; NULL: it was not kept
       s.changes AS changes                          -- since the start before: driver, version, ...; empty when none
FROM run_start AS s
JOIN run AS r ON r.id = s.run
LEFT JOIN run_stop AS stop ON stop.start = s.id;

-- One row per run, over all runs.
CREATE VIEW runs AS
SELECT r.id AS run,                                   -- [1] id of the run in this ledger
       r.uuid AS run_uuid,                            -- its identity everywhere; its first characters are enough for --run
       r.started_utc AS started_utc,                  -- when it began: 2024-02-29T12:34:56.789Z
       stop.stopped_utc AS ended_utc,                 -- when its newest start stopped; NULL when it did not
       coalesce(stop.outcome, 'open') AS outcome,     -- of its newest start; open: in progress, or its process died
       coalesce(stop.reason, '') AS reason,           -- why that one stopped; empty when it finished or is open
       -- [1] how often it was resumed
       (SELECT count(*) - 1 FROM run_start WHERE run = r.id) AS times_resumed,
       e.name AS experiment,                          -- name of the experiment
       r.report AS report,                            -- name of the page that shows it; may be empty
       r.submission AS submission,                    -- folder of kernels that replaced the family's; or NULL
       r.command_line AS command_line,                -- how the program was called
       r.tool_version AS tool_version,                -- of warpledger and its commit: 0.1.0+1a2b3c4d
       -- commit of warpledger; NULL: its build did not know it
       CASE WHEN instr(r.tool_version, '+') THEN substr(r.tool_version, instr(r.tool_version, '+') + 1) END AS "commit",
       -- name of the machine that started it; NULL: it was not kept
       (SELECT host FROM run_start WHERE id = r.id << 16) AS host,
       -- who started it; NULL: it was not kept
       (SELECT user FROM run_start WHERE id = r.id << 16) AS user,
       r.settings AS settings,                        -- JSON: what the command line changed in the experiment
       -- what measured it: warpledger, or the tool whose results were imported
       coalesce(json_extract(r.settings, '$.foreign.tool'), 'warpledger') AS tool,
       r.seed AS seed,                                -- of the inputs, in decimal: 64 bits without a sign
       r.campaign AS campaign,                        -- UUID of its campaign; NULL: it has none
       r.shard AS shard,                              -- 2/8: its part of the campaign's plan; NULL: all of it
       d.uuid AS device_uuid,                         -- identity of the device
       d.backend AS device_backend,                   -- what ran the kernels: cuda or host
       d.name AS device_name,                         -- name of the device
       r.planned_points AS planned_points,            -- [point] of its plan
       -- [point] that have an outcome
       (SELECT count(*) FROM point WHERE run = r.id) AS recorded_points,
       -- [point] that ended ok
       (SELECT count(*) FROM point WHERE run = r.id AND outcome = 'ok') AS ok_points,
       (SELECT group_concat(tag, ', ') FROM tags WHERE tags.run = r.id) AS tags,  -- that it has now; NULL: none
       r.id IN (SELECT run FROM forgotten) AS forgotten  -- [1] 1 if it is hidden
FROM run AS r
JOIN experiment AS e ON e.id = r.experiment
JOIN device AS d ON d.id = r.device
-- Left: SQLite then leaves it out where no column of it is asked for, as in choosing one of many runs.
LEFT JOIN run_stop AS stop ON stop.start = (SELECT max(id) FROM run_start WHERE run = r.id);

-- One row per campaign: runs that belong together, of one experiment on several devices or of the shards of its plan.
CREATE VIEW campaigns AS
SELECT campaign,                                     -- UUID of the campaign
       min(run_uuid) FILTER (WHERE first) AS run_uuid,  -- identity of its first run
       max(experiment) AS experiment,                -- name of the experiment
       count(DISTINCT device_uuid) AS devices,       -- [1] that measured something of it
       count(*) AS runs,                             -- [1] that it has, without forgotten ones
       min(started_utc) AS started_utc,              -- when its first run began: 2024-02-29T12:34:56.789Z
       max(ended_utc) AS ended_utc,                  -- when the last one stopped; NULL: none has
       sum(recorded_points) AS recorded_points,      -- [point] that have an outcome, those measured again included
       sum(ok_points) AS ok_points                   -- [point] that ended ok
FROM (SELECT *, started_utc = min(started_utc) OVER (PARTITION BY campaign) AS first
      FROM runs WHERE campaign IS NOT NULL AND NOT forgotten)
GROUP BY campaign;

-- One row per run and fact that may change between two runs on one device: driver, compiler, host.
CREATE VIEW environments AS
SELECT r.id AS run,         -- [1] id of the run in this ledger
       r.uuid AS run_uuid,  -- identity of the run
       item.key AS name,    -- of the fact: driver, runtime, ...
       item.value AS value  -- its value in that run
FROM run AS r
JOIN environment AS e ON e.id = r.environment, json_each(e.text) AS item;

-- One row per run, kernel and text that the kernel was compiled from.
CREATE VIEW sources AS
SELECT DISTINCT compiled.run AS run,            -- [1] id of the run in this ledger
                compiled.run_uuid AS run_uuid,  -- identity of the run
                compiled.kernel AS kernel,      -- kernel, without template arguments
                ps.place AS place,              -- [1] 0: the main file; then its headers in order
                s.name AS name,                 -- of the file
                s.text AS text                  -- its content
FROM (SELECT DISTINCT r.id AS run, r.uuid AS run_uuid, c.kernel, c.program
      FROM run AS r
      CROSS JOIN point AS p ON p.run = r.id  -- in this order: of one run, its points alone are read
      JOIN configuration AS c ON c.id = p.configuration) AS compiled
JOIN program_source AS ps ON ps.program = compiled.program
JOIN source AS s ON s.id = ps.source AND s.name <> 'compile options';

-- One row per point that was compiled with macros or options of its family.
CREATE VIEW compile_options AS
SELECT r.id AS run,                 -- [1] id of the run in this ledger
       r.uuid AS run_uuid,          -- identity of the run
       p.id AS point,               -- [1] id of the point in this ledger
       p.ordinal AS ordinal,        -- [1] place of the point in its run's plan, from 0
       c.identity AS identity,      -- kernel and declared parameters in words
       rtrim(s.text, char(10)) AS options  -- macros and options, one a line
FROM run AS r
CROSS JOIN point AS p ON p.run = r.id
JOIN configuration AS c ON c.id = p.configuration
JOIN program_source AS ps ON ps.program = c.program
JOIN source AS s ON s.id = ps.source AND s.name = 'compile options';

-- One row per run and text that its plan was made of: the experiment, the family, the sources of its kernels and of the
-- reference, the list of metrics. Names are those of files below one folder.
CREATE VIEW run_texts AS
SELECT r.id AS run,         -- [1] id of the run in this ledger
       r.uuid AS run_uuid,  -- identity of the run
       s.name AS name,      -- of the file: kernels/norm/norm_base.cu, submission/norm_base.cu
       s.text AS text       -- its content
FROM run AS r
JOIN run_text AS t ON t.run = r.id
JOIN source AS s ON s.id = t.source
UNION ALL
SELECT r.id, r.uuid, 'experiments/' || e.name || '.yaml', e.text
FROM run AS r
JOIN experiment AS e ON e.id = r.experiment;
