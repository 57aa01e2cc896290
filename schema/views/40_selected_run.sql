-- To find out which numbers are modelled, a page's query is asked again in other bases.

-- One row per point, over all runs but forgotten ones: what was measured and, on the host, what is modelled.
CREATE TEMP VIEW points AS
SELECT * FROM points_by_basis
WHERE basis = (SELECT basis FROM selected_basis) AND run NOT IN (SELECT run FROM forgotten);

-- What belongs to the selected run. Without one, these views are empty.

-- One row per point of the selected run.
CREATE TEMP VIEW point AS
SELECT * FROM points_by_basis
WHERE basis = (SELECT basis FROM selected_basis) AND run = (SELECT run FROM selected_run);

-- One row: the device of the selected run with its facts and peaks.
CREATE TEMP VIEW device AS
SELECT device_peaks.* FROM device_peaks
WHERE device = (SELECT device FROM main.run WHERE id = (SELECT run FROM selected_run));

-- One row per run and fact that may change between two runs on one device: driver, compiler, host.
CREATE TEMP VIEW environments AS
SELECT r.id AS run,         -- [1] id of the run in this ledger
       item.key AS name,    -- of the fact: driver, runtime, ...
       item.value AS value  -- what it was
FROM main.run AS r
JOIN main.environment AS e ON e.id = r.environment, json_each(e.text) AS item;

-- One row per fact of the selected run that may change between two runs on one device: driver, compiler, host.
CREATE TEMP VIEW environment AS
SELECT name, value FROM environments WHERE run = (SELECT run FROM selected_run);

-- One row per metric of the selected run and reason why it has no value, with the number of points it holds
-- for. On the host, where an estimate stands for a counter, the reason is the estimate's.
CREATE TEMP VIEW metric_reason AS
SELECT run,
       name,               -- of the metric
       reason,             -- why it has no value
       count(*) AS points  -- [point] without a value for this reason
FROM (
  SELECT m.run AS run, m.name AS name, m.reason AS reason
  FROM metric AS m
  WHERE m.run = (SELECT run FROM selected_run) AND m.value IS NULL
    AND NOT ((SELECT backend FROM device) = 'host'
             AND EXISTS (SELECT 1 FROM main.estimate AS e WHERE e.point = m.point AND e.name = m.name))
  UNION ALL
  SELECT run, name, reason
  FROM newest_estimate
  WHERE run = (SELECT run FROM selected_run) AND modelled IS NULL AND (SELECT backend FROM device) = 'host'
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
WHERE r.name NOT IN (SELECT name FROM metric
                     WHERE run = (SELECT run FROM selected_run) AND (value IS NOT NULL OR source = 'attribute'))
  AND r.name NOT IN (SELECT name FROM newest_estimate
                     WHERE run = (SELECT run FROM selected_run) AND modelled IS NOT NULL);
