// decode.mjs FOLDER SECONDS: what a frame costs clients/js, and the same content as JSON. CSV: decode,client,characters,us_per_character.
import { readFileSync } from "node:fs";
import { decodeFrame } from "../../clients/js/src/index.js";

const [folder, seconds] = process.argv.slice(2), counts = () => ({ joints: 31, samples: 12 });
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };

/** Median over 10 rounds of the processor's microseconds for one call. */
function measure(work) {
  const rounds = [];
  for (let i = 0; i < 500; i++) work();
  for (let r = 0; r < 10; r++) {
    const start = used();
    let calls = 0, took;
    do for (let i = 0; i < 50; i++, calls++) work();
    while ((took = used() - start) < seconds / 10);
    rounds.push((1e6 * took) / calls);
  }
  return rounds.sort((a, b) => a - b)[5];
}

for (const count of [1, 20]) {
  const bytes = readFileSync(`${folder}/frame-${count}.bin`), json = readFileSync(`${folder}/frame-${count}.json`), text = new TextDecoder();
  if (decodeFrame(bytes, counts).characters.length !== count) throw new Error("another number of characters");
  console.log(`decode,js,${count},${(measure(() => decodeFrame(bytes, counts)) / count).toFixed(3)}`);
  console.log(`json,js,${count},${(measure(() => JSON.parse(text.decode(json))) / count).toFixed(3)}`);
}
