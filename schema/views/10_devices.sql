-- One row per device: its facts and peaks, at its nominal clocks. G stands for 1e9 per second. A clock or bus width of 0
-- is not known, and neither is what needs it.
CREATE VIEW devices AS
SELECT *,
       -- [G FMA/s] FP32 units x multiprocessors x clock; a multiply-add is one operation
       1e-6 * fp32_per_sm * sm_count * nullif(clock_khz, 0) AS fp32_peak_gfma,
       -- [G FMA/s] the same for FP64
       1e-6 * fp64_per_sm * sm_count * nullif(clock_khz, 0) AS fp64_peak_gfma,
       -- [GB/s] L1 <-> L2: bytes per clock and multiprocessor x multiprocessors x clock. With 16 B it is the convention
       -- of the LSU 2024 assignment, not a limit of the hardware: real traffic may exceed it.
       1e-6 * l1l2_bytes_per_clk_per_sm * sm_count * nullif(clock_khz, 0) AS l2_peak_gbs,
       -- [GB/s] L2 <-> device memory: two transfers per clock x bus width
       2e-6 * nullif(memory_clock_khz, 0) * nullif(memory_bus_bits, 0) / 8 AS dram_peak_gbs
FROM ({device_facts}) AS device_facts;
