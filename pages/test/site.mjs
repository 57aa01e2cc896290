// Looks at a site in Chromium, from its files. pages/test/run writes it into the folder $PAGES_FOLDER/public.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"];
const SITE = `${process.env.PAGES_FOLDER}/public`;
const WIDE = { width: 1200, height: 900 }, PHONE = { width: 375, height: 800 };

let browser;
before(async () => { browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS }); });
after(() => browser?.close());

/** The first page of a folder whose text has `words`. */
function pageWith(folder, words) {
  const name = readdirSync(`${SITE}/${folder}`).find((file) => readFileSync(`${SITE}/${folder}/${file}`, "utf8").includes(words));
  assert.ok(name, words);
  return `${folder}/${name}`;
}

const PAGES = {
  index: () => "index.html",
  runs: () => "runs.html",
  experiment: () => pageWith("experiments", "norm-weekly"),
  group: () => pageWith("groups", "norm_base on made-up GPU D"),
  comparison: () => pageWith("runs", "the previous run"),
};

async function opened(name, options = {}) {
  const page = await browser.newPage({ viewport: WIDE, ...options });
  page.setDefaultTimeout(120_000);  // a browser beside builds is slow
  const seen = { page, requests: [], messages: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("console", (message) => seen.messages.push(message.text()));
  page.on("pageerror", (error) => seen.messages.push(error.message));
  await page.goto(`file://${SITE}/${name}`, { waitUntil: "load" });
  await page.waitForTimeout(200);
  return seen;
}

for (const [name, path] of Object.entries(PAGES)) {
  test(`the ${name} page asks for the site's own files alone and says nothing to the console`, async () => {
    const { page, requests, messages } = await opened(path());
    assert.ok(requests.length >= 3);
    assert.deepEqual(requests.filter((address) => !address.startsWith(`file://${SITE}/`)), []);
    assert.deepEqual(messages, []);
    await page.close();
  });

  test(`the ${name} page does not scroll sideways on a phone`, async () => {
    const { page } = await opened(path(), { viewport: PHONE });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
    await page.close();
  });

  test(`the ${name} page is small and has its style, by day and by night`, async () => {
    assert.ok(statSync(`${SITE}/${path()}`).size < 500_000);
    for (const [colorScheme, paper] of [["light", "rgb(255, 255, 255)"], ["dark", "rgb(20, 23, 27)"]]) {
      const { page } = await opened(path(), { colorScheme });
      assert.equal(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor), paper);
      await page.close();
    }
  });
}

test("the first page leads from what failed to its runs", async () => {
  const { page, messages } = await opened("index.html");
  assert.equal(await page.locator("h1").innerText(), "14 series changed since 2026-10-17: 2 FAILING, 8 SLOWER, 4 SUSPECTED SLOWER");
  const worst = page.locator("tbody tr").first();
  assert.match(await worst.innerText(), /FAILING[\s\S]*made-up GPU F[\s\S]*ok -> incorrect/);
  await worst.getByRole("link").click();
  const line = page.locator("details.series[open]");
  await line.first().waitFor({ state: "attached" });
  assert.equal(await line.count(), 1);
  await line.getByText("156 runs").click();
  assert.match(await line.locator("tbody tr").first().innerText(), /2026-11-16 05:00:00.*incorrect/s);
  assert.deepEqual(messages, []);
  await page.close();
});

test("a line opens to its plot, with what is said of a run in one mark", async () => {
  const { page } = await opened(PAGES.group());
  const line = page.locator("details.series").first();
  assert.equal(await line.locator("figure").count(), 0);
  await line.locator("summary").click();
  await line.locator('.canvas > svg g[aria-label="dot"]').first().waitFor({ state: "attached" });
  assert.ok(await line.locator('.canvas > svg g[aria-label="dot"] :is(path, circle)').count() >= 156);
  assert.equal(await line.locator('.canvas > svg g[aria-label="rule"] line').count(), 3);
  const said = await line.locator("ol li").allTextContents();
  assert.equal(said.length, 3);
  assert.match(said[2], /2026-11-16, note: SUSPECTED .*; driver 590.12 -> 595.40/);
  await page.close();
});

test("what changed is readable without scripts", async () => {
  const { page } = await opened("index.html", { javaScriptEnabled: false });
  assert.ok(await page.locator("td .badge").count() > 10);
  assert.ok(await page.locator("td svg.spark").first().isVisible());
  await page.close();
});

test("a name is shown as it is", async () => {
  const { page } = await opened("index.html");
  assert.equal(await page.locator("nav").getByText("<b>Lab</b>").count(), 1);
  await page.close();
});
