// lip_peers.mjs HEADAUDIO WAWA SOUND.wav...: the mouth shapes that headaudio and wawa-lipsync show, as their pages would, one for each 10 ms.
// HEADAUDIO: folder of the npm package @met4citizen/headaudio. WAWA: module of the npm package wawa-lipsync.
// Prints a JSON line for each sound and peer: {"peer","sound","shapes","seconds"}; shapes are numbers of Oculus' visemes, seconds the processor time.
// speech.py runs it. Sounds have 16 kHz, one channel and 16 bits, and are brought to one loudness first, which both peers expect.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [headaudio, wawa, ...sounds] = process.argv.slice(2);
const SHAPES = "sil PP FF TH DD kk CH SS nn RR aa E I O U".split(" ");
const RATE = 16000;
const LOUDNESS = 0.06; // root mean square, -24 dB
const FRAME = RATE / 100; // samples of a frame of 10 ms

/** The samples of a WAV file from -1 to 1, at one loudness. */
function read(path) {
  const file = readFileSync(path);
  const at = file.indexOf("data") + 8;
  const samples = Float32Array.from({ length: (file.length - at) >> 1 }, (_, i) => file.readInt16LE(at + 2 * i) / 32768);
  const power = samples.reduce((sum, s) => sum + s * s, 0) / samples.length;
  const gain = LOUDNESS / (Math.sqrt(power) + 1e-6);
  return samples.map((s) => s * gain);
}

// ---- headaudio: its processor without the AudioWorklet around it ----

const { Processor } = await import(pathToFileURL(`${headaudio}/modules/processor.mjs`));
const layout = await import(pathToFileURL(`${headaudio}/modules/parameters.mjs`));
// Its numbers of visemes, in our order.
const THEIRS = "aa E I O U PP SS TH DD FF kk nn RR CH sil".split(" ").map((name) => SHAPES.indexOf(name));

/** The records of its English model. */
function readModel() {
  const file = readFileSync(`${headaudio}/dist/model-en-mixed.bin`);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  const records = [];
  for (let at = 0; at + 4 * layout.RECORD_LEN <= bytes.byteLength; at += 4 * layout.RECORD_LEN) {
    const head = new DataView(bytes, at, 8);
    records.push({
      group: head.getUint8(5),
      viseme: head.getUint8(7),
      mu: new Float32Array(bytes, at + layout.RECORD_MU_OFFSET, layout.RECORD_MU_LEN),
      sigmaInvLower: new Float32Array(bytes, at + layout.RECORD_SIGMAINVLOWER_OFFSET, layout.RECORD_SIGMAINVLOWER_LEN),
    });
  }
  return records;
}
const model = readModel();

function hearByHeadaudio(samples) {
  const events = [];
  const port = { onmessage: null, postMessage: (event) => events.push(event) };
  const processor = new Processor(
    { sampleRate: RATE, speakerMeanHz: 150, processorOptions: { visemeEventsEnabled: true }, parameterData: { vadMode: 1 } },
    { port },
  );
  processor.classifier.import({ model, reset: true });
  for (let i = 0; i < samples.length; i += 128) processor.process(samples.subarray(i, i + 128));

  // The shape that is shown at the middle of each frame. An event is that of the middle of its window of 16 ms, an end that of its beginning.
  const told = events.filter((e) => e.event === "viseme" || e.event === "ended");
  const shapes = [];
  let shown = 0;
  let next = 0;
  for (let t = 0; t < Math.floor(samples.length / FRAME); t++) {
    for (; next < told.length; next++) {
      const { event, viseme, t: at } = told[next];
      if (at - (event === "viseme" ? 0.008 : 0.016) > t / 100 + 0.005) break;
      if (event === "ended") shown = 0;
      else if (viseme != null) shown = THEIRS[viseme];
    }
    shapes.push(shown);
  }
  return shapes;
}

// ---- wawa-lipsync: its analyser, of which this file is the AudioContext ----

/** The discrete Fourier transform of a real signal: magnitudes of the lower half, divided by its length. */
function spectrum(signal) {
  const n = signal.length;
  const re = Float64Array.from(signal);
  const im = new Float64Array(n);
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j]] = [re[j], re[i]];
  }
  for (let size = 2; size <= n; size *= 2)
    for (let from = 0; from < n; from += size)
      for (let k = 0; k < size / 2; k++) {
        const [c, s] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
        const [a, b] = [from + k, from + k + size / 2];
        const [x, y] = [re[b] * c - im[b] * s, re[b] * s + im[b] * c];
        [re[b], im[b], re[a], im[a]] = [re[a] - x, im[a] - y, re[a] + x, im[a] + y];
      }
  return Array.from({ length: n / 2 }, (_, i) => Math.hypot(re[i], im[i]) / n);
}

/** What an AnalyserNode does (Web Audio API 1.1, 1.8.6): Blackman window, smoothing of .8, -100 to -30 dB as bytes. */
class Analyser {
  fftSize = 2048;
  position = 0;
  smooth = null;

  get frequencyBinCount() {
    return this.fftSize / 2;
  }

  getByteFrequencyData(out) {
    const n = this.fftSize;
    const windowed = Array.from({ length: n }, (_, i) => {
      const weight = 0.42 - 0.5 * Math.cos((2 * Math.PI * i) / n) + 0.08 * Math.cos((4 * Math.PI * i) / n);
      return weight * (this.samples[this.position - n + i] ?? 0);
    });
    this.smooth ??= new Float64Array(n / 2);
    spectrum(windowed).forEach((magnitude, i) => {
      this.smooth[i] = 0.8 * this.smooth[i] + 0.2 * magnitude;
      const decibels = 20 * Math.log10(this.smooth[i] + 1e-30);
      out[i] = Math.max(0, Math.min(255, Math.floor((255 * (decibels + 100)) / 70)));
    });
  }
}

let analyser;
let now = 0;
globalThis.performance = { now: () => now };
globalThis.window = {
  AudioContext: class {
    sampleRate = 48000;
    destination = {};

    createAnalyser() {
      analyser = new Analyser();
      return analyser;
    }
  },
};
const { Lipsync } = await import(pathToFileURL(wawa));

/** The samples at 48 kHz, by a windowed sinc of 24 samples to each side. */
function tripled(samples) {
  const SIDE = 24;
  const kernel = Array.from({ length: 2 * SIDE + 1 }, (_, k) => {
    const x = (k - SIDE) / 3;
    const sinc = x ? Math.sin(Math.PI * x) / (Math.PI * x) : 1;
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * (k - SIDE)) / (SIDE + 1)));
  });
  return Float32Array.from({ length: 3 * samples.length }, (_, i) => {
    let sum = 0;
    for (let j = Math.ceil((i - SIDE) / 3); j <= Math.floor((i + SIDE) / 3); j++) sum += (samples[j] ?? 0) * kernel[i - 3 * j + SIDE];
    return sum;
  });
}

function hearByWawa(samples) {
  now = 0;
  const lipsync = new Lipsync({ fftSize: 1024, historySize: 8 });
  analyser.samples = tripled(samples);
  const shapes = [];
  const count = Math.floor(samples.length / FRAME);
  for (let frame = 0; shapes.length < count; frame++) {
    now = (1000 * frame) / 60;
    analyser.position = Math.round((48000 * frame) / 60);
    lipsync.processAudio();
    const shape = SHAPES.indexOf(lipsync.viseme.replace("viseme_", ""));
    while (shapes.length < count && shapes.length / 100 + 0.005 < (frame + 1) / 60) shapes.push(shape);
  }
  return shapes;
}

for (const sound of sounds) {
  const samples = read(sound);
  for (const [peer, hear] of Object.entries({ headaudio: hearByHeadaudio, "wawa-lipsync": hearByWawa })) {
    const before = process.cpuUsage();
    const shapes = hear(samples);
    const used = process.cpuUsage(before);
    console.log(JSON.stringify({ peer, sound, shapes, seconds: (used.user + used.system) / 1e6 }));
  }
}
