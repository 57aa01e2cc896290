// Looks at the page of a class in Chromium. pages/test/run grades docs/example into the folder $PAGES_FOLDER/class/grades.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"];
const PAGE = `file://${process.env.PAGES_FOLDER}/class/grades/class.html`;
const WIDE = { width: 1200, height: 900 }, PHONE = { width: 375, height: 800 };
const ROWS = "#class tbody > tr";

let browser;
before(async () => { browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS }); });
after(() => browser?.close());

async function opened(options = {}) {
  const page = await browser.newPage({ viewport: WIDE, ...options });
  page.setDefaultTimeout(120_000);  // a browser beside builds is slow
  await page.goto(PAGE, { waitUntil: "load" });
  return page;
}

test("the class page asks for nothing and says nothing to the console", async () => {
  const page = await browser.newPage({ viewport: WIDE });
  const requests = [], messages = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await page.goto(PAGE, { waitUntil: "load" });
  assert.deepEqual(requests, [PAGE]);
  assert.deepEqual(messages, []);
  await page.close();
});

test("the field filters submissions by all words that are typed", async () => {
  const page = await opened();
  const field = page.locator("input[data-filters]");
  await field.fill("BEN");
  assert.deepEqual(await page.locator(`${ROWS}:visible td:first-child`).allTextContents(), ["ben"]);
  assert.match(await page.locator(".filter output").textContent(), /^1 of 4$/);
  await field.fill("");
  assert.equal(await page.locator(`${ROWS}:visible`).count(), 4);
  await page.close();
});

test("a click on a heading of the class sorts it, and of the rules only them", async () => {
  const page = await opened();
  const names = () => page.locator(`${ROWS} td:first-child`).allTextContents();
  const before = await names();
  await page.locator("table").first().locator("tr.headings th").first().click();
  assert.deepEqual(await names(), before);
  await page.locator("#class tr.headings th", { hasText: "submission" }).click();
  await page.locator("#class tr.headings th", { hasText: "submission" }).click();
  assert.deepEqual(await names(), [...before].reverse());
  await page.close();
});

test("a name leads to that student's page", async () => {
  const page = await opened();
  await page.locator(`${ROWS} a`, { hasText: "carla" }).click();
  await page.waitForURL(/students\/carla\/index\.html$/);
  assert.match(await page.locator("body").textContent(), /carla/);
  await page.close();
});

test("bars of a distribution hold all submissions, and each rule has its rate", async () => {
  const page = await opened();
  const counts = await page.locator(".histogram").first().locator("text.count").allTextContents();
  assert.equal(counts.reduce((sum, count) => sum + Number(count), 0), 4);
  const rules = page.locator("table").first().locator("tbody > tr");
  assert.equal(await rules.count(), await rules.locator(".shares").count());
  assert.ok(await rules.count() >= 3);
  await page.close();
});

test("the class page does not scroll sideways on a phone, and reads without scripts", async () => {
  const phone = await opened({ viewport: PHONE });
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  await phone.close();
  const plain = await opened({ javaScriptEnabled: false });
  assert.equal(await plain.locator(`${ROWS}:visible`).count(), 4);
  assert.equal(await plain.locator(".filter:visible").count(), 0);
  await plain.close();
});
