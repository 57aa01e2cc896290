# Of method.cu's CSV: per variant its medians over those of variant `nvbench`, the lowest, median and highest of all
# points, and those of the four points where `warpledger` is furthest from it.
BEGIN { FS = ","; shown = 4 }
NR == 1 { next }
{
  point = sprintf("%s %d, %d", $2, $3, $4)
  if (!($1 in seen)) { seen[$1]; variants[++v] = $1 }
  if ($1 == "nvbench") points[++p] = point
  ns[$1, point] = $6
  clock_mhz[$1] += $7
}
function ratio(variant, point) { return ns[variant, point] / ns["nvbench", point] }
function distance(point,   d) { d = ratio("warpledger", point) - 1; return d < 0 ? -d : d }
function furthest_first(   i, j, swapped) {
  for (i = 1; i <= p; i++)
    for (j = i + 1; j <= p; j++)
      if (distance(points[j]) > distance(points[i])) { swapped = points[i]; points[i] = points[j]; points[j] = swapped }
}
function row(variant,   i, j, line, r) {
  for (i = 1; i <= p; i++) {  # insertion sort
    for (j = i; j > 1 && r[j - 1] > ratio(variant, points[i]); j--) r[j] = r[j - 1]
    r[j] = ratio(variant, points[i])
  }
  line = sprintf("| %s | %.3f | %.3f | %.3f |", variant, r[1], (r[int((p + 1) / 2)] + r[int(p / 2) + 1]) / 2, r[p])
  line = line (clock_mhz[variant] > 0 ? sprintf(" %.0f |", clock_mhz[variant] / p) : " |")
  for (i = 1; i <= shown; i++) line = line sprintf(" %.3f |", ratio(variant, points[i]))
  print line
}
END {
  furthest_first()
  if (p < shown) shown = p
  printf "| variant | lowest | median | highest | clock, MHz |"
  for (i = 1; i <= shown; i++) printf " %s: %.2f µs |", points[i], ns["nvbench", points[i]] / 1e3
  printf "\n| --- | ---: | ---: | ---: | ---: |"
  for (i = 1; i <= shown; i++) printf " ---: |"
  print ""
  for (i = 1; i <= v; i++) row(variants[i])
}
