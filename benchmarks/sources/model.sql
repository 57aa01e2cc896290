-- Figures that the LSU assignments print for an RTX 4090 beside what is modelled for it: the view `compared`. For the
-- sqlite3 shell, in the root folder; $MODELLED is a CSV of benchmarks/sources/modelled-page.md of runs of
-- lsu-2023-hw01, lsu-2024-hw01 or both.

.import --csv "|cat \"$MODELLED\"" modelled
.import --csv runner/store/testdata/lsu-2023-hw01.rtx4090.csv printed_2023
.import --csv runner/store/testdata/lsu-2024-hw01.rtx4090.csv printed_2024

-- One row per figure. `unit` is that of its last digit, `size` the parameter that tells the shapes of a kernel apart.
CREATE TEMP VIEW printed AS
WITH sizes(kernel, size, wp, sw, bxw, reads, reads_unit, writes, insn_column, insn_name, insn) AS (
  SELECT kernel || iif(layer = '0', '<32>', '<512>'), 'd_head=' || iif(layer = '0', 8, 64), wp, sw, bxw, n_rd, 1.0, n_wr,
         '/itr', 'insn_per_fma', insn_per_iter FROM printed_2023
  UNION ALL
  SELECT kernel, 'd_l=' || d_l, wp, '', bxw, n_r, 0.1, n_w, 'I/el', 'insn_per_el', insn_per_el FROM printed_2024),
figures(kernel, size, wp, "column", name, figure, unit) AS (
  SELECT kernel, size, wp, 'SW', 'sectors_per_request', sw, 1.0 FROM sizes
  UNION ALL SELECT kernel, size, wp, 'BXW', 'bank_conflicts_per_request', bxw, 0.1 FROM sizes
  UNION ALL SELECT kernel, size, wp, 'N*R', 'l2_read_norm', reads, reads_unit FROM sizes
  UNION ALL SELECT kernel, size, wp, 'N*W', 'l2_write_norm', writes, 0.1 FROM sizes
  UNION ALL SELECT kernel, size, wp, insn_column, insn_name, insn, 0.1 FROM sizes)
SELECT kernel, size, CAST(wp AS INTEGER) AS wp, "column", name, CAST(figure AS REAL) AS figure, unit
FROM figures
WHERE figure <> '';

-- One row per figure whose point is modelled. `rounded` is the modelled number as the assignment would print it, and
-- `error` the relative one of that; NULL for a printed 0 that is not modelled as 0.
CREATE TEMP VIEW compared AS
SELECT *,
       rounded = figure AS as_printed,
       rounded - figure AS difference,
       iif(rounded = figure, 0.0, (rounded - figure) / nullif(figure, 0)) AS error,
       figure + unit / 2 >= lower AND figure - unit / 2 <= upper AS inside_bounds
FROM (
  SELECT p.kernel, p.wp, p."column", p.figure, p.unit,
         CAST(m."modelled~" AS REAL) AS modelled,
         CAST(nullif(m."lower~", '') AS REAL) AS lower,
         CAST(nullif(m."upper~", '') AS REAL) AS upper,
         m.confidence,
         round(m."modelled~", iif(p.unit < 1, 1, 0)) AS rounded
  FROM printed AS p
  JOIN modelled AS m ON m.kernel = p.kernel AND m.name = p.name AND instr(m.identity, ' ' || p.size || ' ')
                        AND instr(m.identity || ' ', ' warps=' || p.wp || ' ')
);
