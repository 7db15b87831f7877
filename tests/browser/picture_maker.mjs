// Makes docs/images/maker.webp:
//     node tests/browser/picture_maker.mjs http://127.0.0.1:8080 docs/images/maker.webp
// The picture shows the maker in a window with the panel of the face and, to the right, on a phone with the panel of hair, both at the
// page's best quality. Software rendering takes a minute for it.
import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [, , address, file] = process.argv;
const { CHROMIUM = "/usr/bin/chromium" } = process.env;
const SLOW = 400000,
  WHO = "maker#sex=female&random=7&hair_color=chestnut&x?quality=best", // &x: the page reads what follows ?
  HEIGHT = 760,
  SCREENS = [
    { width: 1160, isMobile: false, tab: "Face" },
    { width: 390, isMobile: true, tab: "Hair" },
  ];
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});

// A picture of each screen, once its pictures of items have come and the figure stands still.
const shots = [];
for (const { width, isMobile, tab } of SCREENS) {
  const page = await browser.newPage({
    viewport: { width, height: HEIGHT },
    isMobile,
    hasTouch: isMobile,
    colorScheme: "light",
    locale: "en",
  });
  page.setDefaultTimeout(SLOW);
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${address}/${WHO}`);
  await page.getByRole("tab", { name: tab }).click();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(15000);
  shots.push((await page.screenshot({ timeout: SLOW })).toString("base64"));
  await page.close();
}

// Side by side, as WebP.
const page = await browser.newPage();
const webp = await page.evaluate(
  async ({ shots, gap }) => {
    const pictures = await Promise.all(
      shots.map(async (shot) => createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob())),
    );
    const paper = new OffscreenCanvas(
      pictures.reduce((sum, picture) => sum + picture.width + gap, -gap),
      pictures[0].height,
    );
    const pen = paper.getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, paper.width, paper.height);
    let x = 0;
    for (const picture of pictures) (pen.drawImage(picture, x, 0), (x += picture.width + gap));
    const bytes = new Uint8Array(await (await paper.convertToBlob({ type: "image/webp", quality: 0.9 })).arrayBuffer());
    return btoa(bytes.reduce((text, v) => text + String.fromCharCode(v), ""));
  },
  { shots, gap: 20 },
);
writeFileSync(file, Buffer.from(webp, "base64"));
await Promise.race([browser.close(), new Promise((done) => setTimeout(done, 5000))]);
process.exit(0);
