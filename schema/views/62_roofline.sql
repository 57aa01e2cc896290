-- One row per point and precision, of the selected run: the executed arithmetic under two roofs. An operation is one
-- executed multiply-add, add or multiply: each holds a unit for one clock, so the peak is the multiply-add peak.
-- A point without FP64 operations has no row for them.
CREATE TEMP VIEW roofline AS
SELECT *,
       100 * gops / dram_roof_gops AS dram_roof_pct,  -- [%] of dram_roof_gops
       100 * gops / l2_roof_gops AS l2_roof_pct       -- [%] of l2_roof_gops; may exceed 100, as l2_pct_peak may
FROM (
  SELECT *,
         1e-9 * operations / gpu_time_s AS gops,                  -- [G operation/s] executed
         operations / dram_bytes AS ops_per_dram_byte,            -- [operation/byte] intensity at device memory
         operations / l2_bytes_moved AS ops_per_l2_byte,          -- [operation/byte] intensity between L1 and L2
         -- [G operation/s] what units and device memory allow at that intensity
         min(peak_gops, operations / dram_bytes * dram_peak_gbs) AS dram_roof_gops,
         -- [G operation/s] what units and the way to L2 allow at that intensity
         min(peak_gops, operations / l2_bytes_moved * l2_peak_gbs) AS l2_roof_gops
  FROM (
    SELECT run, run_uuid, point, identity,
           'FP32' AS precision,                              -- FP32 or FP64
           ffma + fadd + fmul AS operations,                 -- [operation] executed
           1e-3 * fma_per_us AS peak_gops,                   -- [G operation/s] of the units, at most
           gpu_time_s,
           dram_bytes,
           l2_read_bytes + l2_write_bytes AS l2_bytes_moved, -- [byte] between L1 and L2, both ways
           dram_peak_gbs,
           l2_peak_gbs
    FROM point
    UNION ALL
    SELECT run, run_uuid, point, identity, 'FP64', dfma + dadd + dmul, 1e-3 * fp64_fma_per_us,
           gpu_time_s, dram_bytes, l2_read_bytes + l2_write_bytes, dram_peak_gbs, l2_peak_gbs
    FROM point
  )
)
WHERE precision = 'FP32' OR operations > 0;
