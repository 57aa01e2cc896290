-- One row a point: measured, the statistics of its samples, and the peaks that its rates are compared with.
-- A host time says nothing about a GPU, so what a rate needs is NULL where the backend is the host: gpu_time_s and the
-- peaks. The host's time itself is shown, with its clock beside it.
CREATE TEMP VIEW timed AS
SELECT measured.*,
       t.clock AS clock,          -- what took the samples: 'cuda event', 'host steady clock'
       t.cache AS cache,          -- 'warm' or 'cold': L2 flushed before each sample
       t.stop_rule AS stop_rule,
       samples_count(t.samples_ns) AS sample_count,
       1e-3 * samples_median(t.samples_ns) AS time_us,              -- [µs] one launch, median
       1e-3 * samples_min(t.samples_ns) AS time_min_us,             -- [µs]
       1e-3 * samples_quantile(t.samples_ns, 0.25) AS time_q1_us,   -- [µs]
       1e-3 * samples_quantile(t.samples_ns, 0.75) AS time_q3_us,   -- [µs]
       1e-3 * samples_median(pt.samples_ns) AS prepare_time_us,     -- [µs] the prepare launches, median; NULL: none
       samples_median(t.sm_clock_mhz) AS sm_clock_mhz,              -- [MHz] over the samples where it was read
       CASE WHEN device_backend <> 'host' THEN 1e-9 * samples_median(t.samples_ns) END AS gpu_time_s,
       -- A device's peaks as work a microsecond: G a second is 1e3 a microsecond.
       CASE WHEN device_backend <> 'host' THEN 1e3 * fp32_peak_gfma END AS fma_per_us,
       CASE WHEN device_backend <> 'host' THEN 1e3 * fp64_peak_gfma END AS fp64_fma_per_us,
       CASE WHEN device_backend <> 'host' THEN 1e3 * l2_peak_gbs END AS l2_bytes_per_us,
       CASE WHEN device_backend <> 'host' THEN 1e3 * dram_peak_gbs END AS dram_bytes_per_us
FROM measured
JOIN device_peaks USING (device)
LEFT JOIN main.timing t ON t.point = measured.point
LEFT JOIN main.prepare_timing pt ON pt.point = measured.point;
