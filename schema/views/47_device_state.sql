-- One row: in which state the device was while the selected run's points were timed, from the least to the largest
-- reading. The clock of the multiprocessors is that of the samples.
-- measured: power_w, temperature_c, memory_clock_mhz, pstate
CREATE TEMP VIEW device_state AS
SELECT
       -- 412 to 455 W, 51 to 54 C, SM 1980 MHz, memory 3201 MHz, P0; NULL where nothing is known
       group_concat(replace(words, '#', printf('%.0f', least)
                            || CASE WHEN printf('%.0f', most) = printf('%.0f', least) THEN ''
                                    ELSE printf(' to %.0f', most) END), ', ') AS state,
       -- why power is not known; NULL where all points that were timed have it
       (SELECT group_concat(DISTINCT reason) FROM metric
        WHERE run = (SELECT run FROM selected_run) AND name = 'power_w' AND value IS NULL) AS why_not
FROM (SELECT 1 AS place, '# W' AS words, min(power_w) AS least, max(power_w) AS most FROM point
      UNION ALL SELECT 2, '# C', min(temperature_c), max(temperature_c) FROM point
      UNION ALL SELECT 3, 'SM # MHz', min(sm_clock_mhz), max(sm_clock_mhz) FROM point
      UNION ALL SELECT 4, 'memory # MHz', min(memory_clock_mhz), max(memory_clock_mhz) FROM point
      UNION ALL SELECT 5, 'P#', min(pstate), max(pstate) FROM point
      ORDER BY place)
WHERE least IS NOT NULL;
