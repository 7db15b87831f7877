// Measures the time until a page shows a body, in Chromium with software WebGL. The browser has drawn another page before, and each run has a new profile.
//     page.mjs POSED RUNS     CSV of milliseconds from navigation
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";

const { chromium } = createRequire(new URL("../../tests/browser/package.json", import.meta.url))("playwright-core");
const [posed, runs = 5] = process.argv.slice(2), { CHROMIUM = "/usr/bin/chromium" } = process.env;
const SEEN = ["response", "first-contentful-paint", "script", "context", "view", "rig", "body", "picture"]; // the poster is painted first; then marks of web/src, in their order

function start() {
  const daemon = spawn(posed, ["--config", "/dev/null", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    let said = "";
    daemon.stdout.on("data", (data) => {
      said += data;
      const [, port] = said.match(/^posed listening on .*:(\d+)$/m) ?? [];
      if (port) resolve({ daemon, port });
    });
    daemon.on("exit", () => reject(new Error("posed ended")));
  });
}

async function once(port) {
  const profile = mkdtempSync(`${tmpdir()}/posed-bench-`);
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, viewport: { width: 960, height: 600 }, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"] });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(120000);
    await page.goto("data:text/html,<p>a browser that has drawn something");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 1000)))));
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("picture").length);
    return await page.evaluate(() => Object.fromEntries([["response", performance.getEntriesByType("navigation")[0].responseEnd], ...[...performance.getEntriesByType("paint"), ...performance.getEntriesByType("mark")].map((m) => [m.name, m.startTime])]));
  } finally {
    await Promise.race([context.close(), new Promise((done) => setTimeout(done, 10000))]);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const { daemon, port } = await start();
const all = [];
for (let i = 0; i < Number(runs); i++) all.push(await once(port));
const middle = (name) => all.map((run) => run[name] ?? NaN).sort((a, b) => a - b)[Math.floor(all.length / 2)];
for (const name of SEEN) console.log(`first_mesh,${name},1,${middle(name).toFixed(0)}`);
console.log(`first_mesh,best,1,${Math.min(...all.map((run) => run.picture)).toFixed(0)}`);
daemon.removeAllListeners("exit");
daemon.kill("SIGTERM");
process.exit(0);
