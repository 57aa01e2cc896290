-- One row per point and basis (what was measured, what is modelled, its bounds, ...), over all runs: parameters,
-- launch, outcome, times, metrics and all that is derived from them. NULL goes through, and what is divided by zero is
-- NULL. N*R, I/el and so on are the names of the LSU 2023 and 2024 assignments.
-- measured: blocks, warps, elements, fmas, ideal_read_bytes, ideal_write_bytes
-- measured: registers, blocks_per_sm, static_shared_bytes, max_threads_per_sm
-- measured: inst_executed, issue_active_pct, global_load_requests, global_store_requests
-- measured: global_load_sectors, global_store_sectors, global_bank_conflicts
-- measured: l2_read_bytes, l2_write_bytes, dram_bytes, l1_hit_pct, l2_hit_pct
-- measured: achieved_occupancy_pct, no_eligible_pct, active_warps, eligible_warps, warp_latency_per_inst
-- measured: ffma, fadd, fmul, dfma, dadd, dmul
-- measured: range_ns, mem_busy_of_range_pct, max_bandwidth_of_range_pct, mem_pipes_busy_of_range_pct
-- measured: dram_throughput_of_range_pct, memory_sol_of_range_pct, compute_sol_of_range_pct
CREATE TEMP VIEW points_by_basis AS
SELECT *,
       -- [%] %pk: of l2_peak_gbs, a convention of the LSU 2024 assignment; may exceed 100
       100 * l2_gbs / l2_peak_gbs AS l2_pct_peak,
       100 * dram_gbs / dram_peak_gbs AS dram_pct_peak,   -- [%] of dram_peak_gbs
       100 * fmas / fma_per_us / time_us AS fma_pct_peak,               -- [%] of the multiply-add peak, nominal clock
       100 * fmas / fma_per_us_at_clock / time_us AS fma_pct_at_clock,  -- [%] of it at the clock that was measured
       -- [%] how near the time is to the larger of its two floors
       100 * max(fma_floor_us, dram_floor_us) / time_us AS floor_pct,
       -- Nsight Compute's shares of a peak. A counter gives the share of the profiled range, which is longer than the
       -- kernel in it; as work over time, the same work in the kernel's own time is that many times more.

       -- [%] Mem Busy, in the kernel's time
       mem_busy_of_range_pct * range_over_kernel AS mem_busy_pct,
       -- [%] Max Bandwidth, in the kernel's time
       max_bandwidth_of_range_pct * range_over_kernel AS max_bandwidth_pct,
       -- [%] Mem Pipes Busy, in the kernel's time
       mem_pipes_busy_of_range_pct * range_over_kernel AS mem_pipes_busy_pct,
       -- [%] DRAM throughput, in the kernel's time
       dram_throughput_of_range_pct * range_over_kernel AS dram_throughput_pct,
       -- [%] Memory Throughput, in the kernel's time
       memory_sol_of_range_pct * range_over_kernel AS memory_sol_pct,
       -- [%] Compute Throughput, in the kernel's time
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
         -- [instruction] I/el: thread instructions per element; each warp instruction counts for 32 threads
         32 * inst_executed / elements AS insn_per_el,
         -- [instruction] /itr: thread instructions for one of the multiply-adds that the problem needs
         32 * inst_executed / fmas AS insn_per_fma,
         -- [sector/request] SW: sectors that a warp's global load or store asks for
         (global_load_sectors + global_store_sectors)
           / (global_load_requests + global_store_requests) AS sectors_per_request,
         -- [sector/FMA] sectors that global loads and stores ask for, over the multiply-adds that the problem needs: how
         -- wide a load is makes no difference
         (global_load_sectors + global_store_sectors) / fmas AS sectors_per_fma,
         -- [conflict/request] BXW: bank conflicts per global load or store
         global_bank_conflicts / (global_load_requests + global_store_requests) AS bank_conflicts_per_request,
         -- [1] N*R, N-Rd: bytes that L1 read from L2, over those that must be read
         l2_read_bytes / ideal_read_bytes AS l2_read_norm,
         -- [1] N*W, N-Wr: bytes that L1 wrote to L2, over those that must be written
         l2_write_bytes / ideal_write_bytes AS l2_write_norm,
         -- [GB/s] traffic between L1 and L2 while the kernel runs
         1e-9 * (l2_read_bytes + l2_write_bytes) / gpu_time_s AS l2_gbs,
         -- [GB/s] traffic of device memory while the kernel runs
         1e-9 * dram_bytes / gpu_time_s AS dram_gbs,
         1e-3 * l2_bytes_per_us AS l2_peak_gbs,      -- [GB/s] between L1 and L2, by convention; see l2_pct_peak
         1e-3 * dram_bytes_per_us AS dram_peak_gbs,  -- [GB/s] between L2 and device memory, at most
         -- [element/µs] by whichever clock there is
         elements / time_us AS elements_per_us,
         -- [byte] what must move between L2 and the kernel, both ways
         ideal_read_bytes + ideal_write_bytes AS ideal_bytes,
         -- [µs] the time that the multiply-adds need on all FP32 units, at nominal clocks
         fmas / fma_per_us AS fma_floor_us,
         -- [µs] the time that the ideal bytes need to and from device memory, at nominal clocks
         (ideal_read_bytes + ideal_write_bytes) / dram_bytes_per_us AS dram_floor_us,
         -- [FMA/µs] the multiply-add peak at the measured clock: 1 MHz is one clock per microsecond
         CASE WHEN device_backend <> 'host' THEN fp32_per_sm * sm_count * sm_clock_mhz END AS fma_per_us_at_clock,
         -- [%] SMs that have work, on average over the kernel's time: the share of all SMs' issue slots that was used,
         -- over the share that those with work used; an SM has four schedulers
         1e4 * inst_executed / (4 * sm_count * sm_clock_mhz * gpu_time_us) / issue_active_pct AS busy_sms_pct,
         -- [1] how many times longer than the kernel the profiled range lasted
         1e-9 * range_ns / gpu_time_s AS range_over_kernel,
         -- where the counters come from: cupti (measured) or model
         coalesce((SELECT group_concat(DISTINCT source) FROM metric
                   WHERE metric.point = timed.point AND source IN ('cupti', 'model') AND value IS NOT NULL),
                  CASE WHEN device_backend = 'host' AND EXISTS
                    (SELECT 1 FROM main.estimate WHERE estimate.point = timed.point AND value IS NOT NULL)
                  THEN 'model' END) AS counter_source
  FROM timed
);
