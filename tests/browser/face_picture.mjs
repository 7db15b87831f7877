// "From a picture" of the avatar maker: portraits of drawn people are chosen as files. Reads the browser's log of requests for pictures.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const { CHROMIUM, BUILD } = process.env,
  SLOW = 120000, // milliseconds
  LARGEST = 60000; // bytes of a request with two pictures' points
let failed = 0;

function check(sentence, good, seen = "") {
  console.log(good ? `ok - ${sentence}` : `not ok - ${sentence}: ${JSON.stringify(seen)}`);
  if (!good) failed = 1;
}

const daemon = spawn(`${BUILD}/posed`, ["--listen", "127.0.0.1:0"], {
  stdio: ["ignore", "pipe", "pipe"],
});
const base = await new Promise((resolve) => {
  let said = "";
  daemon.stderr.resume();
  daemon.stdout.on("data", (data) => {
    said += data;
    const [address] = said.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    if (address) resolve(address);
  });
});

/** Returns a portrait as a file to choose. */
async function portrait(query, model = "person-female") {
  const reply = await fetch(`${base}/v1/models/${model}/portrait?format=png&view=head&size=768&${query}`);
  if (!reply.ok) throw new Error(await reply.text());
  return {
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(await reply.arrayBuffer()),
  };
}

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 800 },
    locale: "en",
  });
  page.setDefaultTimeout(SLOW);
  await page.goto(`${base}/maker`);
  await page.waitForSelector("#picture-file", { state: "attached" });
  const sent = [];
  page.on("request", (r) => sent.push({ url: r.url(), method: r.method(), body: r.postDataBuffer() }));
  const choose = async (files) => {
    await page.setInputFiles("#picture-file", files);
    await page.waitForFunction(() => ["done", "failed"].includes(document.querySelector("#choices .told")?.dataset.state));
    return page.$eval("#choices .told", (e) => [e.dataset.state, e.textContent]);
  };

  const me = await portrait("random=12&age=35&skin=0.3&iris=blue&hair_color=black");
  const [state, text] = await choose([me]);
  check("from a picture: a suggestion is made, and says what it is not sure of", state === "done" && /Age/.test(text), [state, text]);
  const choices = await page.evaluate(() => maker.history.state);
  check("from a picture: features of the face are choices", Object.keys(choices.features).length > 20, choices);
  console.log(`# ${JSON.stringify(choices)}`);
  const asked = sent.filter(({ url }) => url.endsWith("/face"));
  const points = asked.map(({ body }) => JSON.parse(body).pictures.map((p) => [Object.keys(p).sort().join(), p.points.length]));
  check("from a picture: points and sizes are sent", points.length === 2 && points.flat().every(([keys, n]) => keys === "height,points,width" && n === 478), points); // prettier-ignore
  const bodies = sent.filter(({ body }) => body);
  const isPicture = ({ body }) =>
    body.length > LARGEST ||
    body.includes(me.buffer.subarray(0, 8)) ||
    body.includes("JFIF") ||
    body.includes("WEBP") ||
    /data:|base64/.test(body);
  check("from a picture: the log of requests has no picture", !bodies.some(isPicture), bodies.filter(isPicture).map(({ url }) => url)); // prettier-ignore
  check("from a picture: no request leaves for another server", sent.every(({ url }) => url.startsWith(base) || /^(blob|data):/.test(url)), sent.map(({ url }) => url)); // prettier-ignore
  mkdirSync("build/browser", { recursive: true });
  await page.waitForFunction(() => !maker.stage.drawing.busy);
  await page.click("#tab-face");
  await page.waitForTimeout(3000);
  await page.screenshot({
    path: "build/browser/face_picture.png",
    timeout: SLOW,
  });
  await page.click("#tab-people");

  const empty = await page.evaluate(async () => {
    const paper = new OffscreenCanvas(400, 400);
    paper.getContext("2d").fillRect(0, 0, 400, 400);
    return [...new Uint8Array(await (await paper.convertToBlob()).arrayBuffer())];
  });
  const none = await choose([{ name: "none.png", mimeType: "image/png", buffer: Buffer.from(empty) }]);
  check("from a picture: without a face it says so", none[0] === "failed" && /No face/.test(none[1]), none);
  const text2 = await choose([
    {
      name: "none.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    },
  ]);
  check("from a picture: a file that is no picture is refused in words", text2[0] === "failed" && /no picture/.test(text2[1]), text2);
} finally {
  await browser.close();
  daemon.kill();
}
process.exit(failed);
