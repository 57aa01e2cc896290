-- One row per point of every run that is not forgotten: parameters, launch, outcome, times, what was measured or compiled,
-- and all that is derived from them. What a model says is in points_modelled. NULL goes through, and what is divided by
-- zero is NULL. N*R, I/el and so on are the names of the LSU 2023 and 2024 assignments. The time of a host says nothing
-- about a GPU: gpu_time_us, gpu_time_s, the peaks that rates need and the rates are NULL there.
CREATE VIEW points AS
SELECT *,
       -- [%] %pk: of l2_peak_gbs, a convention of the LSU 2024 assignment; may exceed 100
       100 * l2_gbs / l2_peak_gbs AS l2_pct_peak,
       100 * dram_gbs / dram_peak_gbs AS dram_pct_peak,   -- [%] of dram_peak_gbs
       100 * fmas / fma_per_us / time_us AS fma_pct_peak,               -- [%] of the multiply-add peak, nominal clock
       100 * fmas / fma_per_us_at_clock / time_us AS fma_pct_at_clock,  -- [%] of it at the clock that was measured
       -- [%] the larger of the time's two floors over the time
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
         -- name of a kernel on one problem, the same for all its launches: the identity without its launch
         substr(identity, 1, min(instr(identity || ' blocks=', ' blocks='), instr(identity || ' warps=', ' warps='),
                                 instr(identity || ' threads=', ' threads='),
                                 instr(identity || ' grid=', ' grid=')) - 1) AS kernel_and_shape,
         -- launch that happened, in words: n_l=65536, grid 8x8, block 16x16
         coalesce(resolved || ', ', '') || 'grid ' || grid || ', block ' || block AS launch,
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
         1e-3 * dram_bytes_per_us AS dram_peak_gbs,  -- [GB/s] highest rate between L2 and device memory
         -- [element/µs] by whichever clock there is
         elements / time_us AS elements_per_us,
         -- [byte] least that must move between L2 and the kernel, both ways
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
         -- [1] duration of the profiled range over the kernel's
         1e-9 * range_ns / gpu_time_s AS range_over_kernel
  FROM (
    SELECT readings.*,
           method.clock AS clock,               -- source of the samples: cuda event, host steady clock
           method.cache AS cache,               -- warm; cold: L2 flushed before each sample; NULL: not known
           method.stop_rule AS stop_rule,       -- why sampling ended: max_relative_error, resolve, max_samples, time_limit
           t.sample_count AS sample_count,      -- [1] timed launches
           t.median_us AS time_us,              -- [µs] time of one launch, median of the samples; by whichever clock
           t.min_us AS time_min_us,             -- [µs] time of the fastest sample
           t.q1_us AS time_q1_us,               -- [µs] a quarter of the samples are faster
           t.q3_us AS time_q3_us,               -- [µs] a quarter of the samples are slower
           t.max_us AS time_max_us,             -- [µs] time of the slowest sample
           pt.median_us AS prepare_time_us,     -- [µs] the prepare launches, median; NULL: none
           1e-3 * activity_time AS activity_time_us,  -- [µs] a launch by the hardware's own stamps
           1e-3 * batch_time AS batch_time_us,        -- [µs] a launch in a batch of launches
           -- [µs] time_us with a flushed L2: of the samples, or beside them
           CASE method.cache WHEN 'cold' THEN t.median_us ELSE 1e-3 * cold_time END AS cold_time_us,
           -- [µs] time_us with a warm L2: of the samples, or beside them
           CASE method.cache WHEN 'warm' THEN t.median_us ELSE 1e-3 * warm_time END AS warm_time_us,
           1e-3 * empty_launch_time AS empty_launch_us,  -- [µs] time_us of an empty kernel
           t.median_sm_clock_mhz AS sm_clock_mhz,        -- [MHz] median over the samples where it was read
           CASE WHEN device_backend <> 'host' THEN t.median_us END AS gpu_time_us,         -- [µs] time_us if it is a GPU's
           CASE WHEN device_backend <> 'host' THEN 1e-6 * t.median_us END AS gpu_time_s,   -- [s] gpu_time_us in seconds
           -- The peaks of `devices`, as work per microsecond.

           -- [FMA/µs] highest rate of FP32 multiply-adds
           CASE WHEN device_backend <> 'host' THEN 1e-3 * fp32_per_sm * sm_count * nullif(clock_khz, 0) END AS fma_per_us,
           -- [FMA/µs] highest rate of FP64 multiply-adds
           CASE WHEN device_backend <> 'host' THEN 1e-3 * fp64_per_sm * sm_count * nullif(clock_khz, 0)
                END AS fp64_fma_per_us,
           -- [byte/µs] highest rate between L1 and L2
           CASE WHEN device_backend <> 'host' THEN 1e-3 * l1l2_bytes_per_clk_per_sm * sm_count * nullif(clock_khz, 0)
                END AS l2_bytes_per_us,
           -- [byte/µs] highest rate between L2 and device memory
           CASE WHEN device_backend <> 'host' THEN 2e-3 * nullif(memory_clock_khz, 0) * nullif(memory_bus_bits, 0) / 8
                END AS dram_bytes_per_us
    FROM ({readings}) AS readings
    LEFT JOIN timing t ON t.point = readings.point
    LEFT JOIN timing_method method ON method.id = t.method
    LEFT JOIN prepare_timing pt ON pt.point = readings.point
  )
);
