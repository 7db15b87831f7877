// "From a picture": MediaPipe finds the landmarks of a face in pictures, in the browser. Only the landmarks and the size of each picture are sent to
// the server, which finds the features of the face. Colours are read here.
import { FILES, loadClass } from "../ui/mediapipe.js";
import { alone, SEXES } from "./choices.js";
import { iris, hair, skin } from "./picture_colors.js";

/** Longest side to which a picture is made smaller, in pixels. */
const LONGEST = 1280;
/** Largest number of pictures that the server takes. */
const MOST = 8;
/** Probability from which the sex is suggested. */
const SURE = 0.9;

/** Returns an error with the name of a text of words.js. */
const because = (reason) => Object.assign(new Error(reason), { reason });

/** Returns MediaPipe's face mesh; find(canvas) resolves to the faces in a picture. */
async function makeMesh() {
  if (!(await fetch(`${FILES}face_mesh.js`, { method: "HEAD" })).ok) throw because("pictureAbsent");
  const FaceMesh = await loadClass("face_mesh.js", "FaceMesh");
  const mesh = new FaceMesh({ locateFile: (file) => `${FILES}${file}` });
  mesh.setOptions({ maxNumFaces: 2, refineLandmarks: true, staticImageMode: true });
  let faces = [];
  mesh.onResults(({ multiFaceLandmarks }) => (faces = multiFaceLandmarks ?? []));
  return {
    async find(image) {
      faces = [];
      await mesh.send({ image });
      return faces;
    },
    close: () => mesh.close(),
  };
}

/** Draws a picture, an image or a video, on a canvas. */
function drawn(image, width, height) {
  const share = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(share * width), height: Math.round(share * height) });
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the pictures of files as canvases. */
export async function fromFiles(files) {
  return Promise.all(
    [...files].slice(0, MOST).map(async (file) => {
      const image = await createImageBitmap(file).catch(() => {
        throw because("pictureUnread");
      });
      return drawn(image, image.width, image.height);
    }),
  );
}

/** Takes one picture with the camera, and switches it off. */
export async function fromCamera() {
  if (!navigator.mediaDevices?.getUserMedia) throw because("pictureNoCamera");
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 960, facingMode: "user" } }).catch(() => {
    throw because("pictureNoCamera");
  });
  try {
    const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
    await video.play();
    await new Promise((done) => setTimeout(done, 1000)); // until the exposure has settled
    return [drawn(video, video.videoWidth, video.videoHeight)];
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Returns {pictures: what is sent, colors: what is suggested} of canvases. */
export async function look(canvases) {
  const mesh = await makeMesh(),
    pictures = [],
    colors = [];
  try {
    for (const canvas of canvases) {
      const { width, height } = canvas,
        faces = await mesh.find(canvas);
      if (faces.length !== 1) throw because(faces.length ? "pictureTwo" : "pictureNobody");
      const points = faces[0].map(({ x, y }) => [Number((x * width).toFixed(2)), Number((y * height).toFixed(2))]);
      const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
      pictures.push({ width, height, points });
      colors.push({ data, width, height, points });
    }
  } finally {
    mesh.close();
  }
  return { pictures, colors: { skin: skin(colors[0]), iris: iris(colors[0]), hair_color: hair(colors[0]) } };
}

/** Asks the server for the person and returns the changed choices, with `doubts`: names of what it is not sure of. */
export async function suggest(client, { pictures, colors }, random) {
  const ask = (sex) => client.json("POST", `/v1/models/${SEXES[sex]}/face`, { pictures, random });
  const { sex: share } = await ask("neutral");
  const sex = share.female > share.male ? "female" : "male";
  const { age, face_shape } = await ask(sex);
  const features = Object.fromEntries(
    face_shape
      .split(",")
      .filter(Boolean)
      .map((pair) => pair.split(":"))
      .map(([name, v]) => [name, Number(v)]),
  );
  const doubts = [...(Math.max(share.female, share.male) < SURE ? ["sex"] : []), "age", "hairstyle", "beard", "glasses"];
  const found = Object.fromEntries(Object.entries(colors).filter(([, v]) => v !== null));
  for (const [name, text] of [
    ["skin", "skin"],
    ["iris", "iris"],
    ["hair_color", "hairColor"],
  ])
    if (!(name in found)) doubts.push(text);
  return { choices: { sex, random, age, features: alone(features), ancestry: null, ...found }, doubts };
}
