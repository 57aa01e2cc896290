// Draws every figure of the page from the JSON in it, and its keys and labels as text of the page.
"use strict";

(() => {
  const PAPER_WIDTH = 680;  // pixels of an A4 sheet between its margins (page.css)

  /** How each kind of plot shows a modelled number. */
  const SIGNS = {
    line: "○ and dotted",
    roofline: "○",
    heatmap: "~ and broken frame",
    samples: "(modelled)",
    history: "○ and dotted",
  };

  function element(name, attributes = {}, ...children) {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...children);
    return made;
  }

  /** "t/µs: time of a launch, µs"; the name alone where that is all. */
  function axisLabel(about, sign) {
    const words = about.name === about.label ? about.label : `${about.name}: ${about.label}`;
    return `${sign} ${words}${about.log ? " (logarithmic)" : ""}`;
  }

  /** A trace's line and marker, small. */
  function swatch(trace) {
    const fill = trace.modelled ? "var(--paper)" : trace.colour;
    const dot = Plot.dot([[14, 7]], { symbol: trace.symbol, stroke: trace.colour, fill, r: 3.5, strokeWidth: 1.5 });
    const stroke = Plot.line([[1, 7], [27, 7]], { stroke: trace.colour, strokeDasharray: trace.modelled ? "2,3" : null });
    return Plot.plot({ width: 28, height: 14, margin: 0, axis: null, x: { domain: [0, 28] }, y: { domain: [14, 0] },
                       marks: [stroke, dot] });
  }

  /** One figure; `hidden` are the series that its reader has switched off. */
  class Figure {
    constructor(figure, source) {
      this.data = JSON.parse(source.textContent);
      this.traces = tracesOf(this.data.rows);
      this.hidden = new Set();
      this.keys = element("ul", { className: "keys" });
      this.canvas = element("div", { className: "canvas" });
      this.caption = figure.querySelector("figcaption")?.textContent ?? "";
      source.after(this.keys, ...this.labelled(), ...this.events());
      this.addKeys();
      this.width = 0;
      new ResizeObserver(() => this.draw(false)).observe(this.canvas);
      this.draw(true);
    }

    /** The canvas between the labels of its axes. */
    labelled() {
      const { kind, x, y, value, category } = this.data;
      const [across, up] = kind === "samples" ? [value, category] : [x, y];
      const parts = [
        element("p", { className: "axis" }, axisLabel(up, "↑")),
        this.canvas,
        element("p", { className: "axis below" }, axisLabel(across, "→")),
      ];
      if (kind === "heatmap") parts.unshift(element("p", { className: "axis" }, axisLabel(value, "■")));
      return parts;
    }

    /** What the numbered marks of a history stand for. */
    events() {
      if (this.data.events.length === 0) return [];
      const day = (event) => new Date(event.x).toISOString().slice(0, 10);
      return [element("ol", { className: "note" }, ...this.data.events.map((event) =>
        element("li", {}, `${day(event)}, ${event.role}: ${event.text}`)))];
    }

    addKeys() {
      const add = (...parts) => this.keys.append(element("li", {}, ...parts));
      if (this.data.series) {
        add(`${this.data.series.name}:`);
        for (const [name, traces] of d3.groups(this.traces, (trace) => trace.series)) add(this.seriesKey(name, traces));
      }
      if (this.data.rows.some((row) => row.source)) add(`${SIGNS[this.data.kind]}: modelled, not measured`);
    }

    seriesKey(name, traces) {
      const button = element("button", { type: "button", title: "show or hide" }, ...traces.map(swatch), name);
      button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        const shown = this.hidden.delete(name);
        if (!shown) this.hidden.add(name);
        button.setAttribute("aria-pressed", String(shown));
        this.draw(true);
      });
      return button;
    }

    /** Draws as wide as there is room, unless that is what stands there already. */
    draw(changed, width = this.canvas.clientWidth) {
      if (width === 0 || (!changed && width === this.width)) return;
      this.width = width;
      const shown = this.traces.filter((trace) => !this.hidden.has(trace.series));
      const { scaleOfValues, ...options } = PLOT_KINDS[this.data.kind](this.data, shown, width);
      const plot = Plot.plot({ width, marginLeft: 60, marginRight: 24, style: { fontSize: "12px" },
                               ariaLabel: this.caption || null, ...options,
                               marks: [...logAxes(options), ...options.marks] });
      const scale = scaleOfValues ? [Plot.legend({ color: scaleOfValues, width: Math.min(width, 300), marginLeft: 8, marginRight: 16 })] : [];
      this.canvas.replaceChildren(...scale, plot);
    }
  }

  const sources = document.querySelectorAll('figure > script[type="application/json"]');
  const figures = Array.from(sources, (source) => new Figure(source.parentElement, source));
  /** For pages that make their figures when they are asked for. */
  window.drawFigure = (figure, source) => { figures.push(new Figure(figure, source)); };
  // Drawn for a sheet of paper, not shrunk to it, so that the words in it can be read.
  window.addEventListener("beforeprint", () => figures.forEach((figure) => figure.draw(true, PAPER_WIDTH)));
  window.addEventListener("afterprint", () => figures.forEach((figure) => figure.draw(true)));
})();
