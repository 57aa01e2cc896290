-- One row per point and metric or derived column of the selected run that is modelled, with what was measured.
CREATE TEMP VIEW model_check AS
SELECT run, run_uuid, point, ordinal, instance, identity, name, unit, measured, modelled, lower, upper,
       modelled - measured AS difference,
       CASE WHEN modelled = measured THEN 0.0 ELSE (modelled - measured) / measured END AS relative_difference,
       measured BETWEEN lower AND upper AS inside_bounds,
       -- that of the least certain metric that it is derived from
       (SELECT CASE max(CASE e.confidence WHEN 'poor' THEN 2 WHEN 'good' THEN 1 ELSE 0 END)
                 WHEN 2 THEN 'poor' WHEN 1 THEN 'good' ELSE 'exact' END
        FROM estimates AS e WHERE e.point = derived.point AND instr(derived.metrics, ' ' || e.name || ' ') > 0)
         AS confidence,
       1 AS derived  -- [1] 1 if the row is about a derived column
FROM (
  SELECT m.run, m.run_uuid, m.point, m.ordinal, m.instance, m.identity,
         'sectors_per_request' AS name, 'sector/request' AS unit,
         ' global_load_sectors global_store_sectors global_load_requests global_store_requests ' AS metrics,
         p.sectors_per_request AS measured, m.sectors_per_request AS modelled,
         m.sectors_per_request_low AS lower, m.sectors_per_request_high AS upper
  FROM point_modelled AS m JOIN points AS p ON p.point = m.point
  UNION ALL
  SELECT m.run, m.run_uuid, m.point, m.ordinal, m.instance, m.identity,
         'bank_conflicts_per_request', 'conflict/request',
         ' global_bank_conflicts global_load_requests global_store_requests ', p.bank_conflicts_per_request,
         m.bank_conflicts_per_request, m.bank_conflicts_per_request_low, m.bank_conflicts_per_request_high
  FROM point_modelled AS m JOIN points AS p ON p.point = m.point
  UNION ALL
  SELECT m.run, m.run_uuid, m.point, m.ordinal, m.instance, m.identity,
         'l2_read_norm', '1', ' l2_read_bytes ', p.l2_read_norm, m.l2_read_norm, m.l2_read_norm_low,
         m.l2_read_norm_high
  FROM point_modelled AS m JOIN points AS p ON p.point = m.point
  UNION ALL
  SELECT m.run, m.run_uuid, m.point, m.ordinal, m.instance, m.identity,
         'l2_write_norm', '1', ' l2_write_bytes ', p.l2_write_norm, m.l2_write_norm, m.l2_write_norm_low,
         m.l2_write_norm_high
  FROM point_modelled AS m JOIN points AS p ON p.point = m.point
  UNION ALL
  SELECT m.run, m.run_uuid, m.point, m.ordinal, m.instance, m.identity,
         'insn_per_el', 'instruction', ' inst_executed ', p.insn_per_el, m.insn_per_el, m.insn_per_el_low,
         m.insn_per_el_high
  FROM point_modelled AS m JOIN points AS p ON p.point = m.point
  UNION ALL
  SELECT m.run, m.run_uuid, m.point, m.ordinal, m.instance, m.identity,
         'insn_per_fma', 'instruction', ' inst_executed ', p.insn_per_fma, m.insn_per_fma, m.insn_per_fma_low,
         m.insn_per_fma_high
  FROM point_modelled AS m JOIN points AS p ON p.point = m.point
) AS derived
WHERE modelled IS NOT NULL
UNION ALL
SELECT run, run_uuid, point, ordinal, instance, identity, name, unit, measured, modelled, lower, upper, difference,
       relative_difference, inside_bounds, confidence,
       0
FROM estimates
WHERE run = (SELECT run FROM selected_run) AND modelled IS NOT NULL;

-- One row per model and profile that modelled the selected run.
CREATE TEMP VIEW model_used AS
SELECT DISTINCT model_version, profile FROM estimates
WHERE run = (SELECT run FROM selected_run) AND modelled IS NOT NULL;
