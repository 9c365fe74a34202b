// Opens pages in headless Chromium: `node check.mjs CHROMIUM PAGE...`. Fails if a page writes to the console, asks for
// anything, has a violation of axe-core in light or dark mode, is wider than a phone, or takes more than 2 MB. With
// PICTURES=DIR it keeps a picture of each page at three widths, of its top, and of its print.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [chromium, ...files] = process.argv.slice(2);
const widths = [1280, 768, 390];
const problems = [];

const picture = (page, name, fullPage) =>
  page.screenshot({ path: `${process.env.PICTURES}/${name}.webp`, type: "webp", quality: 60, fullPage });

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
for (const file of files) {
  const note = (problem) => problems.push(`${file}: ${problem}`);
  const page = await browser.newPage();
  page.on("console", (message) => note(`console: ${message.text()}`));
  page.on("pageerror", (error) => note(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(resolve(file)).href) note(`asks for ${request.url()}`);
  });
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of widths) {
      await page.setViewport({ width, height: 900 });
      await page.goto(pathToFileURL(resolve(file)).href);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) note(`${overflow} pixels wider than ${width}`);
      if (process.env.PICTURES && scheme === "light") {
        await picture(page, `${basename(file, ".html")}-${width}`, true);
      }
    }
    // The debugger's world is not bound by the page's policy.
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run());
    for (const { id, nodes } of violations) note(`${scheme}: axe: ${id}: ${nodes.map((node) => node.target).join(" ")}`);
  }
  if (process.env.PICTURES) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await page.setViewport({ width: 1000, height: 1000 });
    await picture(page, `${basename(file, ".html")}-top`, false);
    await page.emulateMediaType("print");
    await picture(page, `${basename(file, ".html")}-print`, true);
  }
  const size = statSync(file).size;
  if (size > 2_000_000) note(`${size} bytes`);
  await page.close();
}
await browser.close();
problems.forEach((problem) => console.error(problem));
console.log(`${files.length} pages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
