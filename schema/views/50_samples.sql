-- One row per sample, over all runs: the timed launches of a point as they were taken.
CREATE TEMP VIEW samples AS
SELECT p.run AS run,                         -- [1] id of the run in this ledger
       r.uuid AS run_uuid,                   -- identity of the run
       p.id AS point,                        -- [1] id of the point in this ledger
       p.ordinal AS ordinal,                 -- [1] the point's place in the plan, from 0
       c.identity AS identity,               -- kernel and declared parameters in words
       item.sample AS sample,                -- [1] from 0, in the order taken
       item.time_ns AS time_ns,              -- [ns] time of one launch
       item.sm_clock_mhz AS sm_clock_mhz     -- [MHz] mean over the sample; NULL where it was not read
FROM main.point AS p
JOIN main.run AS r ON r.id = p.run
JOIN main.configuration AS c ON c.id = p.configuration
JOIN main.timing AS t ON t.point = p.id, sample_rows(t.samples_ns, t.sm_clock_mhz) AS item;
