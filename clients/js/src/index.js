export { Posed, PosedError } from "./http.js";
export { Stream, Character, StreamError } from "./stream.js";
export { Timeline, ServerClock } from "./timeline.js";
export { decodeFrame, encodeInput, CHANNELS, FACE_NAMES, GAITS, AXES, FrameError } from "./frame.js";
export { nearer, slerp, toWorld } from "./math.js";
export { Backoff } from "./backoff.js";
export { waitingFetch } from "./watch.js";
export { fillGeometry, fillSkeleton, fillCharacter, fillBody, fillFace, eyeRotation, soles, disposeAll } from "./three.js";
export { xrTrackers, xrBody } from "./xr.js";
