-- The wide view: one row a point, over all runs. Every derived column is defined here, once. NULL goes through, and
-- what is divided by zero is NULL. N*R, I/el and so on are the names of the LSU 2024 assignment.
-- measured: blocks, warps, elements, ideal_read_bytes, ideal_write_bytes
-- measured: registers, blocks_per_sm, inst_executed, global_load_requests, global_store_requests
-- measured: global_bank_conflicts, l2_read_bytes, l2_write_bytes, dram_bytes
CREATE TEMP VIEW points AS
SELECT *,
       100 * l2_gbs / l2_peak_gbs AS l2_pct_peak,         -- [%] %pk; may exceed 100, see device_peaks
       100 * dram_gbs / dram_peak_gbs AS dram_pct_peak    -- [%]
FROM (
  SELECT *,
         -- [warp] ac: warps of all blocks that a multiprocessor holds at once: its share of the grid, rounded up, or
         -- as many blocks as fit; one block fits always, whatever is known of the kernel
         CASE WHEN blocks <= sm_count THEN warps
              ELSE warps * min(CAST(0.999 + blocks / sm_count AS INTEGER), blocks_per_sm) END AS resident_warps,
         -- [instruction] I/el: thread instructions an element; each warp instruction counts for 32 threads
         32 * inst_executed / elements AS insn_per_el,
         -- [conflict/request] BXW: bank conflicts a global load or store
         global_bank_conflicts / (global_load_requests + global_store_requests) AS bank_conflicts_per_request,
         -- [1] N*R, N*W: bytes between L1 and L2 over those that must move
         l2_read_bytes / ideal_read_bytes AS l2_read_norm,
         l2_write_bytes / ideal_write_bytes AS l2_write_norm,
         -- [GB/s] traffic while the kernel runs
         1e-9 * (l2_read_bytes + l2_write_bytes) / gpu_time_s AS l2_gbs,
         1e-9 * dram_bytes / gpu_time_s AS dram_gbs,
         -- [GB/s] the peaks that these are compared with
         1e-3 * l2_bytes_per_us AS l2_peak_gbs,
         1e-3 * dram_bytes_per_us AS dram_peak_gbs,
         -- [element/µs] by whichever clock there is
         elements / time_us AS elements_per_us,
         -- [byte] what must move between L2 and the kernel, both ways
         ideal_read_bytes + ideal_write_bytes AS ideal_bytes,
         -- where the counters come from: 'cupti' (measured) or 'model'
         (SELECT group_concat(DISTINCT source) FROM main.metric
          WHERE metric.point = timed.point AND source IN ('cupti', 'model') AND value IS NOT NULL) AS counter_source
  FROM timed
);
