// "Mirror me": MediaPipe finds landmarks of a body, its face and its hands in the webcam's images, in the browser. Only the landmarks are
// sent to the server, which moves a character by them.
import { button, h } from "../ui/dom.js";
import { inSpace, withHands } from "../files/landmarks.js";
import { tell } from "../ui/said.js";
import { t } from "../ui/text.js";

// Visibility from which a landmark is used, 0 to 1.
const SEEN = 0.5;
// Number of visible landmarks from which there is a person.
const LEAST = 6;
// Time between two updates of the status text, in milliseconds.
const TOLD = 250;
// Folder of MediaPipe's files on the server.
const FILES = "web/";
// Size of the webcam's images that is asked for, in pixels.
const WIDTH = 640;
const HEIGHT = 480;
// Noise of landmarks for the server's solver, in metres. Small, because in the plane of the image they are where the body is.
const NOISE = 0.015;

/** Returns a promise of a class of MediaPipe, loaded once. Its script puts it into globalThis. */
const loading = new Map();
function loadClass(file, name) {
  if (!loading.has(file)) {
    const promise = new Promise((resolve, reject) => {
      const script = h("script", {
        src: `${FILES}${file}`,
        onload: () => resolve(globalThis[name]),
        onerror: () => {
          loading.delete(file);
          reject(new Error(file));
        },
      });
      document.head.append(script);
    });
    loading.set(file, promise);
  }
  return loading.get(file);
}

/** Returns the name of the text that explains an error. */
function reasonOf(error) {
  if (error.reason) return error.reason;
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return "mirrorRefused";
  if (error.name === "NotFoundError" || error.name === "OverconstrainedError") return "mirrorNoCamera";
  if (error.name === "NotReadableError" || error.name === "AbortError") return "mirrorTaken";
  return "mirrorFailed";
}
/** Returns an error with that text. */
const because = (reason) => Object.assign(new Error(t(reason)), { reason });

/** The webcam's row of the panel. seen: images with a person; sent: of those, sent to the server; told: time of the last status text. */
export class Mirror {
  constructor(motion) {
    Object.assign(this, {
      motion,
      isOn: false,
      seen: 0,
      sent: 0,
      character: null,
      observed: null,
      face: null,
      faces: 0,
      hands: null,
      fingers: [],
      rate: 0,
      told: 0,
    });
    this.video = h("video", { muted: true, playsInline: true, width: WIDTH, height: HEIGHT, "aria-label": t("mirrorPicture") });
    this.knob = button(t("mirror"), () => this.toggle(), { pressed: false });
    this.status = h("p.told", { role: "status", "aria-live": "polite" });
    this.preview = h(".mirror", { hidden: true }, this.video);
    this.element = h(
      "fieldset.mirror-me",
      {},
      h("legend", {}, t("webcam")),
      this.knob,
      this.status,
      this.preview,
      h("p.quiet", {}, t("mirrorPrivate")),
    );
  }

  /** Shows the status text `name`, followed by `more`. */
  say(name, more = "") {
    const text = name ? `${t(name)}${more}` : "";
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.dataset.state = name ?? "";
  }

  /** Starts or ends. */
  toggle() {
    return this.isOn ? this.stop() : this.start();
  }

  /** Asks for the webcam, loads MediaPipe, restarts the session with a mirrored character and starts to look. */
  async start() {
    this.isOn = true;
    this.knob.press(true);
    tell(this.knob.firstChild, null, t("mirrorEnd"));
    this.status.classList.remove("bad");
    try {
      await this.check();
      this.say("mirrorAsks");
      const camera = await navigator.mediaDevices.getUserMedia({
        video: { width: WIDTH, height: HEIGHT, facingMode: "user" },
        audio: false,
      });
      if (!this.isOn) return this.release(camera);
      this.camera = camera;
      camera.getVideoTracks()[0].addEventListener("ended", () => this.isOn && this.fail(because("mirrorGone")));
      this.video.srcObject = camera;
      await this.video.play();
      this.preview.hidden = false;
      this.say("mirrorLoads");
      this.pose = await this.makePose();
      this.face = await this.makeFace();
      this.hands = await this.makeHands();
      this.say("mirrorLooks");
      await this.motion.restart();
      this.look();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Throws the reason if it cannot work, as far as that is known before the user is asked for the webcam. */
  async check() {
    if (!globalThis.isSecureContext) throw because("mirrorInsecure");
    if (!navigator.mediaDevices?.getUserMedia) throw because("mirrorNoCamera");
    if (!document.createElement("canvas").getContext("webgl2")) throw because("mirrorNoWebgl");
    const there = await fetch(`${FILES}pose.js`);
    if (!there.ok) throw because("mirrorAbsent");
  }

  /** Returns MediaPipe's solver. */
  async makePose() {
    const Pose = await loadClass("pose.js", "Pose");
    const pose = new Pose({ locateFile: (file) => `${FILES}${file}` });
    pose.setOptions({
      modelComplexity: this.motion.view.isSoftware ? 0 : 1,
      smoothLandmarks: false,
      enableSegmentation: false,
      minDetectionConfidence: 0.5,
      minTrackingConfidence: 0.5,
    });
    pose.onResults((results) => this.take(results));
    await pose.initialize();
    return pose;
  }

  /** Returns MediaPipe's face mesh; null where the server does not have it, or the character has no face. */
  async makeFace() {
    if (!this.motion.wantsFaces || !(await fetch(`${FILES}face_mesh.js`, { method: "HEAD" })).ok) return null;
    const FaceMesh = await loadClass("face_mesh.js", "FaceMesh");
    const face = new FaceMesh({ locateFile: (file) => `${FILES}${file}` });
    face.setOptions({ maxNumFaces: 1, refineLandmarks: true });
    face.onResults((results) => this.takeFace(results));
    this.faces = 0;
    return face;
  }

  /** Returns MediaPipe's detector of hands; null where the server does not have it, or the character has no fingers. */
  async makeHands() {
    if (!this.motion.wantsFaces || !(await fetch(`${FILES}hands.js`, { method: "HEAD" })).ok) return null;
    const Hands = await loadClass("hands.js", "Hands");
    const hands = new Hands({ locateFile: (file) => `${FILES}${file}` });
    hands.setOptions({
      maxNumHands: 2,
      modelComplexity: this.motion.view.isSoftware ? 0 : 1,
      minDetectionConfidence: 0.5,
      minTrackingConfidence: 0.5,
    });
    hands.onResults(({ multiHandLandmarks = [], multiHandWorldLandmarks = [] }) => {
      this.fingers = multiHandLandmarks.map((flat, i) => ({ flat, world: multiHandWorldLandmarks[i] }));
    });
    return hands;
  }

  /** Ends after an error, and shows the reason. */
  fail(error) {
    console.warn(error);
    this.stop();
    this.status.classList.add("bad");
    this.say(reasonOf(error));
  }

  /** Switches the webcam off. */
  release(camera = this.camera) {
    for (const track of camera?.getTracks() ?? []) track.stop();
  }

  /** Ends, and restarts the session. */
  async stop() {
    const { pose, face, hands, character } = this;
    this.release();
    Object.assign(this, { isOn: false, camera: null, pose: null, face: null, hands: null, fingers: [], character: null, observed: null });
    this.video.srcObject = null;
    this.preview.hidden = true;
    this.knob.press(false);
    tell(this.knob.firstChild, null, t("mirror"));
    this.status.classList.remove("bad");
    this.say(null);
    if (character) await this.motion.restart();
    for (const solver of [pose, face, hands]) await solver?.close?.().catch?.(() => {});
  }

  /** Gives MediaPipe one image after the other, each when the one before is done. */
  async look() {
    const { pose } = this;
    while (this.isOn && this.pose === pose) {
      if (this.video.readyState >= 2 && !document.hidden) {
        this.at = performance.now() / 1000;
        try {
          await this.hands?.send({ image: this.video }); // first: the pose is sent with the fingers
          await pose.send({ image: this.video });
          await this.face?.send({ image: this.video });
        } catch (error) {
          if (this.pose === pose) this.fail(error);
          return;
        }
      }
      await new Promise((next) =>
        this.video.requestVideoFrameCallback && !document.hidden ? this.video.requestVideoFrameCallback(next) : setTimeout(next, 33),
      );
    }
  }

  /** Takes the landmarks of one image, flat (in the image) and in space. Sends the visible ones to the server. */
  take({ poseLandmarks: flat, poseWorldLandmarks: seen }) {
    const isIn = (p) => p.x > 0 && p.x < 1 && p.y > 0 && p.y < 1;
    const confidence = seen?.map((p, i) => (p.visibility >= SEEN && isIn(flat[i]) ? Math.min(1, p.visibility) : 0)) ?? [];
    this.landmarks = seen ?? null;
    if (confidence.filter((c) => c > 0).length < LEAST) return this.tell("mirrorNobody");
    const { videoWidth: width, videoHeight: height } = this.video;
    const size = width && height ? { width, height } : { width: WIDTH, height: HEIGHT };
    const points = inSpace(
      seen,
      flat,
      size,
      confidence.map((c) => c > 0),
    );
    const whole = this.hands ? withHands(points, flat, this.fingers) : points;
    const rounded = whole.map((at) => at?.map((v) => Math.round(v * 1e4) / 1e4) ?? null);
    const options = { time: this.at, axes: "camera", mirror: true, noise: NOISE };
    options.confidence = rounded.map((at, i) => confidence[i] ?? (at ? 1 : 0));
    if (this.hands) options.set = "mediapipe75";
    this.seen++;
    if (this.character?.observe(rounded, options)) this.sent++;
    this.tell("mirrorFollows");
  }

  /** Sends the landmarks of the face in one image. The first face counts as a face at rest. */
  takeFace({ multiFaceLandmarks: [face] = [] }) {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!face || !width || !height || !this.character) return;
    const options = { width, height, mirror: true, time: this.at, calibrate: this.faces === 0 };
    if (this.character.observeFace(face, options)) this.faces++;
  }

  /** Updates the status text, with the number of images per second. */
  tell(name) {
    const now = performance.now();
    if (now - this.told < TOLD) return;
    const { seen } = this;
    const before = this.counted ?? { seen, now };
    if (now - before.now > 2000 || !this.counted) {
      this.rate = this.counted ? (1000 * (seen - before.seen)) / (now - before.now) : 0;
      this.counted = { seen, now };
    }
    this.told = now;
    const isTurned = this.observed?.mirrored;
    this.say(isTurned ? "mirrorTurned" : name, name === "mirrorFollows" && this.rate ? ` ${this.rate.toFixed(0)}${t("perSecond")}` : "");
  }
}
