-- The tables of benchmarks/model.md, from the view `compared` of model.sql.

.mode markdown
.print ## By column and confidence
.print
WITH named AS (
  SELECT *, "column" || CASE "column" WHEN 'I/el' THEN iif(kernel LIKE 'norm_base%', ', norm_base', ', norm_group')
                                      WHEN 'BXW' THEN iif(figure < 8, ' below 8', ' from 8') ELSE '' END AS name
  FROM compared
), summary AS (  -- `worst` decides which row the other columns are taken from
  SELECT name, confidence, count(*) AS compared, sum(as_printed) AS as_printed, avg(abs(difference)) AS off,
         avg(abs(error)) AS mean, error,
         max(abs(error)) AS worst, kernel, wp, figure, modelled,
         printf('%d of %d', sum(inside_bounds), count(inside_bounds)) AS inside
  FROM named
  GROUP BY name, confidence
)
SELECT name AS "column", confidence, compared AS "rows", as_printed AS "as printed",
       printf('%.2f', off) AS "mean distance", printf('%.2f', 100 * mean) AS "mean %", printf('%+.1f', 100 * error) AS "worst %",
       iif(worst = 0, '', printf('`%s` %d: %.15g, modelled %.4g', kernel, wp, figure, modelled)) AS "the worst row",
       inside AS "inside bounds"
FROM summary
ORDER BY instr('SW BXW N*R N*W I/el /itr', substr(name, 1, 3)), name, instr('exact good poor', confidence);

.print
.print ## Rows outside of their bounds
.print
.print Instructions are left out: but for `norm_base`, the figures are those of another source.
.print
SELECT printf('%d of the other rows.', count(*)) AS "Outside" FROM compared
WHERE NOT inside_bounds AND "column" NOT IN ('I/el', '/itr');
.print
SELECT printf('`%s`', kernel) AS kernel, wp, "column", figure AS printed, printf('%.4g', modelled) AS modelled,
       printf('%.4g to %.4g', lower, upper) AS bounds, confidence
FROM compared
WHERE NOT inside_bounds AND "column" NOT IN ('I/el', '/itr')
ORDER BY "column", kernel, wp;

.print
.print ## Appendix: all rows
.print
.print Printed, modelled and, where they do not meet, the bounds; `?` marks poor confidence.
.print
WITH cells AS (
  SELECT kernel, wp, "column",
         printf('%.15g / %.4g', figure, modelled) || iif(lower < upper, printf(' (%.4g to %.4g)', lower, upper), '')
           || iif(confidence = 'poor', ' ?', '') AS cell
  FROM compared
)
SELECT printf('`%s`', kernel) AS kernel, wp,
       max(cell) FILTER (WHERE "column" = 'SW') AS "SW",
       max(cell) FILTER (WHERE "column" = 'BXW') AS "BXW",
       max(cell) FILTER (WHERE "column" = 'N*R') AS "N*R",
       max(cell) FILTER (WHERE "column" = 'N*W') AS "N*W",
       max(cell) FILTER (WHERE "column" IN ('I/el', '/itr')) AS "I/el, /itr"
FROM cells
GROUP BY kernel, wp
ORDER BY kernel, wp;
