// How each kind of plot looks, as options of Observable Plot. A kind gets the data that report/plot_data.h describes,
// the traces that are to be seen, and the width in pixels.
"use strict";

// Okabe and Ito's colours, which colour-blind people can tell apart, without those that vanish on white or on black.
const PALETTE = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8c8c8c"];
const SYMBOLS = ["circle", "square", "triangle", "diamond"];

/**
 * The rows of each series, the measured apart from the modelled: one line never joins the two. A series keeps its
 * colour and symbol whatever else is shown.
 */
function tracesOf(rows) {
  const order = Array.from(new Set(rows.map((row) => row.series ?? "")));
  const traces = d3.groups(rows, (row) => row.series ?? "", (row) => row.source !== "");
  return traces.flatMap(([series, byBasis]) =>
    byBasis.map(([modelled, own]) => ({
      series,
      modelled,
      colour: PALETTE[order.indexOf(series) % PALETTE.length],
      symbol: SYMBOLS[Math.floor(order.indexOf(series) / PALETTE.length) % SYMBOLS.length],
      rows: d3.sort(own, (row) => row.x),
    })));
}

/** Filled where measured, hollow where modelled. */
function dots(trace) {
  const look = { x: "x", y: "y", symbol: trace.symbol, stroke: trace.colour, r: 3.5, strokeWidth: 1.5 };
  return [Plot.dot(trace.rows, { ...look, fill: trace.modelled ? "var(--paper)" : trace.colour })];
}

function line(trace) {
  const dashes = trace.modelled ? "2,3" : null;
  return Plot.line(trace.rows, { x: "x", y: "y", stroke: trace.colour, strokeDasharray: dashes, strokeWidth: 1.5 });
}

/** A label in words at the nearest point. */
function tip(rows, channels) {
  return Plot.tip(rows, Plot.pointer({ ...channels, title: "tip", fill: "var(--paper)", lineHeight: 1.3 }));
}

function shownRows(traces) {
  return traces.flatMap((trace) => trace.rows);
}

/**
 * The ticks of a logarithmic axis: where the data are, as long as they are few (warps are 1, 2, 4, ...), else at 1, 2
 * and 5 of each decade, or at the decades alone when there are many.
 */
function logTicks(values) {
  const distinct = d3.sort(new Set(values));
  if (distinct.length > 2 && distinct.length <= 8) return distinct;
  const [least, most] = d3.extent(distinct);
  const steps = most / least < 1e3 ? [1, 2, 5] : [1];
  const decades = d3.range(Math.floor(Math.log10(least)), Math.ceil(Math.log10(most)) + 1);
  return decades.flatMap((decade) => steps.map((step) => step * 10 ** decade))
    .filter((tick) => tick >= least && tick <= most);
}

function axis(about, values) {
  const options = { label: null, grid: true, inset: 6 };
  if (!about.log) return { ...options, type: "linear", nice: true };
  return { ...options, type: "log", ticks: logTicks(values), axis: null };  // logAxes draws it
}

/** Logarithmic axes with a label at every tick; those that scales make by themselves leave some out. */
function logAxes(options) {
  const labels = { text: d3.format("~g"), label: null };
  return [
    ...(options.x.type === "log" ? [Plot.axisX(options.x.ticks, labels)] : []),
    ...(options.y.type === "log" ? [Plot.axisY(options.y.ticks, labels)] : []),
  ];
}

function linePlot(data, traces, width) {
  const rows = shownRows(traces);
  const y = axis(data.y, rows.map((row) => row.y));
  return {
    height: Math.min(380, 170 + width * 0.25),
    x: axis(data.x, rows.map((row) => row.x)),
    y: { ...y, zero: !data.y.log },
    marks: [...traces.map(line), ...traces.flatMap(dots), tip(rows, { x: "x", y: "y" })],
  };
}

/** The lines of the limits: a slope rises to the highest roof; a roof begins where the steepest slope meets it. */
function limitLines(limits, [left, right]) {
  const roofs = limits.filter((limit) => limit.role === "roof");
  const slopes = limits.filter((limit) => limit.role === "slope");
  const highest = d3.max(roofs, (roof) => roof.value) ?? Infinity;
  const steepest = d3.max(slopes, (slope) => slope.value);
  return [
    ...d3.sort(slopes, (slope) => -slope.value).map((slope) => {
      const end = Math.min(right, highest / slope.value);
      return { ...slope, from: [left, left * slope.value], to: [end, end * slope.value] };
    }),
    ...roofs.map((roof) => {
      const start = steepest ? Math.max(left, roof.value / steepest) : left;
      return { ...roof, from: [start, roof.value], to: [right, roof.value] };
    }),
  ];
}

/** A limit's name: at the right end of a roof, over the highest and under the others; slopes under their left ends. */
function limitName(limit, index, limits) {
  const isRoof = limit.role === "roof";
  const highestRoof = d3.max(limits, (own) => (own.role === "roof" ? own.value : 0));
  return Plot.text([limit], {
    x: (own) => (isRoof ? own.to : own.from)[0],
    y: (own) => (isRoof ? own.to : own.from)[1],
    text: "name",
    textAnchor: isRoof ? "end" : "start",
    dx: isRoof ? 0 : 14,
    dy: isRoof ? (limit.value === highestRoof ? -8 : 10) : 8 + 13 * index,
    stroke: "var(--paper)",
    strokeWidth: 4,
    fill: "currentColor",
  });
}

function rooflinePlot(data, traces, width) {
  const rows = shownRows(traces);
  const [least, most] = d3.extent(data.rows, (row) => row.x);
  const ridges = data.limits.filter((limit) => limit.role === "slope").flatMap((slope) =>
    data.limits.filter((limit) => limit.role === "roof").map((roof) => roof.value / slope.value));
  const domain = [least / 3, Math.max(most * 3, ...ridges.map((ridge) => ridge * 3))];
  const lines = limitLines(data.limits, domain);
  const heights = d3.extent([...data.rows.map((row) => row.y), ...lines.flatMap((own) => [own.from[1], own.to[1]])]);
  return {
    height: Math.min(460, 220 + width * 0.3),
    x: { ...axis({ log: true }, domain), domain },
    y: { ...axis({ log: true }, heights), domain: [heights[0] / 3, heights[1] * 1.5] },
    marks: [
      ...lines.map((limit) => Plot.line([limit.from, limit.to], { stroke: "currentColor", strokeWidth: 1.5 })),
      ...lines.map(limitName),
      ...traces.flatMap(dots),
      tip(rows, { x: "x", y: "y" }),
    ],
  };
}

/** The places along an axis of a heat map: numbers by size, texts in the order of the rows. */
function placesOf(values) {
  const places = Array.from(new Set(values));
  return places.every((place) => typeof place === "number") ? d3.sort(places) : places;
}

/** Room for the names on an axis, at most two fifths of the width; longer names end in dots. */
function namesOn(names, width) {
  const longest = Math.floor((width * 0.4) / 7);
  const shorten = (name) => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name);
  const room = 16 + 7 * Math.min(longest, d3.max(names, (name) => String(name).length));
  return { room, tickFormat: (name) => shorten(String(name)) };
}

function heatmapPlot(data, traces, width) {
  const rows = shownRows(traces);
  const columns = placesOf(data.rows.map((row) => row.x));
  const lines = placesOf(data.rows.map((row) => row.y));
  const names = namesOn(lines, width);
  const colour = { type: data.value.log ? "log" : "linear", scheme: "cividis", label: null,
                   domain: d3.extent(data.rows, (row) => row.value) };
  const scale = (data.value.log ? d3.scaleLog() : d3.scaleLinear()).domain(colour.domain);
  const cellWidth = (width - names.room) / columns.length;
  const place = { x: "x", y: "y" };
  return {
    height: 50 + 28 * lines.length,
    marginLeft: names.room,
    padding: 0,
    x: { type: "band", domain: columns, label: null, tickFormat: String },
    y: { type: "band", domain: typeof lines[0] === "number" ? lines.reverse() : lines, label: null,
         tickFormat: names.tickFormat },
    color: colour,
    scaleOfValues: colour,
    marks: [
      Plot.cell(rows, { ...place, fill: "value", inset: 0.5 }),
      Plot.cell(rows.filter((row) => row.source), { ...place, stroke: "var(--paper)", strokeDasharray: "3,2", inset: 2 }),
      ...(cellWidth < 40 ? [] : [Plot.text(rows, {
        ...place, text: "words", fill: (row) => (scale(row.value) < 0.55 ? "white" : "black") })]),
      tip(rows, place),
    ],
  };
}

function samplesPlot(data, traces, width) {
  const category = (row) => row.category + (row.source ? " (modelled)" : "");
  const rows = shownRows(traces);
  const categories = Array.from(new Set(rows.map(category)));
  const names = namesOn(categories, width);
  return {
    height: 50 + 34 * categories.length,
    marginLeft: names.room,
    x: axis(data.value, rows.map((row) => row.value)),
    y: { label: null, domain: categories, tickFormat: names.tickFormat },
    marks: [
      Plot.boxX(rows, { x: "value", y: category, fill: "var(--line)", r: 0 }),
      Plot.tickX(rows, { x: "value", y: category, stroke: PALETTE[0], strokeOpacity: 0.6, inset: 6 }),
      tip(rows, { x: "value", y: category }),
    ],
  };
}

function historyPlot(data, traces, width) {
  const date = (row) => new Date(row.x);
  const dated = traces.map((trace) => ({ ...trace, rows: trace.rows.map((row) => ({ ...row, x: date(row) })) }));
  const marks = data.events.map((event, index) => ({ ...event, x: date(event), number: String(index + 1) }));
  const look = { change: { stroke: "#d55e00" }, note: { stroke: "currentColor", strokeDasharray: "4,3" } };
  return {
    height: Math.min(340, 170 + width * 0.25),
    marginTop: 28,
    marginBottom: 36,  // the year stands below the month
    x: { type: "utc", label: null, grid: true, inset: 6 },
    y: axis(data.y, data.rows.map((row) => row.y)),
    marks: [
      ...Object.entries(look).map(([role, options]) =>
        Plot.ruleX(marks.filter((mark) => mark.role === role), { x: "x", ...options })),
      Plot.text(marks, { x: "x", text: "number", frameAnchor: "top", dy: -14, fontWeight: "bold" }),
      ...dated.map(line),
      ...dated.flatMap(dots),
      tip(shownRows(dated), { x: "x", y: "y" }),
    ],
  };
}

const PLOT_KINDS = {
  line: linePlot,
  roofline: rooflinePlot,
  heatmap: heatmapPlot,
  samples: samplesPlot,
  history: historyPlot,
};
