// Opens the lines of a site's page: draws a series' plot and lists its runs, from the JSON that
// runner/compare/site_series.h describes.
"use strict";

(() => {
  const source = document.getElementById("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);

  function element(name, attributes = {}, ...children) {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...children);
    return made;
  }

  /** "2026-01-05 03:00:00" of UTC as milliseconds since 1970. */
  const momentOf = (text) => Date.parse(`${text.replace(" ", "T")}${text.includes(" ") ? "Z" : "T00:00:00Z"}`);

  const placesOf = (series) => series.runs ?? data.runs.map((_, place) => place);

  /** A series as pages/plots.js draws a history. */
  function plotData(series) {
    const places = placesOf(series);
    const moment = (index) => momentOf(data.runs[places[index]][0]);
    const rows = series.values.flatMap((value, index) => value === null ? [] : [{
      x: moment(index), y: value, source: "",
      tip: `${data.runs[places[index]][0]}\n${data.metric}: ${value}\nrun ${data.runs[places[index]][1]}`,
    }]);
    const byPlace = new Map();  // what is said of one run is one mark of the plot
    for (const role of ["change", "note"])
      for (const [index, text] of series[`${role}s`] ?? []) {
        const mark = byPlace.get(index) ?? { role, x: moment(index), words: [] };
        mark.words.push(data.texts[text].replace(/^CHANGE /, ""));
        byPlace.set(index, mark);
      }
    const events = Array.from(byPlace.values(), ({ role, x, words }) => ({ role, x, text: words.join("; ") }));
    events.sort((a, b) => a.x - b.x);
    return {
      kind: "history", rows, limits: [], events,
      x: { name: "began (UTC)", label: "began (UTC)", log: false }, y: { name: data.metric, label: data.metric, log: false },
    };
  }

  function figureOf(series) {
    const json = element("script", { type: "application/json", textContent: JSON.stringify(plotData(series)) });
    const figure = element("figure", {}, json);
    return { figure, json };
  }

  /** The runs of a series, the newest first. */
  function runsOf(series) {
    const words = new Map(series.failed ?? []);
    const said = new Map();
    for (const [index, text] of [...(series.changes ?? []), ...(series.notes ?? [])])
      said.set(index, [...(said.get(index) ?? []), data.texts[text]]);
    const rows = placesOf(series).map((place, index) => element("tr", {},
      element("td", { className: "short" }, data.runs[place][0]), element("td", {}, element("code", {}, data.runs[place][1])),
      element("td", { className: "number" }, String(series.values[index] ?? words.get(index) ?? "-")),
      element("td", {}, (said.get(index) ?? []).join("; "))));
    const headings = ["began (UTC)", "run", data.metric, "what changed, and notes"];
    const table = element("table", {}, element("thead", {}, element("tr", { className: "headings" },
      ...headings.map((heading) => element("th", {}, heading)))), element("tbody", {}, ...rows.reverse()));
    const box = element("div", { className: "scroll" }, table);
    return element("details", {}, element("summary", {}, `${rows.length} runs`), box);
  }

  function fill(line) {
    if (line.dataset.filled) return;
    line.dataset.filled = "yes";
    const series = data.series[line.id];
    const { figure, json } = figureOf(series);
    line.append(figure, runsOf(series));
    if (window.drawFigure && series.values.some((value) => value !== null)) window.drawFigure(figure, json);
    else figure.remove();
  }

  /** The line that the address names is open. */
  function openTarget() {
    const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (line?.matches("details.series")) {
      line.open = true;
      line.scrollIntoView();
    }
  }

  for (const line of document.querySelectorAll("details.series"))
    line.addEventListener("toggle", () => { if (line.open) fill(line); });
  window.addEventListener("hashchange", openTarget);
  openTarget();
})();
