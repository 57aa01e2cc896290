-- One row per point and metric, over all runs: what was measured. What is modelled is in estimates.
CREATE TEMP VIEW metric AS
SELECT p.run AS run,              -- [1] id of the run in this ledger
       p.id AS point,             -- [1] id of the point in this ledger
       p.ordinal AS ordinal,      -- [1] place of the point in its run's plan, from 0
       k.name AS name,            -- of the metric
       k.unit AS unit,            -- of its value
       k.source AS source,        -- event, cupti or attribute
       m.value AS value,          -- what was measured; NULL where nothing was
       a.reason AS reason         -- why there is no value; NULL when there is one
FROM main.point AS p
JOIN main.metric AS m ON m.point = p.id
JOIN main.metric_kind AS k ON k.id = m.kind
LEFT JOIN main.absence AS a ON a.id = m.absence;
