/** Client of posed for browsers and node. Units are metres, radians and seconds. Coordinates are right-handed with +Y up. Quaternions are x, y, z, w. */

export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];
export type Gait = "auto" | "walk" | "jog" | "run" | "crouch";
export type HandPose = "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
/** Whether a point is fixed in the world, or moves with the character's root. */
export type Anchor = "world" | "root";
/** Axes of the stick: those of the world, of the character's facing, or of a camera that is turned by `camera_yaw`. */
export type Axes = "world" | "character" | "camera";
/** Part of a frame that a client asks for. */
/** An utterance: one of text, words, characters, phones and visemes. `source` says in whose form a list is. */
export interface Utterance {
  text?: string;
  words?: object[];
  characters?: object;
  phones?: object[];
  visemes?: object[];
  source?: "posed" | "arpabet" | "ipa" | "oculus" | "openxr" | "vrm" | "rhubarb" | "azure" | "polly" | "google" | "elevenlabs";
  speed?: number;
}
/** Options of Character.say(). */
export interface SayOptions {
  /** Voice of libflite, or the operator's own; the default is slt. */
  voice?: "slt" | "rms" | "awb" | "kal" | "own";
  /** Factor of the rate of speech, 0.25 to 4. */
  speed?: number;
  /** AudioContext that plays the sound; the default is `stream.audio`. */
  audio?: any;
  /** AudioNode that receives the sound; the default is the context's destination. */
  output?: any;
  /** Name that the messages `speech` repeat. */
  utterance?: string;
}
/** What Character.say() began. */
export interface Said {
  utterance: string;
  /** Duration in seconds. */
  seconds: number;
  visemes: http.SpeechViseme[];
  words: http.SpeechWord[];
  /** False if the browser plays no sound, for example before a gesture of the user. The mouth then moves alone. */
  sound: boolean;
  /** Local time (`now` of the stream) at which time 0 of the sound is expected to be heard. */
  heard: number;
}
/** Options of Character.feel(). */
export interface FeelOptions {
  /** Amounts from 0 to 1; several mix. */
  emotions?: Partial<Record<"calm" | "happy" | "sad" | "angry" | "surprised" | "afraid" | "disgusted", number>>;
  /** Duration of the change in seconds, 0 to 10; the default is 0.5. */
  seconds?: number;
  /** auto: speaking while it speaks, listening while its partner does. */
  part?: "auto" | "speaking" | "listening" | "thinking";
  /** Character of the session to which it talks. */
  partner?: Character | number;
  /** How much head and brows move: 0 not at all, 1 twice as much as usual; the default is 0.5. */
  liveliness?: number;
}
/** Options of Character.listen(). */
export interface ListenOptions {
  /** What is said, if it is known: it says which shapes come, 0.05 s later. */
  text?: string;
  /** Name that the messages `speech` repeat. */
  utterance?: string;
  /** Seconds until the first sample is heard, for sound that is played later. Without it the sound is live. */
  delay?: number;
  /** Duration of a chunk in seconds, 0.005 to 0.5; the default is 0.02. */
  seconds?: number;
  /** AudioContext for a MediaStream; the default is `stream.audio`. */
  audio?: any;
}
/** A sound that a character's mouth follows. */
export interface Hearing {
  /** Seconds by which the mouth is behind the sound on average, without the way to the server. */
  readonly lag: number;
  /** Sends samples of one channel: from -1 to 1, or of 16 bits. */
  send(samples: Float32Array | Int16Array): void;
  /** Ends the sound after what was sent. */
  end(): Promise<void>;
}
/** An event of a character's speech: the stream's event `speech`. */
export interface SpeechEvent {
  event: "speech_started" | "word" | "speech_ended";
  id: number;
  tick: number;
  time: number;
  at: number;
  utterance?: string;
  seconds?: number;
  word?: string;
  end?: number;
  stopped?: boolean;
}
/** The start or the end of a clip that a character plays: the stream's event `clip`. */
export interface PlayEvent {
  event: "play_started" | "play_ended";
  id: number;
  tick: number;
  time: number;
  clip: string;
  /** play_started: duration of the clip in seconds. */
  seconds?: number;
  /** play_ended: seconds of the clip that were played. */
  at?: number;
  /** play_ended: why it ended. */
  reason?: "done" | "stopped" | "replaced" | "stick" | "sit";
}
/** How a clip is played. What is left out is as the clip was put. */
export interface PlayOptions {
  /** Joints that play it while the others move on: "all", "upper", "trunk", "head", "arms", "left_arm", "right_arm", "legs", "left_leg", "right_leg", or joints such as "LeftForeArm". */
  mask?: string | readonly string[];
  /** Share of the clip's pose for each entry of mask, 0 to 1. */
  weights?: readonly number[];
  fade?: number;
  fade_out?: number;
  speed?: number;
  loop?: boolean;
  root?: boolean;
  feet?: boolean;
  queue?: boolean;
}
export type Channel = "root" | "joints" | "rotations" | "contacts" | "trajectory" | "smpl" | "vertices" | "character" | "face" | "soft";

// -- HTTP ------------------------------------------------------------------------
//
// The fields of all routes and of their replies are in fields.d.ts, which is generated from /openapi.json.

import type * as http from "./fields.js";
export type { http };

/** Fields of one body: shape and pose. */
export type BodyFields = NonNullable<http.MakeMeshesFields["bodies"]>[number];
/** Fields of a mesh request: shape, pose, person, clothes, and the arrays that the reply includes. */
export type MeshFields = Omit<http.MakeMeshesFields, "bodies" | "format">;
/** Fields of a request for joints. */
export type JointsFields = Omit<http.MakeJointsFields, "bodies" | "format">;
/** Fields of a request for measurements. */
export type MeasureFields = Omit<http.MeasureBodiesFields, "bodies">;
/** Fields of an inverse kinematics request. */
export type IkFields = http.SolveIkFields;
/** Fields of a roll-out: a script, and the character that follows it. */
export type RolloutFields = Omit<http.RolloutMotionFields, "format">;
export type IkSolution = http.Solution;
/** Contents of a file, as requests take it. */
export type Bytes = ArrayBuffer | ArrayBufferView | Blob;
/** Arrays of one body. Vertices, joints and normals have three numbers each, faces three indices each. */
export interface Mesh {
  /** Coordinate frame of the numbers: "gltf" unless the request named another one. */
  frame: string;
  vertices?: Float32Array;
  joints?: Float32Array;
  normals?: Float32Array;
  faces?: Uint32Array;
}
export interface RequestOptions {
  /** Cancels the request. */
  signal?: AbortSignal;
  /** Media type of the request body. */
  type?: string;
  headers?: Record<string, string> | Headers | [string, string][];
}

/** Error that a request throws when the reply is not a success. */
export class PosedError extends Error {
  /** HTTP status. */
  status: number;
  /** Description of the first error, with its place and what is allowed. */
  detail: string;
  /** All errors, each with the JSON pointer of its field. */
  errors: { pointer: string; detail: string }[];
  /** Seconds after which the request may be sent again; null where the server named none. */
  retryAfter: number | null;
}

/** A posed server. Requests that fail throw a PosedError. */
export class Posed {
  /**
   * base: address of the server; the default is the page's origin, or http://127.0.0.1:8080 outside a page. key: API key.
   * timeout: a request fails after this many seconds without a byte; the default is 60, and 0 means never.
   * warn: takes a reply's warning, a value that was accepted but looks like a mistake, each text once; the default is console.warn.
   */
  constructor(base?: string, options?: { key?: string | null; fetch?: typeof fetch; timeout?: number; warn?: (text: string) => void });
  base: string;
  /** Sends a request. Bytes are sent unchanged, any other body as JSON. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  /** Sends a request and parses the reply, which is JSON. */
  json<T = unknown>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  /** Version and build of the server. */
  version(): Promise<http.Version>;

  /** Lists the models. */
  models(): Promise<http.ModelSummary[]>;
  /** Describes a model: sizes, joints, licence. The default id is "default". */
  model(id?: string): Promise<http.Model>;
  /** Makes the server read the model's file again. */
  reload(id?: string): Promise<http.Reloaded>;
  /** Lists the clothes, hair and shoes that bodies can wear. */
  wardrobe(): Promise<http.Wardrobe>;
  /** Triangles of a model, three vertex indices each. They are the same for all of its bodies. */
  faces(id?: string): Promise<Uint32Array>;
  /** Makes one body. */
  mesh(id?: string, fields?: MeshFields, options?: RequestOptions): Promise<Mesh>;
  /** Makes several bodies; `fields.bodies` has the fields of each. */
  meshes(id?: string, fields?: MeshFields & Pick<http.MakeMeshesFields, "bodies">, options?: RequestOptions): Promise<Mesh[]>;
  /** Address of a body's .glb file, for a loader or a link. */
  glbUrl(id?: string, fields?: MeshFields): string;
  /** Fetches a body as a .glb file. */
  glb(id?: string, fields?: MeshFields, options?: RequestOptions): Promise<ArrayBuffer>;
  /** Joint positions of one body, three numbers each. */
  joints(id?: string, fields?: JointsFields, options?: RequestOptions): Promise<Float32Array>;
  /** Height, mass, girths and other measurements of one body. */
  measure(id?: string, fields?: MeasureFields, options?: RequestOptions): Promise<http.Measurements>;
  /** Finds the body that fits measurements. */
  fit(id: string | undefined, fields: http.FitMeasurementsFields & { measurements: object }, options?: RequestOptions): Promise<http.MeasuredFit>;
  /** Finds the body and pose that fit observed joints, keypoints or markers. */
  fit(id: string | undefined, fields: http.FitMeasurementsFields & { observations: object }, options?: RequestOptions): Promise<http.ObservedFit>;

  /** Solves several inverse kinematics problems. */
  ik(fields: IkFields & { problems: object }, options?: RequestOptions): Promise<http.Solutions>;
  /** Solves one inverse kinematics problem. */
  ik(fields: IkFields, options?: RequestOptions): Promise<http.Solution>;
  /** Lists the skeletons for inverse kinematics. */
  skeletons(): Promise<http.SkeletonSummary[]>;
  /** Describes a skeleton. */
  skeleton(id: string, fields?: http.GetSkeletonFields): Promise<http.Skeleton>;
  /** Stores a skeleton, from a glTF or VRM file or from fields. */
  putSkeleton(id: string, skeleton: Bytes | http.PutSkeletonFields, fields?: Pick<http.PutSkeletonFields, "skin" | "bones" | "metres_per_unit">, options?: RequestOptions): Promise<http.Skeleton>;
  /** Deletes a stored skeleton. */
  deleteSkeleton(id: string): Promise<null>;
  /** Moves a character by a script. The format is JSON, BVH text, or a file in bytes. */
  rollout(fields: RolloutFields, options?: RequestOptions & { format?: "json" }): Promise<http.Motion>;
  rollout(fields: RolloutFields, options: RequestOptions & { format: "bvh" }): Promise<string>;
  rollout(fields: RolloutFields, options: RequestOptions & { format: Exclude<http.RolloutMotionFields["format"], "json" | "bvh" | undefined> }): Promise<ArrayBuffer>;
  /** Returns mouth shapes and words of an utterance; with `voice` its sound too, as a WAV file. */
  speech(fields: http.MakeSpeechFields, options?: RequestOptions): Promise<http.Speech>;
  /** Lists the stored scenes. */
  clips(): Promise<http.Clip[]>;
  /** Describes a clip that characters can play. */
  clipInfo(id: string): Promise<http.Clip>;
  /** Stores a motion of a person under an id, for characters to play: bytes of a BVH, FBX, GLB, VRMA or npz. */
  putClip(id: string, motion: Bytes, fields?: http.PutClipFields, options?: RequestOptions): Promise<http.Clip>;
  deleteClip(id: string): Promise<null>;
  scenes(): Promise<http.Scene[]>;
  /** Describes a scene. */
  scene(id: string, fields?: http.GetSceneFields): Promise<http.Scene>;
  /** Stores a scene: ground, walls and areas, from fields or from the bytes of a height map. */
  putScene(id: string, scene: Bytes | http.PutSceneFields, options?: RequestOptions & { fields?: Pick<http.PutSceneFields, "cell" | "scale" | "columns" | "x" | "z"> }): Promise<http.Scene>;
  /** Deletes a stored scene. */
  deleteScene(id: string): Promise<null>;

  /** Lists the uploaded characters. */
  characters(): Promise<http.CharacterSummary[]>;
  /** Describes an uploaded character. */
  character(id: string): Promise<http.Character>;
  /** Uploads a character: the bytes of a .glb or .vrm file that has a skeleton. */
  putCharacter(id: string, bytes: Bytes, fields?: http.PutCharacterFields, options?: RequestOptions): Promise<http.Character>;
  /** Deletes an uploaded character. */
  deleteCharacter(id: string): Promise<null>;
  /** Puts a motion onto an uploaded character. bytes: the motion's file. Returns the character's file with the motion as its first animation. */
  clip(id: string, bytes: Bytes, fields?: http.MakeCharacterClipFields, options?: RequestOptions): Promise<ArrayBuffer>;
  /** Makes a skeleton and skin weights for a mesh, as JSON or as a .glb file. */
  rig(bytes: Bytes, fields: http.RigMeshFields & { format: "json" }, options?: RequestOptions): Promise<http.Rig>;
  rig(bytes: Bytes, fields?: http.RigMeshFields & { format?: "glb" }, options?: RequestOptions): Promise<ArrayBuffer>;

  /** Starts a job: the fit of a take of markers, keypoints or joints. */
  createJob(take: Bytes | http.CreateJobFields, fields?: Pick<http.CreateJobFields, "model" | "noise" | "up" | "protocol">, options?: RequestOptions): Promise<http.Job>;
  /** Lists the jobs. */
  jobs(): Promise<http.Job[]>;
  /** State and progress of a job. */
  job(id: string): Promise<http.Job>;
  /** Cancels a job, or deletes its result. */
  deleteJob(id: string): Promise<null>;
  /** Result of a finished job, as JSON, BVH text, or a .glb or .npz file. */
  jobResult(id: string, fields?: http.GetJobResultFields & { format?: "json" }, options?: RequestOptions): Promise<http.Take>;
  jobResult(id: string, fields: http.GetJobResultFields & { format: "bvh" }, options?: RequestOptions): Promise<string>;
  jobResult(id: string, fields: http.GetJobResultFields & { format: "glb" | "npz" }, options?: RequestOptions): Promise<ArrayBuffer>;

  /** Fetches a ticket, with which a browser opens a stream without showing its API key. route: as for stream(). */
  ticket(options?: RequestOptions & { route?: string }): Promise<string>;
  /**
   * Opens a stream. route: a name that all clients of one session share; a router in front of several daemons sends clients with the same name to the same daemon.
   */
  stream(options?: StreamOptions & { route?: string }): Stream;
}
/**
 * Makes a fetch for `new Posed(base, { fetch })` that waits for the server. It repeats a GET without end while the server cannot be reached, sends nothing for
 * `silence` seconds (30), or answers 502, 503 or 504. It calls waiting(error) before each wait, and waiting(null) after the reply that ended the waiting.
 */
export function waitingFetch(options?: { fetch?: typeof fetch; silence?: number; backoff?: () => Backoff; waiting?: (error: Error | null) => void }): typeof fetch;

// -- three.js ----------------------------------------------------------------------

/** Writes a mesh into a BufferGeometry. THREE: the three.js module, of which only BufferAttribute is used. */
export function fillGeometry<G extends object>(THREE: { BufferAttribute: new (array: any, itemSize: number) => any }, geometry: G, mesh: Mesh): G;
/** Poses bones. bones[j] is joint j of the skeleton in the welcome message. The group moves to the character's root. */
export function fillSkeleton(group: object, bones: readonly object[], character: FrameCharacter): void;
/**
 * Poses an uploaded character. object: the scene of the uploaded file. character: the result of Stream.spawn({ character }). sampled: this character's element of
 * Stream.sample().
 */
export function fillCharacter(object: object, character: Character, sampled: FrameCharacter | undefined): void;
/** Poses the rigged .glb of a body, as GLTFLoader loads it, from the channel smpl. lift: height of the soles, from soles(). */
export function fillBody(object: object, sampled: FrameCharacter | undefined, options?: { lift?: number }): void;
/**
 * Poses eyes and fingers of a body's rigged .glb from the channel face, and sets its morph targets of lids and expressions. A file has those morph targets when it was
 * made with `face: true`.
 */
export function fillFace(object: object, sampled: FrameCharacter | undefined): void;
/**
 * Sets the morph targets of soft tissue of a body's rigged .glb, made with `soft: true`, from the channel soft. The character is spawned with
 * `body: { soft: true }`.
 */
export function fillSoft(object: object, sampled: FrameCharacter | undefined): void;
/** Sets the morph targets of a rigged .glb that follow the pose: correctives and sculpts. Call it in each frame, after the bones are posed. */
export function fillDriven(object: object): void;
/** A limb of RigControls. Positions are x, y, z in metres, in the limb's space. */
export interface RigLimb {
  /** The three bones: root, middle and end. */
  bones: object[];
  /** Switch between FK (0: the bones as they are posed) and IK (1). */
  ik: number;
  /** Point that the end of the limb reaches for. */
  target: number[];
  /** Point that the middle joint points to. */
  pole: number[];
  /** Name of the space of target and pole: world, pelvis, chest or head. Change it by setSpace. */
  space: string;
}
/** The controls of arms and legs of a rigged .glb that was made with `controls: true`. object: the scene that GLTFLoader made. */
export class RigControls {
  constructor(object: object);
  limbs: Record<string, RigLimb>;
  /** Puts target and pole where the limb is now, so that a switch to IK moves nothing. */
  match(limb: string): void;
  /** Changes the space of target and pole, which stay where they are. */
  setSpace(limb: string, space: string): void;
  /** Bends the limbs, then sets the morph targets that follow the pose. Call it in each frame, after the bones are posed. */
  update(): void;
}
/** Computes the local rotation of an eye (0: left, 1: right) from the weights of the channel face. */
export function eyeRotation(weights: ArrayLike<number>, eye: number, out?: Float32Array): Float32Array;
/** Frees the geometries, materials and textures of an object. */
export function disposeAll(object: object): void;
/** Distance, in metres, from the soles of bare feet down to the soles of the object's shoes. */
export function soles(object: object): number;

// -- headsets -------------------------------------------------------------------------

/** Trackers of an XRFrame, for Character.observe(trackers.points, trackers). */
export interface XrTrackers extends ObserveOptions {
  set: "webxr83";
  points: Record<string, readonly number[]>;
  orientations: Record<string, readonly number[]>;
}
/** Reads the trackers of a WebXR frame. space: an XRReferenceSpace whose floor is at y = 0. Returns null when nothing is tracked. */
export function xrTrackers(frame: object, space: object, options?: Omit<ObserveOptions, "set" | "orientations" | "camera">): XrTrackers | null;
/** Returns the world poses of a character's joints by the names of WebXR's XRBodyJoint. skeleton: an element of `skeletons` in the welcome message. */
export function xrBody(sampled: FrameCharacter | undefined, skeleton: Welcome["skeletons"][number]): Map<string, { position: number[]; orientation: number[] }>;

// -- frames -------------------------------------------------------------------------

/** One character of a frame. Root and yaw are in the world; all other arrays are in the root's frame. toWorld() turns them by yaw about +Y and adds the root. */
export interface FrameCharacter {
  /** Id of the character in its session. */
  id: number;
  /** Number of the last input that this frame includes, at most 2^53. */
  seq: number;
  /** Bits of the channels that the frame has (CHANNELS). */
  channels: number;
  /** Ground contacts as bits: 0 left heel, 1 left toe, 2 right heel, 3 right toe. */
  contacts: number;
  /** Gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump. */
  gait: number;
  /** Phase of the gait, 0 to 2 pi. */
  phase: number;
  /** Position of the root on the ground, in the world: x, y, z. */
  root: Float32Array;
  /** Heading of the root in the world, about +Y. */
  yaw: number;
  /** Joint positions, three numbers each. */
  joints?: Float32Array;
  /** Joint rotations relative to the parent joint, a quaternion each. */
  rotations?: Float32Array;
  /** Predicted and past trajectory: points on the ground, and directions of facing as angles. */
  trajectory?: { points: Float32Array; facings: Float32Array };
  /** Pose of a SMPL body: position of the pelvis, and local rotations of the joints. */
  smpl?: { pelvis: Float32Array; rotations: Float32Array };
  /** Vertices of the body, three numbers each. */
  vertices?: Float32Array;
  /**
   * Pose of an uploaded character, in the frames of its file: translation of the root's node, rotations of the nodes, and translations of the nodes that
   * Character.translated names.
   */
  character?: { root: Float32Array; rotations: Float32Array; translations: Float32Array };
  /** Position of the first joint in the root's frame; compact frames have it. */
  hips?: Float32Array;
  /**
   * Face and fingers of a body: weights in the order of FACE_NAMES, and local rotations of the finger joints. The left hand comes first; a hand has index, middle, pinky,
   * ring and thumb, with three joints each from the palm outwards.
   */
  face?: { weights: Float32Array; fingers: Float32Array };
  /** Soft-tissue coefficients of a body: weights of the morph targets that `soft` of Character names. */
  soft?: Float32Array;
}
/** A decoded frame of the stream. */
export interface Frame {
  tick: number;
  /** Time of the frame on the server's clock, in seconds. */
  time: number;
  /** Bits of a rotation on the wire. */
  rotationBits: 48 | 32;
  characters: FrameCharacter[];
  /** True if characters that it lacks are there, too: the profile has a budget. */
  partial?: boolean;
}
/** Sizes of a character's arrays in a frame, from the skeletons of the welcome message. */
export interface Counts {
  joints: number;
  samples: number;
}
/** Decodes the compact frames of one connection, in the order in which they come. decode() returns null for a frame that depends on a frame that was lost. */
export class WireReader {
  static isCompact(bytes: ArrayBuffer | ArrayBufferView): boolean;
  decode(bytes: ArrayBuffer | ArrayBufferView): Frame | null;
}
/** Bit of each channel in FrameCharacter.channels. */
export const CHANNELS: Readonly<Record<Channel, number>>;
/** Names of the weights of the channel face, in their order. */
export const FACE_NAMES: readonly string[];
/** Names of the joints of the channel smpl, in their order. */
export const SMPL_NAMES: readonly string[];
/** Names of the finger joints of the channel face, in their order. */
export const FINGER_NAMES: readonly string[];
/** Names of the eye joints of posed's GLB files: left, right. */
export const EYE_NAMES: readonly string[];
/** Names of the gaits, by their number on the wire. */
export const GAITS: readonly Gait[];
/** Names of the axes, by their number on the wire. */
export const AXES: readonly Axes[];
/** Error of decodeFrame(): the bytes are not a frame. */
export class FrameError extends Error {}
/** Decodes a binary frame. counts: sizes of the arrays of all characters, or a function of the character's id. */
export function decodeFrame(bytes: ArrayBuffer | ArrayBufferView, counts: Counts | ((id: number) => Counts)): Frame;
/** Encodes an input message. */
export function encodeInput(input: InputFields & { id: number; seq?: number; tick?: number }): Uint8Array;
/** Returns an encoded input as the server reads it. */
export function decodeInput(bytes: Uint8Array): Required<Pick<InputFields, "move" | "camera_yaw" | "strafe" | "speed" | "gait" | "axes" | "jump" | "responsive">> & { look: Vec2 | null };
/** Encodes the binary message of a sound. samples: in the form that `hear` named. at: number of the first one. */
export function encodeSound(sound: { id: number; at: number; samples: ArrayBufferView }): Uint8Array;
/** Moves points from the root's frame to the world. */
export function toWorld(character: FrameCharacter, points: Float32Array, out?: Float32Array): Float32Array;
/** Changes the signs of quaternions so that each is on the same hemisphere as the one in `before`. Returns q. */
export function nearer(q: Float32Array, before: ArrayLike<number>): Float32Array;
/** Interpolates arrays of quaternions on the shorter arc. Returns out. */
export function slerp(out: Float32Array, a: ArrayLike<number>, b: ArrayLike<number>, t: number): Float32Array;

/** A ray of Stream.cast(): world, metres; `along` of any length. length: 100 m by default. radius: of a sphere that moves along it. */
export interface Ray {
  from: ArrayLike<number>;
  along: ArrayLike<number>;
  length?: number;
  radius?: number;
}
/** Which characters rays pass through, how many each ray reports (1), what surface they meet, and the moment. */
export interface CastOptions {
  without?: number[];
  hits?: number;
  surface?: "body" | "bones" | "capsules";
  tick?: number;
  span?: number;
  fraction?: number;
}
/** A character that a ray meets. triangle, corners, weights: on the body's mesh; absent for capsules. */
export interface Hit {
  id: number;
  member?: number;
  joint: string;
  distance: number;
  point: [number, number, number];
  normal: [number, number, number];
  triangle?: number;
  corners?: [number, number, number];
  weights?: [number, number, number];
}
/**
 * Buffer of decoded frames, which interpolates between them. After the newest frame it extrapolates for `limit` seconds (0.1), then holds. It does not interpolate between
 * frames that are more than `gap` seconds (0.5) apart. capacity: number of frames that it keeps (64).
 */
export class Timeline {
  constructor(options?: { capacity?: number; limit?: number; gap?: number });
  /** Adds a frame. Returns false, and drops the frame, when it is not newer than the newest one. */
  push(frame: Frame): boolean;
  /** Characters at that time of the server's clock. */
  sample(time: number): FrameCharacter[];
  /** The moment that sample(time) shows: between the frame of `tick` and the one `span` ticks later. Null before the first frame. */
  moment(time: number): { tick: number; span: number; fraction: number } | null;
  /** Removes a character from all frames. */
  remove(id: number): void;
  clear(): void;
  readonly newest: { time: number; tick: number; characters: Map<number, FrameCharacter> } | null;
}
/**
 * Estimates the server's clock from the arrival of frames: the frame that travelled fastest in the last `window` seconds (4) defines the offset. The offset in use
 * follows it by at most `slew` seconds a second (0.05), so that motion does not jump.
 */
export class ServerClock {
  constructor(options?: { window?: number; slew?: number; tolerance?: number });
  /** Seconds that the local clock is ahead of the server's; null before the first frame. */
  offset: number | null;
  /** Round trip of the last ping, in seconds. */
  roundTrip: number | null;
  /** Notes a frame: its time on the server's clock, and the local time of its arrival. */
  frame(time: number, now: number): void;
  /** Notes the reply to a ping: local time of sending, time on the server's clock, local time of arrival. */
  pong(sent: number, serverTime: number, now: number): void;
  /** Time on the server's clock at a local time; null before the first frame. */
  at(now: number): number | null;
  reset(): void;
}
/** Delays between attempts to reconnect. Each is a random time from 0 to a limit: `first` seconds (1), doubled after each attempt up to `most` (8). */
export class Backoff {
  constructor(options?: { first?: number; most?: number; random?: () => number });
  attempts: number;
  /** Seconds to wait before the next attempt. after: seconds that the server asked for, which are added. */
  next(after?: number): number;
  /** Seconds to wait again when a delay ended `late` seconds too late, because the computer slept; 0: none. */
  again(late: number): number;
  reset(): void;
}

// -- the stream -----------------------------------------------------------------------

/** Input of a character, which holds until the next one. A field that is left out has its default: no movement. */
export interface InputFields {
  /** Position of the stick: x, z in the unit disc. */
  move?: Vec2;
  /** Direction to face: x, z. A standing character turns to it; a moving one with `strafe`. */
  look?: Vec2 | null;
  gait?: Gait;
  /** Axes of `move` and `look`; the default is "world". */
  axes?: Axes;
  /** Heading of the camera about +Y, for `axes: "camera"`. */
  camera_yaw?: number;
  /** Speed at full stick in m/s; 0 or absent: the gait's own. */
  speed?: number;
  /** Strafing, 0 to 1: 0 faces the direction of movement, 1 faces `look`. */
  strafe?: number;
  jump?: boolean;
  /** Reacts faster to the stick, at the cost of smoothness. */
  responsive?: boolean;
}
/** A new character. */
export interface SpawnFields {
  /** Id of the motion model. */
  model?: string;
  /** Start on the ground: x, z. */
  position?: Vec2;
  /** Heading at the start, about +Y. */
  facing?: number;
  /** Body that the character has, for the channels smpl, vertices and face. */
  body?: { model?: string; betas?: readonly number[] };
  /** Id of an uploaded character, in place of body. */
  character?: string;
  /** Kind of model that moves the character. "auto" takes the kind of `model`. */
  motion?: "network" | "matching" | "auto";
  /** "motion": inputs move the character (the default). "observe": it follows a person whom a camera or trackers see (Character.observe). */
  drive?: "motion" | "observe";
  /** Style of motion: a name, or weights of several names. */
  style?: string | Readonly<Record<string, number>>;
  /** Seed of an individual way of moving, 0 to 65535: a mix of styles, a pace, glances. */
  variation?: number;
  /** True lets other programs order the character by POST /v1/rooms/{id}/speak, look, play and feel. */
  orders?: boolean;
  /** Constants of the controller that differ from those of the preset. */
  control?: { preset?: "posed" | "cinematic" | "game" | "original" | "paper" } & { readonly [constant: string]: number | string | undefined };
}
/** What the client wants to receive. */
export interface ProfileFields {
  channels?: readonly Channel[];
  /** Ticks between two frames: 1 receives every tick. */
  divisor?: number;
  /** Bits of a rotation. */
  quantize?: 48 | 32;
  /** Largest error of a joint in compact frames, 1 to 10 millimetres; 0: plain frames. */
  compact?: number;
  /** Bytes of frames a second, 1000 or more: near characters come in every tick, farther ones more seldom. Not with `compact`. */
  budget?: number;
  /** With budget: point from which the client sees, x and z; by default its first character. */
  view?: ArrayLike<number>;
  /** With budget: distance in metres beyond which characters are left out (60). */
  radius?: number;
}
/** Member of a room. */
export interface Member {
  member: number;
  name?: string;
}
/** A client that has joined or left the room, and the number of the room's host from then on. */
export interface MemberChange extends Member {
  host?: number;
}
/** An object of the room and the number of the member that has it now; absent when nobody has it. */
export interface Taken {
  object: string;
  member?: number;
}
/** Text that another member of the room has sent. */
export interface RoomMessage {
  member: number;
  name?: string;
  text: string;
}
/** First message of a session. */
export interface Welcome {
  session: string;
  /** Name of the room, the number of this client in it, and all its members; absent outside rooms. */
  room?: string;
  member?: number;
  members?: Member[];
  /** Number of the member that is host of the room. */
  host?: number;
  /** Objects that members of the room have taken. */
  taken?: Taken[];
  /** Token that resumes this session, or the place in the room, after a lost connection; watchers have none. */
  resume_token?: string;
  /** True when an earlier session goes on. */
  resumed: boolean;
  tick: number;
  tick_rate: number;
  skeletons: { model: string; default: boolean; samples: number; joints: { name: string; parent: string | null; offset: number[]; webxr?: string; openxr?: string; webxr_axes?: number[] }[] }[];
  /** Characters that the session already has. */
  characters?: { id: number; model: string; member?: number }[];
  limits: Record<string, number>;
}
/** Event of a character. */
export interface StreamEvent {
  event: "footstep" | "jump" | "land" | "blocked" | "arrived" | "unreachable";
  foot?: "left" | "right";
  id: number;
  tick: number;
  time: number;
  position: [number, number, number];
}
/** Options of Posed.stream(). */
export interface StreamOptions {
  /** Id of the scene; without it the ground is flat. */
  scene?: string;
  /** Id of a session to watch, in place of a session of one's own. */
  watch?: string;
  /** Address "host:port" of a VRM application that receives the characters over OSC. The server must allow the address (stream.vmc_allow). */
  vmc?: string;
  /** Name of a room to join, or to begin if there is none of this name. */
  room?: string;
  /** Name under which the other members of the room see this client. */
  name?: string;
  /** Largest number of members of a new room. */
  capacity?: number;
  /** Secret of the room. */
  secret?: string;
  /** Role in the room: a player (default), a watcher, who only sees, or the host, who may remove others. */
  role?: "player" | "watcher" | "host";
  /** True, or how: own characters are computed here, too, and answer in the same frame. */
  predict?: boolean | PredictOptions;
  /** Resume token of an earlier session, which then goes on. */
  resume?: string;
  profile?: ProfileFields;
  /** WebSocket class; the default is the global one. */
  WebSocket?: any;
  /** Returns a ticket for each new connection. */
  ticket?: () => Promise<string>;
  /** Delay of sample() behind the newest frame, in ticks; the default is 2.5. */
  delay?: number;
  /** Number of failed attempts in a row after which it gives up: 3 before the first welcome, then no limit. */
  attempts?: number;
  /** When the server no longer has the session, makes the same characters in a new one; the default is true. */
  respawn?: boolean;
  /** Seconds without a message after which the connection counts as lost; the default is 10. 0: only the platform decides. */
  silence?: number;
  /** Client of the same server, which Character.say() asks for sound. Posed.stream() gives itself. */
  client?: Posed;
  /** Clock in seconds that never goes back. */
  now?: () => number;
  backoff?: Backoff;
  timeline?: Timeline;
  clock?: ServerClock;
}
/** Options of the prediction of own characters. */
export interface PredictOptions {
  /** Core of the package posed-core with the daemon's network; without it the daemon's own files are loaded, in node the package posed-core. */
  core?: any;
  /** Description of the session's scene, as posed-core takes it; without it the daemon is asked. */
  scene?: object;
}
/** Whether an own character is predicted. "server": the server's frames are drawn, for the reason. */
export interface PredictionChange {
  id: number;
  state: "off" | "loading" | "on" | "server";
  reason: "matching" | "control" | "path" | "clip" | "manner" | "character" | "observe" | "vertices" | "core" | "model" | "scene" | "snapshot" | "differs" | null;
}
/** The prediction of an own character. */
export interface Prediction {
  readonly state: PredictionChange["state"];
  readonly reason: PredictionChange["reason"];
  readonly isOn: boolean;
  /** Corrections above 1 cm, and the largest in metres. */
  readonly corrections: number;
  readonly worst: number;
}
/** Report that frames come less often than the profile asks for. */
export interface Lowered {
  /** Ticks between frames that the profile asks for. */
  asked: number;
  /** Mean number of ticks between frames that come; 0: no frame came. */
  divisor: number;
  /** The same number for the vertices of one character. */
  vertices_divisor?: number;
  detail: string;
}
/** Events of a stream, with the value that a listener receives. */
interface StreamListeners {
  welcome: Welcome;
  frame: Frame;
  event: StreamEvent;
  /** Another client of the session has made a character. */
  spawned: { id: number; model: string; member?: number };
  /** A client has joined the room. */
  entered: MemberChange;
  /** A member has left the room. */
  left: MemberChange;
  /** A member of the room has taken an object or given it back. */
  taken: Taken;
  message: RoomMessage;
  lowered: Lowered;
  /** An own character is predicted, or not and why. */
  prediction: PredictionChange;
  /** A prediction was corrected by more than 1 cm: `distance` in metres, after `replayed` ticks. */
  corrected: { id: number; distance: number; replayed: number };
  /** Values of a message that the server accepted but that look like mistakes. `of`: type of the message. */
  warned: { of: string; id?: number; warnings: { pointer: string; detail: string }[] };
  stats: Record<string, number>;
  /** Error message of the server that answers no request; or the client's "no_sound", if Character.say() may not play sound. */
  error: { code: string; pointer: string; detail: string };
  /** Start, words and end of an utterance that a character speaks. */
  speech: SpeechEvent;
  /** Start and end of a clip that a character plays. */
  clip: PlayEvent;
  /** How well a character follows the observed person. */
  observed: Observed;
  bye: { reason: string; come_back: boolean; after?: number; detail: string };
  /** The server no longer had the session `before`; a new session began. */
  lost: { before: string; session: string };
  /** The connection was lost, and the stream reconnects. The code is "silent", "disconnected" or the reason of the server's bye. */
  disconnected: StreamError;
  state: "closed" | "connecting" | "open" | "waiting";
}
/** Error of a stream: the server's code with its place, or "disconnected", "silent", "closed" or "gave_up". */
export class StreamError extends Error {
  code: string;
  pointer: string;
  detail: string;
  errors: { pointer: string; detail: string }[];
}
/** How the points of Character.observe() are to be read. */
export interface ObserveOptions {
  /** Set of points: names and order. */
  set?: "coco17" | "openpose25" | "openpose67" | "mediapipe33" | "mediapipe75" | "h36m17" | "sam3d70" | "webxr83" | "openxr70" | "openxr84" | "mediapipe478" | "mediapipe468";
  /** Confidence of each point, 0 to 1. */
  confidence?: readonly number[] | Record<string, number>;
  axes?: "world" | "camera";
  root?: "hips" | "seen";
  mirror?: boolean;
  noise?: number;
  /** Orientations of trackers in the world, for the sets webxr83, openxr70 and openxr84. */
  orientations?: readonly (readonly number[] | null)[] | Record<string, readonly number[] | null>;
  /** Height of the person who wears the trackers, in metres from sole to crown. */
  height?: number;
  /** True when the person stands upright in a T-pose now. */
  calibrate?: boolean;
  camera?: { width?: number; height?: number; fx?: number; fy?: number; cx?: number; cy?: number; rotation?: readonly number[]; translation?: Vec3 };
  /** Time of the observation in seconds of a clock that never goes back; the default is the stream's clock. */
  time?: number;
}
/** The picture in which the landmarks of Character.observeFace() were found. */
export interface FaceOptions extends Pick<ObserveOptions, "mirror" | "camera" | "time"> {
  /** Size of the picture in pixels. */
  width: number;
  height: number;
  /** True when the face is at rest and looks into the camera now. */
  calibrate?: boolean;
}
/** Rotations x, y, z, w by VRM 1.0's name of the bone ("leftUpperArm"), in the frame of the bone above, the hips' in the world. */
export type Bones = Readonly<Record<string, readonly number[] | null>>;
export interface PoseOptions extends Pick<ObserveOptions, "mirror" | "time" | "height"> {
  /** Position of the hips in the world, metres. Without it the body moves by its standing feet. */
  hips?: Vec3;
}
/** Orientations by the name of the bone that carries the sensor; null where a sensor has no reading. */
export type Sensors = Readonly<Record<string, readonly number[] | null>>;
export interface SensorOptions extends Pick<ObserveOptions, "mirror" | "calibrate" | "time"> {
  /** Readings in the calibration pose. Without them, and without `calibrate`, the axes of each sensor are those of the model's joint. */
  tpose?: Sensors;
  /** Calibration pose: T-pose, or standing with the arms down. */
  pose?: "t" | "n";
  /** Axis of the sensors' world that points up. */
  up?: "x" | "y" | "z";
  /** Heading of the person in the calibration pose, in degrees, in the world of the sensors. */
  facing?: number;
  /** Noise of the readings: standard deviation in degrees. */
  noise?: number;
}
/** Report on a character that follows a person. The rms fields are the remaining distances: metres, pixels, degrees. */
export interface Observed {
  id: number;
  /** What was observed. */
  part: "body" | "face";
  time: number;
  rms?: number;
  rms_pixels?: number;
  rms_degrees?: number;
  solve_ms: number;
  /** True when left and right of the points were exchanged. */
  mirrored: boolean;
  /** Parts of the body that no point shows. */
  unseen: string[];
  /** Description of what prevents a good fit. */
  trouble?: string;
}
/** A character of this session. Its id changes when the stream has to begin a new session. */
export class Character {
  /** The prediction of this character, or null. */
  readonly prediction: Prediction | null;
  readonly id: number;
  readonly model: string;
  /** Uploaded character: names of the nodes in its file, in the order of the frames' rotations. Otherwise null. */
  readonly joints: readonly string[] | null;
  /** Uploaded character: name of the node that carries the root's translation. Otherwise null. */
  readonly root: string | null;
  /** Nodes beside the root's whose translations frames have, because their parents in the file are not their limbs (feet and hands of some rigs). */
  readonly translated: readonly string[];
  /** Factor from the file's units to metres. */
  readonly scale: number;
  /** Leg length, divided by that of the motion's skeleton in `welcome`. The offsets of that skeleton times `size` are this character's bones. */
  readonly size: number;
  /** Sends an input as bytes. Returns its number, which frames repeat in `seq`. A misspelt field is a TypeError. */
  input(fields: InputFields): number;
  /** Sends an input as text. The promise rejects with the server's error. */
  inputText(fields: InputFields): Promise<unknown>;
  /** Follows a path of points x, z on the ground. */
  follow(path: readonly Vec2[], options?: { closed?: boolean; lookahead?: number; speed?: number; gait?: Gait; space?: number; wander?: number; round?: boolean }): Promise<unknown>;
  /** Walks from one random place to the next without end, within `radius` metres (5) of `middle` ([0, 0]), and keeps `space` metres (1) from other characters. */
  wander(options?: { middle?: Vec2; radius?: number; space?: number; speed?: number; gait?: Gait }): Promise<unknown>;
  /** Faces a direction x, z. gaze: point that head and neck turn to. What is left out ends. */
  look(at?: Vec2 | null, gaze?: { point?: Vec3; weight?: number; seconds?: number; anchor?: Anchor }): Promise<unknown>;
  /** Speaks a text, or an utterance with times. The event `speech` of the stream reports its start, words and end. */
  speak(what: string | Utterance, options?: { utterance?: string; queue?: boolean; delay?: number; speed?: number }): Promise<unknown>;
  /** Says a text with sound, by POST /v1/speech and an AudioContext. Resolves with null if another call or hush() ended it before it began. */
  say(text: string, options?: SayOptions): Promise<Said | null>;
  /** Says a text that comes in pieces, such as a language model's, sentence by sentence. `isWhole`: all were said to their end. */
  sayAll(pieces: Iterable<string> | AsyncIterable<string>, options?: SayOptions): Promise<{ count: number; isWhole: boolean }>;
  /** Moves the mouth as the speech of a MediaStream (a microphone, a call) or an AudioNode. The sound is not played. */
  listen(source: any, options?: ListenOptions): Promise<Hearing>;
  /** Begins a sound whose samples are sent by Hearing.send(). rate: 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 or 48000. */
  hear(options: { rate: number; utterance?: string; text?: string; delay?: number; seconds?: number }): Promise<Hearing>;
  /** Sets the emotions of the character, its part in a conversation and the character it talks to. What is left out ends. */
  feel(options?: FeelOptions): Promise<unknown>;
  /** Ends the speech of the character with its sound, and drops what waits. */
  hush(): Promise<unknown>;
  /** Sets the expression (ARKit's blend shapes and visemes by name) and the poses of the hands. What is left out ends. */
  face(options?: { blend_shapes?: Record<string, number>; left_hand?: HandPose; right_hand?: HandPose; seconds?: number }): Promise<unknown>;
  /** Moves a hand to a point. Weight 0, or no target, lets go. */
  reach(joint: "left_hand" | "right_hand", target?: Vec3 | null,
        options?: { weight?: number; seconds?: number; anchor?: Anchor; normal?: Vec3; slide?: boolean }): Promise<unknown>;
  /** Plays a clip by its id: an emote of the server, or a clip that was put. The event `clip` of the stream reports its start and its end. */
  play(clip: string, options?: PlayOptions): Promise<unknown>;
  /** Ends the clip that the character plays, and drops those that wait. */
  stopPlaying(options?: { fade?: number }): Promise<unknown>;
  /** Walks to a seat at x, z and sits down. Without a seat the character stands up. */
  sit(seat?: Vec2 | null, options?: { facing?: number; height?: number; seconds?: number; space?: number }): Promise<unknown>;
  /** Sends the points of an observed person to a character that was spawned with `drive: "observe"`. Returns the number of the message, or 0 without a connection. */
  observe(points: readonly (readonly number[] | null)[] | Record<string, readonly number[] | null>, options?: ObserveOptions): number;
  /** Sends the landmarks of a face (468 or 478 of MediaPipe, from 0 to 1) to any character with a face. Returns the number of the message, which frames do not repeat, or 0 without a connection. */
  observeFace(landmarks: ArrayLike<{ x: number; y: number } | null>, options: FaceOptions): number;
  /** Sends the readings of inertial sensors to a character that was spawned with `drive: "observe"`. Returns as observe() does. */
  observeSensors(sensors: Sensors, options?: SensorOptions): number;
  /** Sends rotations of VRM's bones to a character that was spawned with `drive: "observe"`, which shows them as they are. Returns as observe() does. */
  observePose(rotations: Bones, options?: PoseOptions): number;
  /** Removes the character. */
  despawn(): Promise<unknown>;
}
/** A session on the server: characters that move, or a session that is watched. After a lost connection the stream reconnects by itself. */
export class Stream {
  constructor(url: string, options?: StreamOptions);
  state: StreamListeners["state"];
  session: string | null;
  /** Resume token. */
  token: string | null;
  /** Last welcome message. */
  welcome: Welcome | null;
  /** Last report of the event `lowered`; null while frames come as often as asked. */
  readonly lowered: Lowered | null;
  /** Ticks between frames as they come: as the profile asks, or more while the server has less time (`lowered`). */
  readonly divisor: number;
  clock: ServerClock;
  timeline: Timeline;
  /** AudioContext of Character.say(), made at its first call without one; null before. */
  audio: any;
  /** Adds a listener of an event. */
  on<K extends keyof StreamListeners>(name: K, listener: (value: StreamListeners[K]) => void): this;
  /** Removes a listener. */
  off<K extends keyof StreamListeners>(name: K, listener: (value: StreamListeners[K]) => void): void;
  /** Connects. */
  open(): Promise<Welcome>;
  /** Predicts a character of this client from now on, as the option `predict` does for all. */
  predict(character: Character, options?: boolean | PredictOptions): Promise<void>;
  /** Makes a character. */
  spawn(fields?: SpawnFields): Promise<Character>;
  /** Changes what the client receives. */
  profile(fields: ProfileFields): Promise<unknown>;
  /** Sends a text of at most 1024 bytes to the other members of the room, or to the member `to` alone. */
  say(text: string, to?: number): Promise<unknown>;
  /** Takes an object of the room, which then no other member can take. Rejects with the code "busy" if another member has it. */
  take(object: string): Promise<unknown>;
  /** Gives an object of the room back. */
  release(object: string): Promise<unknown>;
  /** Removes another member, and its characters, from the room of which this client is the host. */
  remove(member: number): Promise<unknown>;
  /**
   * Asks which characters of the room rays meet, at the moment that the last sample() has shown or that `fields` give. Resolves with a list of
   * hits for each ray, nearest first.
   */
  cast(rays: Ray[], fields?: CastOptions): Promise<Hit[][]>;
  /** Measures the round trip in seconds. */
  ping(): Promise<number>;
  /** Characters at the local time `now`, interpolated and delayed by `delay` ticks. */
  sample(now?: number): FrameCharacter[];
  /** Ends the session on the server, then closes. */
  leave(): Promise<void>;
  /** Closes the connection. The server keeps the session for its resume window. */
  close(): void;
}
