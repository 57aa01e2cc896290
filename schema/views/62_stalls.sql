-- One row a point and reason, of the selected run: why its warps did not issue, the weightiest reason first.
CREATE TEMP VIEW stalls AS
SELECT m.point AS point,
       substr(m.name, 7) AS reason,   -- without the 'stall_' of the metric's name
       m.value AS warps_per_issue,    -- [warp] that wait so for each instruction that is issued
       row_number() OVER (PARTITION BY m.point ORDER BY m.value DESC, m.name) AS place  -- from 1
FROM main.point AS p
JOIN main.metric AS m ON m.point = p.id
WHERE p.run = (SELECT run FROM selected_run) AND m.value IS NOT NULL
  AND m.name GLOB 'stall_*' AND m.name <> 'stall_selected';  -- a selected warp does issue
