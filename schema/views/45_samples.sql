-- One row per sample, over all runs: the timed launches of a point as they were taken.
CREATE TEMP VIEW samples AS
SELECT p.run AS run,                                        -- [1] id of the run in this ledger
       p.id AS point,                                       -- [1] id of the point in this ledger
       p.ordinal AS ordinal,                                -- [1] the point's place in the plan, from 0
       item.key AS sample,                                  -- [1] from 0, in the order taken
       sample_at(t.samples_ns, item.key) AS time_ns,        -- [ns] time of one launch
       sample_at(t.sm_clock_mhz, item.key) AS sm_clock_mhz  -- [MHz] mean over the sample; NULL where it was not read
FROM main.point AS p
JOIN main.timing AS t ON t.point = p.id, json_each(samples_json(t.samples_ns)) AS item;
