-- The views campaign_* show the campaign that the selected run belongs to, and are empty when it belongs to none.

-- One row per run of the campaign that the selected run is of.
CREATE TEMP VIEW campaign_run AS
SELECT r.run AS run,                                 -- [1] id of the run in this ledger
       r.run_uuid AS run_uuid,                       -- its identity everywhere
       r.campaign AS campaign,                       -- UUID of the campaign
       r.shard AS shard,                             -- 2/8: its part of the plan; NULL: all of it
       -- the device, so that two of one model are told apart: cuda:1 GPU-3f2a9c1d, MIG-91c04b7e, host:h200:2
       CASE r.device_backend WHEN 'host' THEN coalesce(e.value, r.device_name)
            ELSE coalesce(nullif(e.value, substr(r.device_uuid, 1, 12)) || ' ', '') || substr(r.device_uuid, 1, 12)
            END AS on_device,
       -- the device that its points are counted for: another one than its own when that failed; NULL: not kept
       json_extract(r.settings, '$.campaign.of_device') AS of_device,
       -- [1] ordinal of the anchor, the point that each device measures before and after its share of the plan; NULL: each
       -- measures all of it
       json_extract(r.settings, '$.campaign.anchor') AS anchor,
       -- [1] whether the run is that of the anchor after the share
       json_extract(r.settings, '$.campaign.is_anchor') IS NOT NULL AS is_anchor,
       r.device_name AS device_name,                 -- the device's model
       r.started_utc AS started_utc,                 -- when it began: 2024-02-29T12:34:56.789Z
       r.ended_utc AS ended_utc,                     -- when its newest start stopped; NULL when it did not
       r.outcome AS outcome,                         -- of its newest start; open: in progress, or its process died
       r.reason AS reason,                           -- why that one stopped; empty when it finished or is open
       r.experiment AS experiment,                   -- name of the experiment
       r.planned_points AS planned_points,           -- [point] that were left to it when it began
       r.recorded_points AS recorded_points,         -- [point] that have an outcome
       r.ok_points AS ok_points                      -- [point] that ended ok
FROM runs AS r
LEFT JOIN environments AS e ON e.run = r.run AND e.name = 'device'
WHERE r.campaign = (SELECT campaign FROM main.run WHERE id = (SELECT run FROM selected_run)) AND NOT r.forgotten;

-- One row: the campaign that the selected run is of. No row when it is of none.
CREATE TEMP VIEW campaign_info AS
SELECT campaign,
       max(experiment) AS experiment,                    -- name of the experiment
       count(DISTINCT on_device) AS devices,             -- [1] that measured something of it
       count(*) AS runs,                                 -- [1] that it has
       min(started_utc) AS started_utc,                  -- when its first run began: 2024-02-29T12:34:56.789Z
       -- [point] that it plans, of all devices or shards together; where devices share the plan, an anchor counts once
       coalesce((SELECT max(json_extract(r.settings, '$.plan_points')) FROM campaign_run AS c JOIN runs AS r ON r.run = c.run
                 WHERE c.anchor IS NOT NULL),
                (SELECT sum(planned) FROM (SELECT max(planned_points) AS planned FROM campaign_run
                                           GROUP BY coalesce(of_device, shard, run_uuid)))) AS planned_points,
       -- [point] of them that have an outcome
       CASE WHEN max(anchor) IS NULL THEN sum(recorded_points)
            ELSE (SELECT count(DISTINCT ordinal) FROM campaign_point) END AS recorded_points,
       -- [point] of them that ended ok
       CASE WHEN max(anchor) IS NULL THEN sum(ok_points)
            ELSE (SELECT count(DISTINCT ordinal) FROM campaign_point WHERE outcome = 'ok') END AS ok_points
FROM campaign_run
GROUP BY campaign;

-- One row per point of the campaign that the selected run is of, without anchors that were measured again.
CREATE TEMP VIEW campaign_point AS
SELECT c.on_device AS on_device,                     -- as campaign_run has it
       c.device_name AS model,                       -- the device's name
       p.*
FROM campaign_run AS c
JOIN points AS p ON p.run = c.run
WHERE NOT c.is_anchor;

-- One row per device of that campaign that measured its anchor, where the devices share the plan.
CREATE TEMP VIEW campaign_anchor AS
SELECT c.on_device AS on_device,                     -- as campaign_run has it
       p.ordinal AS ordinal,                         -- [1] place of the point in the plan
       p.identity AS identity,                       -- kernel with its parameters and launch
       min(CASE WHEN NOT c.is_anchor THEN p.time_us END) AS before_us,  -- [us] time of a launch before the share; NULL: none
       min(CASE WHEN c.is_anchor THEN p.time_us END) AS after_us        -- [us] the same after the share
FROM campaign_run AS c
JOIN points AS p ON p.run = c.run AND p.ordinal = c.anchor
GROUP BY c.on_device;

-- One row per file that runs of that campaign do not have alike: they measured different code. Files that only some have
-- are not among them.
CREATE TEMP VIEW campaign_changed_text AS
SELECT t.name AS name,                               -- of the file: kernels/norm/norm_base.cu
       count(DISTINCT t.text) AS texts,              -- [1] different ones
       -- a run of each: how their UUIDs begin
       (SELECT group_concat(substr(run_uuid, 1, 8), ', ') FROM
          (SELECT min(o.run_uuid) AS run_uuid FROM campaign_run AS c JOIN run_texts AS o ON o.run_uuid = c.run_uuid
           WHERE o.name = t.name GROUP BY o.text ORDER BY 1)) AS runs
FROM campaign_run AS c
JOIN run_texts AS t ON t.run_uuid = c.run_uuid
WHERE t.name NOT IN ('how inputs are filled', 'how outputs are compared', 'the list of metrics') -- what files say
GROUP BY t.name
HAVING count(DISTINCT t.text) > 1;

-- One row per point of that campaign that has a time on more than one device of a model.
CREATE TEMP VIEW campaign_ratio AS
SELECT p.run AS run,
       p.ordinal AS ordinal,
       p.on_device AS on_device,                     -- as campaign_run has it
       p.time_us / m.median_us AS of_median          -- [1] its time over the median of those of that model's devices
FROM campaign_point AS p
JOIN (SELECT ordinal, model, median(time_us) AS median_us FROM campaign_point
      GROUP BY ordinal, model HAVING count(DISTINCT CASE WHEN time_us IS NOT NULL THEN on_device END) > 1) AS m
  ON m.ordinal = p.ordinal AND m.model = p.model
WHERE p.time_us IS NOT NULL;
