-- Modelled numbers beside measured ones.

-- Internal: one row per point and metric, over all runs: what the newest model says.
CREATE TEMP VIEW newest_estimate AS
SELECT p.run AS run,                -- [1] id of the run in this ledger
       e.point AS point,            -- [1] id of the point in this ledger
       e.name AS name,              -- of the metric or derived column
       e.unit AS unit,              -- of the numbers in this row
       e.value AS modelled,         -- what the model says
       e.reason AS reason,          -- why there is no value; empty when there is one
       e.lower AS lower,            -- the true number is not below
       e.upper AS upper,            -- the true number is not above
       e.confidence AS confidence,  -- exact, good or poor
       e.because AS because,        -- why the confidence is such
       m.version AS model_version,  -- of the memory model
       m.profile_digest AS profile, -- SHA-256 of the modelled GPU's profile
       e.sampled_sms AS sampled_sms -- [1] multiprocessors whose blocks were traced
FROM main.point AS p
JOIN main.estimate AS e ON e.point = p.id
LEFT JOIN main.memory_model AS m ON m.id = e.model
WHERE e.generation = (SELECT max(generation) FROM main.estimate WHERE point = e.point AND name = e.name);

-- Internal: the derived columns that the model can give, one row each, of those points of the selected run that are
-- modelled;
-- `divisor` is the metric that it is divided by, or 1.
CREATE TEMP VIEW derived_by_basis AS
WITH estimated AS (
  SELECT run, point, basis, sectors_per_request, bank_conflicts_per_request, l2_read_norm, l2_write_norm, insn_per_el,
         insn_per_fma, global_load_requests + global_store_requests AS requests
  FROM points_by_basis
  WHERE run = (SELECT run FROM selected_run)
    AND EXISTS (SELECT 1 FROM main.estimate WHERE estimate.point = points_by_basis.point)
)
SELECT run, point, basis, 'sectors_per_request' AS name, 'sector/request' AS unit, sectors_per_request AS value,
       requests AS divisor FROM estimated
UNION ALL
SELECT run, point, basis, 'bank_conflicts_per_request', 'conflict/request', bank_conflicts_per_request, requests
FROM estimated
UNION ALL
SELECT run, point, basis, 'l2_read_norm', '1', l2_read_norm, 1 FROM estimated
UNION ALL
SELECT run, point, basis, 'l2_write_norm', '1', l2_write_norm, 1 FROM estimated
UNION ALL
SELECT run, point, basis, 'insn_per_el', 'instruction', insn_per_el, 1 FROM estimated
UNION ALL
SELECT run, point, basis, 'insn_per_fma', 'instruction', insn_per_fma, 1 FROM estimated;

-- Internal: one row per point and derived column. The bounds of a ratio follow from those of its numerator alone, so
-- they are known where the divisor is.
CREATE TEMP VIEW derived_estimate AS
SELECT run, point, name, unit, modelled,
       CASE WHEN least_divisor = most_divisor THEN lower END AS lower,
       CASE WHEN least_divisor = most_divisor THEN upper END AS upper,
       CASE WHEN exact IS NOT NULL THEN 'exact' WHEN good IS NOT NULL THEN 'good' ELSE 'poor' END AS confidence,
       measured
FROM (
  SELECT run, point, name, unit,
         max(value) FILTER (WHERE basis = 'measured') AS measured,
         max(value) FILTER (WHERE basis = 'modelled') AS modelled,
         max(value) FILTER (WHERE basis = 'lower') AS lower,
         max(value) FILTER (WHERE basis = 'upper') AS upper,
         max(value) FILTER (WHERE basis = 'good') AS good,
         max(value) FILTER (WHERE basis = 'exact') AS exact,
         max(divisor) FILTER (WHERE basis = 'lower') AS least_divisor,
         max(divisor) FILTER (WHERE basis = 'upper') AS most_divisor
  FROM derived_by_basis
  GROUP BY run, point, name, unit
)
WHERE modelled IS NOT NULL;

-- One row per point and metric that is modelled, over all runs.
CREATE TEMP VIEW estimates AS
SELECT e.run AS run, e.point AS point,
       p.ordinal AS ordinal,                        -- [1] place of the point in its run's plan, from 0
       c.instance AS instance,                      -- kernel with the template arguments of its timed launch
       c.identity AS identity,                      -- kernel and parameters in words
       e.name AS name, e.unit AS unit,
       m.value AS measured,                         -- what was counted; NULL where nothing was
       e.modelled AS modelled, e.lower AS lower, e.upper AS upper,
       e.modelled - m.value AS difference,          -- what was modelled less what was measured
       -- [1] of what was measured; NULL for a measured 0 that is not modelled as 0
       CASE WHEN e.modelled = m.value THEN 0.0 ELSE (e.modelled - m.value) / m.value END AS relative_difference,
       m.value BETWEEN e.lower AND e.upper AS inside_bounds,  -- [1] whether the measured number is between the bounds
       e.confidence AS confidence, e.because AS because, e.model_version AS model_version, e.profile AS profile
FROM newest_estimate AS e
JOIN main.point AS p ON p.id = e.point
JOIN main.configuration AS c ON c.id = p.configuration
LEFT JOIN metric AS m ON m.point = e.point AND m.name = e.name
WHERE e.modelled IS NOT NULL;

-- One row per point and metric or derived column of the selected run that is modelled.
CREATE TEMP VIEW model_check AS
SELECT *,
       0 AS derived  -- [1] whether the row is about a derived column
FROM estimates WHERE run = (SELECT run FROM selected_run)
UNION ALL
SELECT d.run, d.point, p.ordinal, c.instance, c.identity, d.name, d.unit, d.measured, d.modelled, d.lower, d.upper,
       d.modelled - d.measured,
       CASE WHEN d.modelled = d.measured THEN 0.0 ELSE (d.modelled - d.measured) / d.measured END,
       d.measured BETWEEN d.lower AND d.upper,
       d.confidence, NULL, NULL, NULL, 1
FROM derived_estimate AS d
JOIN main.point AS p ON p.id = d.point
JOIN main.configuration AS c ON c.id = p.configuration;

-- One row per model and profile that modelled the selected run.
CREATE TEMP VIEW model_used AS
SELECT DISTINCT model_version, profile FROM newest_estimate
WHERE run = (SELECT run FROM selected_run) AND modelled IS NOT NULL;
