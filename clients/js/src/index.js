// The package posed-client: everything but the element (element.js), its React component (react.js) and the avatar maker (maker.js).
export { Posed, PosedError } from "./http.js";
export { Stream, Character, StreamError } from "./stream.js";
export { Timeline, ServerClock } from "./timeline.js";
export { Prediction } from "./predict.js";
export { WireReader } from "./wire.js";
export {
  decodeFrame,
  encodeInput,
  decodeInput,
  encodeSound,
  CHANNELS,
  FACE_NAMES,
  SMPL_NAMES,
  FINGER_NAMES,
  EYE_NAMES,
  GAITS,
  AXES,
  FrameError,
} from "./frame.js";
export { nearer, slerp, toWorld } from "./math.js";
export { Backoff } from "./backoff.js";
export { waitingFetch } from "./watch.js";
export { fillGeometry, fillSkeleton, fillCharacter, fillBody, fillFace, fillSoft, eyeRotation, soles, disposeAll } from "./three.js";
export { fillDriven, RigControls } from "./rig.js";
export { xrTrackers, xrBody } from "./xr.js";
