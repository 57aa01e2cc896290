-- The wide view: one row a point, over all runs. Every derived column is defined here, once. NULL goes through, and
-- what is divided by zero is NULL. N*R, I/el and so on are the names of the LSU 2023 and 2024 assignments.
-- measured: blocks, warps, elements, fmas, ideal_read_bytes, ideal_write_bytes
-- measured: registers, blocks_per_sm, static_shared_bytes, max_threads_per_sm
-- measured: inst_executed, issue_active_pct, global_load_requests, global_store_requests
-- measured: global_load_sectors, global_store_sectors, global_bank_conflicts
-- measured: l2_read_bytes, l2_write_bytes, dram_bytes, l1_hit_pct, l2_hit_pct
-- measured: achieved_occupancy_pct, no_eligible_pct, active_warps, eligible_warps, warp_latency_per_inst
-- measured: ffma, fadd, fmul, dfma, dadd, dmul
-- measured: range_ns, mem_busy_of_range_pct, max_bandwidth_of_range_pct, mem_pipes_busy_of_range_pct
-- measured: dram_throughput_of_range_pct, memory_sol_of_range_pct, compute_sol_of_range_pct
CREATE TEMP VIEW points AS
SELECT *,
       100 * l2_gbs / l2_peak_gbs AS l2_pct_peak,         -- [%] %pk; may exceed 100, see device_peaks
       100 * dram_gbs / dram_peak_gbs AS dram_pct_peak,   -- [%]
       -- [%] of the multiply-add peak, at the nominal clock and at the one that was measured
       100 * fmas / fma_per_us / time_us AS fma_pct_peak,
       100 * fmas / fma_per_us_at_clock / time_us AS fma_pct_at_clock,
       -- [%] how near the time is to the larger of its two floors
       100 * max(fma_floor_us, dram_floor_us) / time_us AS floor_pct,
       -- [%] Nsight Compute's shares of a peak. A counter gives the share of the profiled range, which is longer than
       -- the kernel in it; as work over time, the same work in the kernel's own time is that many times more.
       mem_busy_of_range_pct * range_over_kernel AS mem_busy_pct,
       max_bandwidth_of_range_pct * range_over_kernel AS max_bandwidth_pct,
       mem_pipes_busy_of_range_pct * range_over_kernel AS mem_pipes_busy_pct,
       dram_throughput_of_range_pct * range_over_kernel AS dram_throughput_pct,
       memory_sol_of_range_pct * range_over_kernel AS memory_sol_pct,
       compute_sol_of_range_pct * range_over_kernel AS compute_sol_pct
FROM (
  SELECT *,
         -- what is the same in all launches of a kernel on one problem: the identity without its launch
         substr(identity, 1, instr(identity || ' blocks=', ' blocks=') - 1) AS kernel_and_shape,
         -- [warp] ac: warps of all blocks that a multiprocessor holds at once: its share of the grid, rounded up, or
         -- as many blocks as fit; one block fits always, whatever is known of the kernel
         CASE WHEN blocks <= sm_count THEN warps
              ELSE warps * min(CAST(0.999 + blocks / sm_count AS INTEGER), blocks_per_sm) END AS resident_warps,
         -- [%] warps of the blocks that fit a multiprocessor, of those that it can hold; a warp has 32 threads
         100.0 * blocks_per_sm * warps / (max_threads_per_sm / 32) AS theoretical_occupancy_pct,
         -- [instruction] I/el: thread instructions an element; each warp instruction counts for 32 threads
         32 * inst_executed / elements AS insn_per_el,
         -- [instruction] /itr: the same for one of the multiply-adds that the problem needs
         32 * inst_executed / fmas AS insn_per_fma,
         -- [sector/request] SW: sectors that a warp's global load or store asks for
         (global_load_sectors + global_store_sectors)
           / (global_load_requests + global_store_requests) AS sectors_per_request,
         -- [conflict/request] BXW: bank conflicts a global load or store
         global_bank_conflicts / (global_load_requests + global_store_requests) AS bank_conflicts_per_request,
         -- [1] N*R, N*W, N-Rd, N-Wr: bytes between L1 and L2 over those that must move
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
         -- [µs] what the time cannot be below, at nominal clocks: the multiply-adds on all FP32 units, and the ideal
         -- bytes to and from device memory
         fmas / fma_per_us AS fma_floor_us,
         (ideal_read_bytes + ideal_write_bytes) / dram_bytes_per_us AS dram_floor_us,
         -- [FMA/µs] the multiply-add peak at the measured clock: 1 MHz is one clock a microsecond
         CASE WHEN device_backend <> 'host' THEN fp32_per_sm * sm_count * sm_clock_mhz END AS fma_per_us_at_clock,
         -- [1] how many times longer than the kernel the profiled range lasted
         1e-9 * range_ns / gpu_time_s AS range_over_kernel,
         -- where the counters come from: 'cupti' (measured) or 'model'
         (SELECT group_concat(DISTINCT source) FROM main.metric
          WHERE metric.point = timed.point AND source IN ('cupti', 'model') AND value IS NOT NULL) AS counter_source
  FROM timed
);
