// "Mirror me": a webcam's pictures become keypoints here, by MediaPipe, and only those go to the server, which moves a body by them.
import { button, h } from "../ui/dom.js";
import { inSpace } from "../files/landmarks.js";
import { t } from "../ui/text.js";

const SEEN = 0.5;
const LEAST = 6;
const TOLD = 250; // visibility from which a place counts; places that make a person; milliseconds between texts
const FILES = "web/"; // of the page
const WIDTH = 640;
const HEIGHT = 480;
const NOISE = 0.015; // metres, of landmarks that are across the picture where they are in it

/** MediaPipe's class, loaded once; it puts itself into globalThis. */
let loading = null;
function loadPose() {
  loading ??= new Promise((resolve, reject) => {
    const script = h("script", {
      src: `${FILES}pose.js`,
      onload: () => resolve(globalThis.Pose),
      onerror: () => {
        loading = null;
        reject(new Error("pose.js"));
      },
    });
    document.head.append(script);
  });
  return loading;
}

/** Why it cannot be, in words; the name of a text. */
function reasonOf(error) {
  if (error.reason) return error.reason;
  if (error.name === "NotAllowedError" || error.name === "SecurityError") return "mirrorRefused";
  if (error.name === "NotFoundError" || error.name === "OverconstrainedError") return "mirrorNoCamera";
  if (error.name === "NotReadableError" || error.name === "AbortError") return "mirrorTaken";
  return "mirrorFailed";
}
const because = (reason) => Object.assign(new Error(t(reason)), { reason });

export class Mirror {
  constructor(motion) {
    Object.assign(this, { motion, isOn: false, seen: 0, sent: 0, character: null, observed: null, rate: 0, told: 0 });
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

  say(name, more = "") {
    const text = name ? `${t(name)}${more}` : "";
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.dataset.state = name ?? "";
  }

  toggle() {
    return this.isOn ? this.stop() : this.start();
  }

  async start() {
    this.isOn = true;
    this.knob.press(true);
    this.knob.firstChild.textContent = t("mirrorEnd");
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
      this.say("mirrorLooks");
      await this.motion.restart();
      this.look();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What can be known before anybody is asked for a camera. */
  async check() {
    if (!globalThis.isSecureContext) throw because("mirrorInsecure");
    if (!navigator.mediaDevices?.getUserMedia) throw because("mirrorNoCamera");
    if (!document.createElement("canvas").getContext("webgl2")) throw because("mirrorNoWebgl");
    const there = await fetch(`${FILES}pose.js`);
    if (!there.ok) throw because("mirrorAbsent");
  }

  async makePose() {
    const Pose = await loadPose();
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

  fail(error) {
    console.warn(error);
    this.stop();
    this.status.classList.add("bad");
    this.say(reasonOf(error));
  }

  release(camera = this.camera) {
    for (const track of camera?.getTracks() ?? []) track.stop();
  }

  async stop() {
    const { pose, character } = this;
    this.release();
    Object.assign(this, { isOn: false, camera: null, pose: null, character: null, observed: null });
    this.video.srcObject = null;
    this.preview.hidden = true;
    this.knob.press(false);
    this.knob.firstChild.textContent = t("mirror");
    this.status.classList.remove("bad");
    this.say(null);
    if (character) await this.motion.restart();
    await pose?.close?.().catch?.(() => {});
  }

  /** Picture after picture, each when the one before is done. */
  async look() {
    const { pose } = this;
    while (this.isOn && this.pose === pose) {
      if (this.video.readyState >= 2 && !document.hidden) {
        this.at = performance.now() / 1000;
        try {
          await pose.send({ image: this.video });
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

  /** Landmarks of one picture: what is in it and seen goes to the server. */
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
    ).map((at) => at.map((v) => Math.round(v * 1e4) / 1e4));
    this.seen++;
    if (this.character?.observe(points, { time: this.at, axes: "camera", mirror: true, noise: NOISE, confidence })) this.sent++;
    this.tell("mirrorFollows");
  }

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
