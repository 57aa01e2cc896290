// Looks at printed pages in Chromium. pages/test/run prints them into the folder $PAGES_FOLDER.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"];
const PAGES = ["assignment", "all-plots", "history"];
const PHONE = { width: 375, height: 800 };

let browser;
before(async () => { browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS }); });
after(() => browser?.close());

const addressOf = (name) => `file://${process.env.PAGES_FOLDER}/${name}.html`;

/** A page in a browser context of its own, with all that it asked for and said. */
async function opened(name, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options });
  const seen = { page, requests: [], messages: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("console", (message) => seen.messages.push(message.text()));
  page.on("pageerror", (error) => seen.messages.push(error.message));
  await page.goto(addressOf(name), { waitUntil: "load" });
  await page.waitForTimeout(200);  // for what observers of sizes draw again
  return seen;
}

/** The figure under a caption, and how many shapes of a kind of mark are drawn in it. */
const figureOf = (page, caption) => page.locator("figure", { has: page.getByText(caption, { exact: true }) });
const shapes = (figure, mark, shape) => figure.locator(`.canvas > svg g[aria-label="${mark}"] ${shape}`).count();

/** The texts in a column of a table. */
const column = (table, index) => table.locator(`tbody tr td:nth-child(${index})`).allTextContents();

for (const name of PAGES) {
  test(`${name} asks for nothing but itself and says nothing to the console`, async () => {
    const { page, requests, messages } = await opened(name);
    assert.deepEqual(requests.filter((address) => !address.startsWith("data:")), [addressOf(name)]);
    assert.deepEqual(messages, []);
    await page.close();
  });

  test(`${name} does not scroll sideways on a phone`, async () => {
    const { page } = await opened(name, { viewport: PHONE });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
    const svgs = await page.locator(".canvas > svg").evaluateAll((all) => all.map((svg) => svg.clientWidth));
    assert.ok(svgs.length > 0 && svgs.every((width) => width <= PHONE.width), String(svgs));
    await page.close();
  });

  test(`${name} draws every figure that has data`, async () => {
    const { page } = await opened(name);
    const figures = page.locator('figure:has(> script[type="application/json"])');
    assert.ok(await figures.count() > 0);
    for (const figure of await figures.all())
      assert.ok(await figure.locator(".canvas > svg path, .canvas > svg rect").count() > 0, await figure.innerText());
    await page.close();
  });

  test(`${name} can be printed`, async () => {
    const { page } = await opened(name);
    const pdf = await page.pdf({ format: "A4" });
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".scroll").first().evaluate((box) => getComputedStyle(box).overflowX), "visible");
    await page.close();
  });
}

test("the policy forbids the network", async () => {
  const { page } = await opened("all-plots");
  const refused = await page.evaluate(() => new Promise((resolve) => {
    document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
    document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:9/x.png" }));
    setTimeout(() => resolve("nothing was refused"), 2000);
  }));
  assert.equal(refused, "img-src");
  await page.close();
});

test("names of kernels and HTML in prose are inert", async () => {
  const { page } = await opened("all-plots");
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.equal(await page.getByText("<script>window.broken = 1</script>").count(), 2);  // a key and a cell
  assert.equal(await page.locator("figcaption b, h1 i").count(), 0);
  await page.close();
});

test("lines of modelled numbers are dotted and their points hollow, others are not", async () => {
  const { page } = await opened("all-plots");
  for (const [heading, modelled] of [["Conflicts, d_l 4 <b>", true], ["Launches", false]]) {
    const figure = figureOf(page, heading);
    assert.equal(await shapes(figure, "line", "path"), 2);
    assert.equal(await shapes(figure, "dot", ":is(path, circle)"), 6);
    const dotted = await figure.locator('.canvas > svg g[aria-label="line"][stroke-dasharray]').count();
    const hollow = await figure.locator('.canvas > svg g[aria-label="dot"][fill="var(--paper)"]').count();
    assert.deepEqual([dotted, hollow], modelled ? [2, 2] : [0, 0]);
    assert.equal(/modelled, not measured/.test(await figure.locator(".keys").innerText()), modelled);
  }
  await page.close();
});

test("every kind of plot has a shape for each of its rows", async () => {
  const { page } = await opened("all-plots");
  const roofs = figureOf(page, "Roofs");
  assert.equal(await shapes(roofs, "dot", ":is(path, circle)"), 3);
  assert.equal(await shapes(roofs, "line", "path"), 2);
  assert.deepEqual(await roofs.locator('g[aria-label="text"] text').allTextContents(), ["link: 1000", "peak: 4000"]);
  assert.deepEqual(await roofs.locator('g[aria-label="y-axis tick label"] text').allTextContents(),
                   ["100", "200", "500", "1000", "2000"]);
  const maps = page.locator('figure:has-text("bytes written to L2")');
  assert.equal(await maps.count(), 2);
  for (const map of await maps.all()) {
    const cells = '.canvas > svg g[aria-label="cell"]';
    assert.equal(await map.locator(`${cells}:not([fill="none"]) rect`).count(), 6);
    assert.equal(await map.locator(`${cells}[stroke-dasharray] rect`).count(), 6);  // the frames of modelled cells
  }
  assert.equal(await shapes(figureOf(page, "Samples"), "tick", "line"), 18 + 6);  // and six medians
  const history = figureOf(page, "History");
  assert.equal(await shapes(history, "dot", ":is(path, circle)"), 3);
  assert.equal(await shapes(history, "rule", "line"), 2);
  assert.deepEqual(await history.locator("ol li").allTextContents(),
                   ["2026-01-05, change: slower by 12 %", "2026-01-09, note: new driver"]);
  await page.close();
});

test("a point says its values when it is pointed at", async () => {
  const { page } = await opened("all-plots");
  const figure = figureOf(page, "Roofs");
  await figure.locator('.canvas > svg g[aria-label="dot"] circle, .canvas > svg g[aria-label="dot"] path').nth(1).hover();
  const words = figure.locator('g[aria-label="tip"]');
  await words.locator("text").waitFor();
  assert.match(await words.textContent(), /op\/B: 1\.00.*Gop\/s: 400/);
  await page.close();
});

test("a series can be switched off and on", async () => {
  const { page } = await opened("all-plots");
  const figure = figureOf(page, "Conflicts, d_l 4 <b>");
  const key = figure.getByRole("button", { name: "norm_group" });
  await key.click();
  assert.equal(await key.getAttribute("aria-pressed"), "false");
  assert.equal(await shapes(figure, "line", "path"), 1);
  await key.click();
  assert.equal(await shapes(figure, "line", "path"), 2);
  await page.close();
});

test("a click on a heading sorts by number, the next one the other way, and absent cells stay last", async () => {
  const { page } = await opened("all-plots");
  const table = page.locator("h3", { hasText: "A table to sort" }).locator("xpath=following::table[1]");
  const number = table.getByRole("columnheader", { name: "number", exact: true });
  await number.getByRole("button").click();
  assert.equal(await number.getAttribute("aria-sort"), "ascending");
  assert.deepEqual(await column(table, 2), ["-2", "9", "10", "10", "-"]);
  assert.deepEqual(await column(table, 1), ["d", "b", "a", "e", "c"]);
  await number.getByRole("button").press("Enter");
  assert.equal(await number.getAttribute("aria-sort"), "descending");
  assert.deepEqual(await column(table, 2), ["10", "10", "9", "-2", "-"]);
  assert.deepEqual(await column(table, 1), ["a", "e", "b", "d", "c"]);  // equal rows keep their order
  await table.getByRole("columnheader", { name: "other" }).getByRole("button").click();
  assert.deepEqual(await column(table, 1), ["a", "b", "d", "e", "c"]);
  assert.equal(await number.getAttribute("aria-sort"), null);
  await table.getByRole("columnheader", { name: "place" }).getByRole("button").click();
  assert.deepEqual(await column(table, 4), ["1", "2=", "2=", "10", "11"]);  // not as letters, "10" first
  await page.close();
});

test("a history marks where its level changed, and says by how much", async () => {
  const { page } = await opened("history");
  const marks = await page.locator("figure").first().locator("li").allTextContents();
  assert.match(marks.join("\n"), /2026-05-25, change: 360 -> 403.3 .*\n.*2026-07-13, change: 403.3 -> 360.3/);
  assert.doesNotMatch(await page.locator("body").innerText(), /Modelled by/);
  await page.close();
});

test("a history names its axes and gives each run one line with aligned decimals", async () => {
  for (const viewport of [{ width: 1100, height: 900 }, PHONE]) {
    const { page } = await opened("history", { viewport });
    assert.deepEqual(await page.locator("figure").first().locator(".axis").allTextContents(), ["↑ time, µs", "→ began (UTC)"]);
    const table = page.locator("table").first();
    const dates = await column(table, 1);
    assert.ok(dates.every((date) => /^\d{4}-\d\d-\d\d$/.test(date)), dates[0]);
    assert.ok((await column(table, 4)).every((time) => /^\d+\.\d$/.test(time)));
    const lines = await table.locator("tbody td:first-child").evaluateAll((cells) => cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }));
    assert.ok(lines.every((count) => count === 1), String(lines));
    await page.close();
  }
});

test("a phone shows all of the notice that a host's times are no GPU's", async () => {
  const { page } = await opened("assignment", { viewport: PHONE });
  const notice = page.locator("pre", { hasText: "This ran on the host." });
  assert.ok(await notice.evaluate((box) => box.scrollWidth <= box.clientWidth));
  await page.close();
});
