/** Metres, radians, seconds; right-handed, +Y up; quaternions x, y, z, w. */

export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];
export type Gait = "auto" | "walk" | "jog" | "run" | "crouch";
export type HandPose = "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
/** A place of the world, or one that goes with the character. */
export type Anchor = "world" | "root";
export type Axes = "world" | "character" | "camera";
export type Channel = "root" | "joints" | "rotations" | "contacts" | "trajectory" | "smpl" | "vertices" | "character" | "face";

// -- HTTP ------------------------------------------------------------------------
//
// Every field of every route, and what replies hold: fields.d.ts, which is made from /openapi.json.

import type * as http from "./fields.js";
export type { http };

/** Of one body: shape and pose. */
export type BodyFields = NonNullable<http.MakeMeshesFields["bodies"]>[number];
/** Of a mesh: shape, pose, person, clothes, what is included. */
export type MeshFields = Omit<http.MakeMeshesFields, "bodies" | "format">;
export type JointsFields = Omit<http.MakeJointsFields, "bodies" | "format">;
export type MeasureFields = Omit<http.MeasureBodiesFields, "bodies">;
export type IkFields = http.SolveIkFields;
export type RolloutFields = Omit<http.RolloutMotionFields, "format">;
export type IkSolution = http.Solution;
/** What request bodies of files may be. */
export type Bytes = ArrayBuffer | ArrayBufferView | Blob;
export interface Mesh {
  /** The frame that the numbers are in: "gltf" unless asked otherwise. */
  frame: string;
  vertices?: Float32Array;
  joints?: Float32Array;
  normals?: Float32Array;
  faces?: Uint32Array;
}
export interface RequestOptions {
  signal?: AbortSignal;
  /** The media type of the body. */
  type?: string;
  headers?: Record<string, string> | Headers | [string, string][];
}

export class PosedError extends Error {
  status: number;
  detail: string;
  errors: { pointer: string; detail: string }[];
  retryAfter: number | null;
}

export class Posed {
  /** base: "http://127.0.0.1:8080"; in a page its own origin. timeout: seconds without a byte after which a request is given up (60), 0: never. */
  constructor(base?: string, options?: { key?: string | null; fetch?: typeof fetch; timeout?: number });
  base: string;
  /** body: bytes are sent as they are, anything else as JSON. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  json<T = unknown>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  version(): Promise<http.Version>;

  models(): Promise<http.ModelSummary[]>;
  model(id?: string): Promise<http.Model>;
  reload(id?: string): Promise<http.Reloaded>;
  wardrobe(): Promise<http.Wardrobe>;
  faces(id?: string): Promise<Uint32Array>;
  mesh(id?: string, fields?: MeshFields, options?: RequestOptions): Promise<Mesh>;
  meshes(id?: string, fields?: MeshFields & Pick<http.MakeMeshesFields, "bodies">, options?: RequestOptions): Promise<Mesh[]>;
  glbUrl(id?: string, fields?: MeshFields): string;
  glb(id?: string, fields?: MeshFields, options?: RequestOptions): Promise<ArrayBuffer>;
  joints(id?: string, fields?: JointsFields, options?: RequestOptions): Promise<Float32Array>;
  measure(id?: string, fields?: MeasureFields, options?: RequestOptions): Promise<http.Measurements>;
  fit(id: string | undefined, fields: http.FitMeasurementsFields & { measurements: object }, options?: RequestOptions): Promise<http.MeasuredFit>;
  fit(id: string | undefined, fields: http.FitMeasurementsFields & { observations: object }, options?: RequestOptions): Promise<http.ObservedFit>;

  ik(fields: IkFields & { problems: object }, options?: RequestOptions): Promise<http.Solutions>;
  ik(fields: IkFields, options?: RequestOptions): Promise<http.Solution>;
  skeletons(): Promise<http.SkeletonSummary[]>;
  skeleton(id: string, fields?: http.GetSkeletonFields): Promise<http.Skeleton>;
  putSkeleton(id: string, skeleton: Bytes | http.PutSkeletonFields, fields?: Pick<http.PutSkeletonFields, "skin" | "bones" | "metres_per_unit">, options?: RequestOptions): Promise<http.Skeleton>;
  deleteSkeleton(id: string): Promise<null>;
  rollout(fields: RolloutFields, options?: RequestOptions & { format?: "json" }): Promise<http.Motion>;
  rollout(fields: RolloutFields, options: RequestOptions & { format: "bvh" }): Promise<string>;
  rollout(fields: RolloutFields, options: RequestOptions & { format: Exclude<http.RolloutMotionFields["format"], "json" | "bvh" | undefined> }): Promise<ArrayBuffer>;
  scenes(): Promise<http.Scene[]>;
  scene(id: string, fields?: http.GetSceneFields): Promise<http.Scene>;
  putScene(id: string, scene: Bytes | http.PutSceneFields, options?: RequestOptions & { fields?: Pick<http.PutSceneFields, "cell" | "scale" | "columns" | "x" | "z"> }): Promise<http.Scene>;
  deleteScene(id: string): Promise<null>;

  characters(): Promise<http.CharacterSummary[]>;
  character(id: string): Promise<http.Character>;
  /** bytes: of a .glb or .vrm with a skeleton. */
  putCharacter(id: string, bytes: Bytes, fields?: http.PutCharacterFields, options?: RequestOptions): Promise<http.Character>;
  deleteCharacter(id: string): Promise<null>;
  /** The character's own file with the motion of these bytes as its first animation. */
  clip(id: string, bytes: Bytes, fields?: http.MakeCharacterClipFields, options?: RequestOptions): Promise<ArrayBuffer>;
  rig(bytes: Bytes, fields: http.RigMeshFields & { format: "json" }, options?: RequestOptions): Promise<http.Rig>;
  rig(bytes: Bytes, fields?: http.RigMeshFields & { format?: "glb" }, options?: RequestOptions): Promise<ArrayBuffer>;

  createJob(take: Bytes | http.CreateJobFields, fields?: Pick<http.CreateJobFields, "model" | "noise" | "up" | "protocol">, options?: RequestOptions): Promise<http.Job>;
  jobs(): Promise<http.Job[]>;
  job(id: string): Promise<http.Job>;
  deleteJob(id: string): Promise<null>;
  jobResult(id: string, fields?: http.GetJobResultFields & { format?: "json" }, options?: RequestOptions): Promise<http.Take>;
  jobResult(id: string, fields: http.GetJobResultFields & { format: "bvh" }, options?: RequestOptions): Promise<string>;
  jobResult(id: string, fields: http.GetJobResultFields & { format: "glb" | "npz" }, options?: RequestOptions): Promise<ArrayBuffer>;

  /** route: as that of stream(). */
  ticket(options?: RequestOptions & { route?: string }): Promise<string>;
  /** route: a name that all who take part in one session agree on; a router in front of several daemons brings them to one of these. */
  stream(options?: StreamOptions & { route?: string }): Stream;
}
/**
 * A fetch for `new Posed(base, { fetch })` that waits for a server: a GET that finds none, hears nothing for `silence` seconds (30), or is answered by 502, 503 or 504
 * is sent again, for ever. waiting(error) before each wait, waiting(null) when it was answered after waits.
 */
export function waitingFetch(options?: { fetch?: typeof fetch; silence?: number; backoff?: () => Backoff; waiting?: (error: Error | null) => void }): typeof fetch;

// -- three.js ----------------------------------------------------------------------

/** THREE: the three.js module, of which BufferAttribute is used. */
export function fillGeometry<G extends object>(THREE: { BufferAttribute: new (array: any, itemSize: number) => any }, geometry: G, mesh: Mesh): G;
/** bones[j] is joint j of the welcome's skeleton; group is put at the character's root. */
export function fillSkeleton(group: object, bones: readonly object[], character: FrameCharacter): void;
/** object: the scene of the file that was put; character: of Stream.spawn({ character }); sampled: the same one of Stream.sample(). */
export function fillCharacter(object: object, character: Character, sampled: FrameCharacter | undefined): void;
/** Poses a body's rigged GLB, loaded by GLTFLoader, by the channel smpl. lift: what soles() says of its shoes. */
export function fillBody(object: object, sampled: FrameCharacter | undefined, options?: { lift?: number }): void;
/** Shows the channel face on a body's rigged GLB: eyes and fingers by its joints, lids and expressions by morph targets, which a GLB with `face: true` has. */
export function fillFace(object: object, sampled: FrameCharacter | undefined): void;
/** Local rotation of an eye, 0 left and 1 right, by the weights of the channel face. */
export function eyeRotation(weights: ArrayLike<number>, eye: number, out?: Float32Array): Float32Array;
/** Frees geometries, materials and textures of a loaded object that is no longer shown. */
export function disposeAll(object: object): void;
/** Metres that the soles of its shoes are below those of bare feet. */
export function soles(object: object): number;

// -- headsets -------------------------------------------------------------------------

/** Of an XRFrame, for Character.observe(trackers.points, trackers). */
export interface XrTrackers extends ObserveOptions {
  set: "webxr83";
  points: Record<string, readonly number[]>;
  orientations: Record<string, readonly number[]>;
}
/** frame: an XRFrame; space: an XRReferenceSpace with the floor at 0. null: nothing is tracked. */
export function xrTrackers(frame: object, space: object, options?: Omit<ObserveOptions, "set" | "orientations" | "camera">): XrTrackers | null;
/** World poses by XRBodyJoint's names; skeleton: of the welcome. */
export function xrBody(sampled: FrameCharacter | undefined, skeleton: Welcome["skeletons"][number]): Map<string, { position: number[]; orientation: number[] }>;

// -- frames -------------------------------------------------------------------------

/** Everything but root and yaw is in the root's frame: turned by yaw about +Y, root added, it is the world's (toWorld). */
export interface FrameCharacter {
  id: number;
  /** The last input that this frame has taken in; at most 2^53. */
  seq: number;
  channels: number;
  /** Bit 0 left heel, 1 left toe, 2 right heel, 3 right toe. */
  contacts: number;
  /** 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump. */
  gait: number;
  phase: number;
  root: Float32Array;
  yaw: number;
  joints?: Float32Array;
  rotations?: Float32Array;
  trajectory?: { points: Float32Array; facings: Float32Array };
  smpl?: { pelvis: Float32Array; rotations: Float32Array };
  vertices?: Float32Array;
  /** Of a user's own character, in its file's frames: translation of its root's node, rotations of its nodes, translations of those that Character.translated names. */
  character?: { root: Float32Array; rotations: Float32Array; translations: Float32Array };
  /** Of a compact frame: place of the first joint, in the root's frame. */
  hips?: Float32Array;
  /**
   * Of a body with eyes and fingers: weights in the order of FACE_NAMES; local rotations of the finger joints, left hand first: index, middle, pinky, ring, thumb,
   * three each from the palm outwards.
   */
  face?: { weights: Float32Array; fingers: Float32Array };
}
export interface Frame {
  tick: number;
  /** Seconds of the server's clock. */
  time: number;
  rotationBits: 48 | 32;
  characters: FrameCharacter[];
}
export interface Counts {
  joints: number;
  samples: number;
}
/** Reads the compact frames of one connection in their order. decode: null for a frame that follows one that did not come. */
export class WireReader {
  static isCompact(bytes: ArrayBuffer | ArrayBufferView): boolean;
  decode(bytes: ArrayBuffer | ArrayBufferView): Frame | null;
}
export const CHANNELS: Readonly<Record<Channel, number>>;
export const FACE_NAMES: readonly string[];
export const GAITS: readonly Gait[];
export const AXES: readonly Axes[];
export class FrameError extends Error {}
export function decodeFrame(bytes: ArrayBuffer | ArrayBufferView, counts: Counts | ((id: number) => Counts)): Frame;
export function encodeInput(input: InputFields & { id: number; seq?: number }): Uint8Array;
export function toWorld(character: FrameCharacter, points: Float32Array, out?: Float32Array): Float32Array;
export function nearer(q: Float32Array, before: ArrayLike<number>): Float32Array;
export function slerp(out: Float32Array, a: ArrayLike<number>, b: ArrayLike<number>, t: number): Float32Array;

export class Timeline {
  constructor(options?: { capacity?: number; limit?: number; gap?: number });
  push(frame: Frame): boolean;
  sample(time: number): FrameCharacter[];
  remove(id: number): void;
  clear(): void;
  readonly newest: { time: number; tick: number; characters: Map<number, FrameCharacter> } | null;
}
export class ServerClock {
  constructor(options?: { window?: number; slew?: number });
  offset: number | null;
  roundTrip: number | null;
  frame(time: number, now: number): void;
  pong(sent: number, serverTime: number, now: number): void;
  at(now: number): number | null;
  reset(): void;
}
export class Backoff {
  constructor(options?: { first?: number; most?: number; random?: () => number });
  attempts: number;
  next(after?: number): number;
  reset(): void;
}

// -- the stream -----------------------------------------------------------------------

export interface InputFields {
  /** The stick: x, z in the unit disc. */
  move?: Vec2;
  look?: Vec2 | null;
  gait?: Gait;
  axes?: Axes;
  camera_yaw?: number;
  speed?: number;
  strafe?: number;
  jump?: boolean;
  responsive?: boolean;
}
export interface SpawnFields {
  model?: string;
  position?: Vec2;
  facing?: number;
  body?: { model?: string; betas?: readonly number[] };
  /** In place of body: id of a character that was put. */
  character?: string;
  /** What moves it. */
  motion?: "network" | "matching" | "auto";
  /** Inputs (the default), or somebody who is seen: `Character.observe`. */
  drive?: "motion" | "observe";
  /** Whose motion it has: a name, or parts of several. */
  style?: string | Readonly<Record<string, number>>;
  /** Somebody, 0 to 65535: a mix of styles, a pace, glances. */
  variation?: number;
  /** The controller's constants, over those of a preset. */
  control?: { preset?: "posed" | "original" | "paper" } & { readonly [constant: string]: number | string | undefined };
}
export interface ProfileFields {
  channels?: readonly Channel[];
  divisor?: number;
  quantize?: 48 | 32;
}
export interface Welcome {
  session: string;
  resume_token?: string;
  resumed: boolean;
  tick: number;
  tick_rate: number;
  skeletons: { model: string; default: boolean; samples: number; joints: { name: string; parent: string | null; offset: number[]; webxr?: string; openxr?: string; webxr_axes?: number[] }[] }[];
  /** Those that are on the stage already. */
  characters?: { id: number; model: string }[];
  limits: Record<string, number>;
}
export interface StreamEvent {
  event: "footstep" | "jump" | "land" | "blocked" | "arrived" | "unreachable";
  foot?: "left" | "right";
  id: number;
  tick: number;
  time: number;
  position: [number, number, number];
}
export interface StreamOptions {
  scene?: string;
  watch?: string;
  /** "host:port" of a VRM application; the server has to permit it (stream.vmc_allow). */
  vmc?: string;
  /** The token of an earlier session. */
  resume?: string;
  profile?: ProfileFields;
  /** A class as the browser's; the global one when left out. */
  WebSocket?: any;
  ticket?: () => Promise<string>;
  /** Ticks behind the newest frame; 2.5. */
  delay?: number;
  attempts?: number;
  respawn?: boolean;
  /** Seconds without a message after which the connection counts as lost; 10. 0: it is left to the platform. */
  silence?: number;
  now?: () => number;
  backoff?: Backoff;
  timeline?: Timeline;
  clock?: ServerClock;
}
/** Frames come more rarely than asked: ticks between two, on average (0: none came); of one character's vertices. */
export interface Lowered {
  asked: number;
  divisor: number;
  vertices_divisor?: number;
  detail: string;
}
interface StreamListeners {
  welcome: Welcome;
  frame: Frame;
  event: StreamEvent;
  lowered: Lowered;
  stats: Record<string, number>;
  error: { code: string; pointer: string; detail: string };
  observed: Observed;
  bye: { reason: string; come_back: boolean; after?: number; detail: string };
  lost: { before: string; session: string };
  /** The connection was lost and is made anew; its code is "silent", "disconnected" or the reason of the bye. */
  disconnected: StreamError;
  state: "closed" | "connecting" | "open" | "waiting";
}
export class StreamError extends Error {
  code: string;
  pointer: string;
  detail: string;
  errors: { pointer: string; detail: string }[];
}
export interface ObserveOptions {
  set?: "coco17" | "openpose25" | "mediapipe33" | "h36m17" | "sam3d70" | "webxr83" | "openxr70" | "openxr84";
  confidence?: readonly number[] | Record<string, number>;
  axes?: "world" | "camera";
  root?: "hips" | "seen";
  mirror?: boolean;
  noise?: number;
  /** Of trackers (sets webxr83, openxr70, openxr84): x, y, z, w in the world. */
  orientations?: readonly (readonly number[] | null)[] | Record<string, readonly number[] | null>;
  /** Of who wears the trackers: metres, sole to crown. */
  height?: number;
  /** They stand upright in a T-pose now. */
  calibrate?: boolean;
  camera?: { width?: number; height?: number; fx?: number; fy?: number; cx?: number; cy?: number; rotation?: readonly number[]; translation?: Vec3 };
  /** Seconds of a clock that only goes forwards; the stream's own when missing. */
  time?: number;
}
/** Quaternions x, y, z, w by the bones that sensors sit on; null where one said nothing. */
export type Sensors = Readonly<Record<string, readonly number[] | null>>;
export interface SensorOptions extends Pick<ObserveOptions, "mirror" | "calibrate" | "time"> {
  /** What they read in the calibration pose; missing, and never `calibrate`d: they are on the bones as the model's joints are. */
  tpose?: Sensors;
  pose?: "t" | "n";
  up?: "x" | "y" | "z";
  /** Degrees: where the person faced in the calibration pose, in the sensors' world. */
  facing?: number;
  /** Degrees, one standard deviation. */
  noise?: number;
}
export interface Observed {
  id: number;
  time: number;
  rms?: number;
  rms_pixels?: number;
  rms_degrees?: number;
  solve_ms: number;
  mirrored: boolean;
  unseen: string[];
  trouble?: string;
}
export class Character {
  readonly id: number;
  readonly model: string;
  /** Of a user's own character (spawn's `character`), else null: names of its file's nodes by the order of frames, the one that is moved, the size. */
  readonly joints: readonly string[] | null;
  readonly root: string | null;
  /** Nodes besides the root's that frames move as well as turn: feet and hands that hang elsewhere in the file than at their limbs. */
  readonly translated: readonly string[];
  readonly scale: number;
  input(fields: InputFields): number;
  inputText(fields: InputFields): Promise<unknown>;
  follow(path: readonly Vec2[], options?: { closed?: boolean; lookahead?: number; speed?: number; gait?: Gait; space?: number; wander?: number; round?: boolean }): Promise<unknown>;
  /** From one random place to another for ever, within `radius` metres (5) of `middle` ([0, 0]), `space` metres (1) from the others. */
  wander(options?: { middle?: Vec2; radius?: number; space?: number; speed?: number; gait?: Gait }): Promise<unknown>;
  look(at?: Vec2 | null, gaze?: { point?: Vec3; weight?: number; seconds?: number; anchor?: Anchor }): Promise<unknown>;
  /** Of a body: expressions by name (ARKit's blend shapes, visemes) and hands by name; what is left out ends. */
  face(options?: { blend_shapes?: Record<string, number>; left_hand?: HandPose; right_hand?: HandPose; seconds?: number }): Promise<unknown>;
  reach(joint: "left_hand" | "right_hand", target?: Vec3 | null,
        options?: { weight?: number; seconds?: number; anchor?: Anchor; normal?: Vec3; slide?: boolean }): Promise<unknown>;
  sit(seat?: Vec2 | null, options?: { facing?: number; height?: number; seconds?: number; space?: number }): Promise<unknown>;
  /** Of one that was spawned with `drive: "observe"`; its seq, 0 while there is no connection. */
  observe(points: readonly (readonly number[] | null)[] | Record<string, readonly number[] | null>, options?: ObserveOptions): number;
  /** Of the same: what inertial sensors read. */
  observeSensors(sensors: Sensors, options?: SensorOptions): number;
  despawn(): Promise<unknown>;
}
export class Stream {
  constructor(url: string, options?: StreamOptions);
  state: StreamListeners["state"];
  session: string | null;
  token: string | null;
  welcome: Welcome | null;
  /** The last `lowered`; null while everything comes that was asked for. */
  readonly lowered: Lowered | null;
  readonly divisor: number;
  clock: ServerClock;
  timeline: Timeline;
  on<K extends keyof StreamListeners>(name: K, listener: (value: StreamListeners[K]) => void): this;
  off<K extends keyof StreamListeners>(name: K, listener: (value: StreamListeners[K]) => void): void;
  open(): Promise<Welcome>;
  spawn(fields?: SpawnFields): Promise<Character>;
  profile(fields: ProfileFields): Promise<unknown>;
  ping(): Promise<number>;
  sample(now?: number): FrameCharacter[];
  leave(): Promise<void>;
  close(): void;
}
