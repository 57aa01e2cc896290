-- What `warpledger compare` looks at next to the samples.

-- One row per point: what may have disturbed its measurement; empty when nothing did, as far as it is known.
CREATE TEMP VIEW disturbances AS
SELECT run,
       run_uuid,
       point,
       identity,
       -- what disturbed it: throttled by heat, other processes on the GPU, ...
       CASE WHEN throttled_thermal > 0 THEN 'throttled by heat'
            WHEN throttled_power > 0 THEN 'throttled by its power limit'
            WHEN throttled > 0 THEN 'throttled'
            ELSE '' END
       || CASE WHEN throttled > 0 AND other_gpu_processes > 0 THEN ', ' ELSE '' END
       || CASE WHEN other_gpu_processes > 0 THEN 'other processes on the GPU' ELSE '' END AS disturbance
FROM points;

-- One row per point: the numbers that may explain its time, measured. A column added here is added to comparisons.
CREATE TEMP VIEW explaining_counters AS
SELECT run,
       point,
       sectors_per_request,
       bank_conflicts_per_request,
       l2_read_norm,
       l2_write_norm,
       insn_per_el,
       insn_per_fma,
       inst_executed,
       dram_bytes,
       l1_hit_pct,
       l2_hit_pct,
       registers,
       static_shared_bytes,
       blocks_per_sm,
       achieved_occupancy_pct,
       issue_active_pct,
       warp_latency_per_inst,
       sm_clock_mhz
FROM points;

-- One row per point: the numbers that may explain its time on a host, modelled or compiled.
CREATE TEMP VIEW explaining_estimates AS
SELECT run,
       point,
       sectors_per_request,
       bank_conflicts_per_request,
       l2_read_norm,
       l2_write_norm,
       insn_per_el,
       insn_per_fma,
       inst_executed,
       registers,
       static_shared_bytes,
       blocks_per_sm
FROM points_modelled;
