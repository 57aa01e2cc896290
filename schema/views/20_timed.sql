-- Internal: one row per point and basis: readings, the statistics of its samples, and the peaks that its rates are
-- compared with. A host time says nothing about a GPU, so what is a GPU's is NULL where the backend is the host:
-- gpu_time_us, gpu_time_s and the peaks that rates need. The host's time itself is in time_us, with its clock beside
-- it. Peaks are work per microsecond: G per second is 1e3 per microsecond.
CREATE TEMP VIEW timed AS
SELECT readings.*,
       method.clock AS clock,          -- what took the samples: cuda event, host steady clock
       method.cache AS cache,          -- warm, or cold: L2 flushed before each sample
       -- why no more samples were taken: max_relative_error (older ledgers hold it as noise), resolve, max_samples,
       -- time_limit
       CASE method.stop_rule WHEN 'noise' THEN 'max_relative_error' ELSE method.stop_rule END AS stop_rule,
       samples_count(t.samples_ns) AS sample_count,                 -- [1] timed launches
       -- [µs] time of one launch, median of the samples; by whichever clock
       1e-3 * samples_median(t.samples_ns) AS time_us,
       1e-3 * samples_min(t.samples_ns) AS time_min_us,             -- [µs] time of the fastest sample
       1e-3 * samples_quantile(t.samples_ns, 0.25) AS time_q1_us,   -- [µs] a quarter of the samples are faster
       1e-3 * samples_quantile(t.samples_ns, 0.75) AS time_q3_us,   -- [µs] a quarter of the samples are slower
       1e-3 * samples_median(pt.samples_ns) AS prepare_time_us,     -- [µs] the prepare launches, median; NULL: none
       1e-3 * activity_time AS activity_time_us,                    -- [µs] a launch by the hardware's own stamps
       1e-3 * batch_time AS batch_time_us,                          -- [µs] a launch in a batch of launches
       -- [µs] time_us with a flushed L2: of the samples, or beside them
       1e-3 * CASE method.cache WHEN 'cold' THEN samples_median(t.samples_ns) ELSE cold_time END AS cold_time_us,
       -- [µs] time_us with a warm L2: of the samples, or beside them
       1e-3 * CASE method.cache WHEN 'warm' THEN samples_median(t.samples_ns) ELSE warm_time END AS warm_time_us,
       1e-3 * empty_launch_time AS empty_launch_us,                 -- [µs] what time_us is of an empty kernel
       samples_median(t.sm_clock_mhz) AS sm_clock_mhz,              -- [MHz] median over the samples where it was read
       -- [µs] time_us where it is a GPU's
       CASE WHEN device_backend <> 'host' THEN 1e-3 * samples_median(t.samples_ns) END AS gpu_time_us,
       -- [s] gpu_time_us in seconds
       CASE WHEN device_backend <> 'host' THEN 1e-9 * samples_median(t.samples_ns) END AS gpu_time_s,
       -- [FMA/µs] FP32 multiply-adds, at most
       CASE WHEN device_backend <> 'host' THEN 1e3 * fp32_peak_gfma END AS fma_per_us,
       -- [FMA/µs] FP64 multiply-adds, at most
       CASE WHEN device_backend <> 'host' THEN 1e3 * fp64_peak_gfma END AS fp64_fma_per_us,
       -- [byte/µs] between L1 and L2, at most
       CASE WHEN device_backend <> 'host' THEN 1e3 * l2_peak_gbs END AS l2_bytes_per_us,
       -- [byte/µs] between L2 and device memory, at most
       CASE WHEN device_backend <> 'host' THEN 1e3 * dram_peak_gbs END AS dram_bytes_per_us
FROM readings
JOIN device_peaks USING (device)
LEFT JOIN main.timing t ON t.point = readings.point AND readings.has_times
LEFT JOIN main.timing_method method ON method.id = t.method
LEFT JOIN main.prepare_timing pt ON pt.point = readings.point AND readings.has_times;
