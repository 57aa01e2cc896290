-- One row per point and reason, of the selected run: why its warps did not issue, the largest first.
CREATE TEMP VIEW stalls AS
SELECT m.point AS point,              -- [1] id of the point in this ledger
       substr(m.name, 7) AS reason,   -- why they wait: the metric's name without its stall_
       m.value AS warps_per_issue,    -- [warp] that wait so for each instruction that is issued
       -- [1] among the reasons of this point, the largest is 1
       row_number() OVER (PARTITION BY m.point ORDER BY m.value DESC, m.name) AS place
FROM metric AS m
WHERE m.run = (SELECT run FROM selected_run) AND m.value IS NOT NULL
  AND m.name GLOB 'stall_*' AND m.name <> 'stall_selected';  -- a selected warp does issue
