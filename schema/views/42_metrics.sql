-- One row per point and metric, over all runs: what was measured. What is modelled is in estimates.
CREATE VIEW metrics AS
SELECT p.run AS run,              -- [1] id of the run in this ledger
       r.uuid AS run_uuid,        -- identity of the run
       p.id AS point,             -- [1] id of the point in this ledger
       p.ordinal AS ordinal,      -- [1] place of the point in its run's plan, from 0
       c.identity AS identity,    -- kernel and declared parameters in words
       k.name AS name,            -- of the metric
       k.unit AS unit,            -- of its value
       k.source AS source,        -- event, cupti or attribute
       m.value AS value,          -- what was measured; NULL where nothing was
       a.reason AS reason         -- why there is no value; NULL when there is one
FROM point AS p
JOIN metric AS m ON m.point = p.id
JOIN metric_kind AS k ON k.id = m.kind
JOIN run AS r ON r.id = p.run
JOIN configuration AS c ON c.id = p.configuration
LEFT JOIN absence AS a ON a.id = m.absence;

-- One row per point and metric that a model was asked for, over all runs: what the newest one says, and what was measured.
CREATE VIEW estimates AS
SELECT *,
       modelled - measured AS difference,               -- what was modelled less what was measured
       -- [1] of what was measured; NULL for a measured 0 that is not modelled as 0
       CASE WHEN modelled = measured THEN 0.0 ELSE (modelled - measured) / measured END AS relative_difference,
       measured BETWEEN lower AND upper AS inside_bounds  -- [1] 1 if the measured number is between the bounds
FROM (
  SELECT p.run AS run,                                  -- [1] id of the run in this ledger
         r.uuid AS run_uuid,                            -- identity of the run
         e.point AS point,                              -- [1] id of the point in this ledger
         p.ordinal AS ordinal,                          -- [1] place of the point in its run's plan, from 0
         c.instance AS instance,                        -- kernel with the template arguments of its timed launch
         c.identity AS identity,                        -- kernel and declared parameters in words
         e.name AS name,                                -- of the metric
         e.unit AS unit,                                -- of the numbers in this row
         -- what was counted; NULL where nothing was
         (SELECT m.value FROM metric AS m JOIN metric_kind AS k ON k.id = m.kind
          WHERE m.point = e.point AND k.name = e.name AND m.value IS NOT NULL) AS measured,
         e.value AS modelled,                           -- what the model says; NULL where it says nothing
         e.lower AS lower,                              -- the true number is not below
         e.upper AS upper,                              -- the true number is not above
         e.confidence AS confidence,                    -- exact, good or poor; NULL where nothing is modelled
         e.because AS because,                          -- why the confidence is such
         nullif(e.reason, '') AS reason,                -- why nothing is modelled; NULL where something is
         model.version AS model_version,                -- of the memory model
         model.profile_digest AS profile,               -- SHA-256 of the modelled GPU's profile
         e.sampled_sms AS sampled_sms                   -- [1] multiprocessors whose blocks were traced
  FROM point AS p
  JOIN estimate AS e ON e.point = p.id
  JOIN run AS r ON r.id = p.run
  JOIN configuration AS c ON c.id = p.configuration
  LEFT JOIN memory_model AS model ON model.id = e.model
  WHERE e.generation = (SELECT max(generation) FROM estimate WHERE point = e.point AND name = e.name)
);
