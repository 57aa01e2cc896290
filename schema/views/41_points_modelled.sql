-- One row per point of every run that is not forgotten: the names, parameters, launch, compiler values and outcome that
-- points has, and what the model of the L1 cache says: a value, and the bounds between which the true one lies
-- (NAME_low, NAME_high). Nothing in it is measured: a model has no times. NULL where nothing was modelled.
CREATE VIEW points_modelled AS
SELECT *,
       -- name of a kernel on one problem, the same for all its launches: the identity without its launch
       substr(identity, 1, min(instr(identity || ' blocks=', ' blocks='), instr(identity || ' warps=', ' warps='),
                               instr(identity || ' threads=', ' threads='),
                               instr(identity || ' grid=', ' grid=')) - 1) AS kernel_and_shape,
       -- [instruction] I/el: thread instructions per element; each warp instruction counts for 32 threads
       32 * inst_executed / elements AS insn_per_el,
       32 * inst_executed_low / elements AS insn_per_el_low,  -- [instruction] lower bound
       32 * inst_executed_high / elements AS insn_per_el_high,  -- [instruction] upper bound
       -- [instruction] /itr: thread instructions for one of the multiply-adds that the problem needs
       32 * inst_executed / fmas AS insn_per_fma,
       32 * inst_executed_low / fmas AS insn_per_fma_low,  -- [instruction] lower bound
       32 * inst_executed_high / fmas AS insn_per_fma_high,  -- [instruction] upper bound
       -- [sector/request] SW: sectors that a warp's global load or store asks for
       (global_load_sectors + global_store_sectors)
         / (global_load_requests + global_store_requests) AS sectors_per_request,
       (global_load_sectors_low + global_store_sectors_low)
         / (global_load_requests_high + global_store_requests_high) AS sectors_per_request_low,  -- [sector/request] lower bound
       (global_load_sectors_high + global_store_sectors_high)
         / (global_load_requests_low + global_store_requests_low) AS sectors_per_request_high,  -- [sector/request] upper bound
       -- [sector/FMA] sectors that global loads and stores ask for, over the multiply-adds that the problem needs
       (global_load_sectors + global_store_sectors) / fmas AS sectors_per_fma,
       (global_load_sectors_low + global_store_sectors_low) / fmas AS sectors_per_fma_low,  -- [sector/FMA] lower bound
       (global_load_sectors_high + global_store_sectors_high) / fmas AS sectors_per_fma_high,  -- [sector/FMA] upper bound
       -- [conflict/request] BXW: bank conflicts per global load or store
       global_bank_conflicts / (global_load_requests + global_store_requests) AS bank_conflicts_per_request,
       global_bank_conflicts_low
         / (global_load_requests_high + global_store_requests_high) AS bank_conflicts_per_request_low,  -- [conflict/request] lower bound
       global_bank_conflicts_high
         / (global_load_requests_low + global_store_requests_low) AS bank_conflicts_per_request_high,  -- [conflict/request] upper bound
       -- [1] N*R, N-Rd: bytes that L1 read from L2, over those that must be read
       l2_read_bytes / ideal_read_bytes AS l2_read_norm,
       l2_read_bytes_low / ideal_read_bytes AS l2_read_norm_low,  -- [1] lower bound
       l2_read_bytes_high / ideal_read_bytes AS l2_read_norm_high,  -- [1] upper bound
       -- [1] N*W, N-Wr: bytes that L1 wrote to L2, over those that must be written
       l2_write_bytes / ideal_write_bytes AS l2_write_norm,
       l2_write_bytes_low / ideal_write_bytes AS l2_write_norm_low,  -- [1] lower bound
       l2_write_bytes_high / ideal_write_bytes AS l2_write_norm_high  -- [1] upper bound
FROM ({modelled}) AS readings;
