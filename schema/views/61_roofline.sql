-- One row a point and precision, of the selected run: the executed arithmetic under two roofs. An operation is one
-- executed multiply-add, add or multiply: each holds a unit for one clock, so the peak is the multiply-add peak.
-- A point without FP64 operations has no row for them.
CREATE TEMP VIEW roofline AS
SELECT *,
       100 * gops / dram_roof_gops AS dram_roof_pct,  -- [%]
       100 * gops / l2_roof_gops AS l2_roof_pct       -- [%] may exceed 100, as l2_pct_peak may
FROM (
  SELECT *,
         1e-9 * operations / gpu_time_s AS gops,                  -- [G operation/s]
         operations / dram_bytes AS ops_per_dram_byte,            -- [operation/byte] arithmetic intensity
         operations / l2_bytes_moved AS ops_per_l2_byte,          -- [operation/byte]
         min(peak_gops, operations / dram_bytes * dram_peak_gbs) AS dram_roof_gops,  -- [G operation/s]
         min(peak_gops, operations / l2_bytes_moved * l2_peak_gbs) AS l2_roof_gops   -- [G operation/s]
  FROM (
    SELECT point, 'FP32' AS precision, ffma + fadd + fmul AS operations, 1e-3 * fma_per_us AS peak_gops,
           gpu_time_s, dram_bytes, l2_read_bytes + l2_write_bytes AS l2_bytes_moved, dram_peak_gbs, l2_peak_gbs
    FROM point
    UNION ALL
    SELECT point, 'FP64', dfma + dadd + dmul, 1e-3 * fp64_fma_per_us,
           gpu_time_s, dram_bytes, l2_read_bytes + l2_write_bytes, dram_peak_gbs, l2_peak_gbs
    FROM point
  )
)
WHERE precision = 'FP32' OR operations > 0;
