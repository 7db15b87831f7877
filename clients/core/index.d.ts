/** posed's controller as WebAssembly. Units are metres, radians and seconds. +Y is up. Quaternions are x, y, z, w. */

export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];
export type Gait = "auto" | "walk" | "jog" | "run" | "crouch";
export type Axes = "world" | "character" | "camera";
/** Whether a point is fixed in the world, or moves with the character's root. */
export type Anchor = "world" | "root";
export type Event = "step_left" | "step_right" | "jumped" | "landed" | "blocked" | "arrived" | "unreachable";

/** An error of an argument, a model or a snapshot: the place, the value and what is allowed. */
export class CoreError extends Error {}

/** A joint: its parent is an index in the list, -1 for the root; the offset is in the parent's frame, metres. */
export interface Joint {
  name: string;
  parent: number;
  offset: number[];
}

/** Surroundings, as the daemon's scenes, but for generated grounds. Places are x and z. Widths of walls and beams are half-widths. */
export interface SceneDescription {
  walls?: { from: Vec2; to: Vec2; width?: number }[];
  jumps?: { at: Vec2; radius?: number; falloff?: number }[];
  crouches?: { at: Vec2; size: Vec2; amount?: number; wave?: number }[];
  beams?: { from: Vec2; to: Vec2; width?: number }[];
  seats?: { at: Vec2; facing?: number; width?: number; depth?: number }[];
  /** A heightfield: rows of heights along +z, `cell` metres apart. x and z: place of the first; without them the centre is at 0. */
  ground?: { cell: number; heights: number[][]; x?: number; z?: number };
}

export class Scene {
  private constructor();
  /** Height of the ground at a place, metres. */
  height(x: number, z: number): number;
}

/** The stick and what goes with it; what is left out is 0. */
export interface Input {
  move?: Vec2;
  look?: Vec2;
  camera_yaw?: number;
  /** Speed of the full stick, 0 to 5 m/s; 0: that of the gait. */
  speed?: number;
  /** 0: faces where it walks; 1: faces `look`. */
  strafe?: number;
  axes?: Axes;
  gait?: Gait;
  jump?: boolean;
  responsive?: boolean;
}

export interface SpawnOptions {
  position?: Vec2;
  /** Radians about +Y; 0 faces +Z. */
  facing?: number;
  /** A style of the model; without it the model's own. */
  style?: string;
  /** 0 to 65535; characters of different variation move a little differently. */
  variation?: number;
  scene?: Scene;
}

/** A pose. The arrays are views that the next call of pose() overwrites. */
export interface Pose {
  root: Float32Array;
  yaw: number;
  translation: Float32Array;
  /** 0 standing to 1 seated. */
  seated: number;
  events: Event[];
  /** Left heel, left toe, right heel, right toe, each 0 to 1. */
  contacts: Float32Array;
  phase: number;
  /** (joints, 4) rotations in the parents' frames. */
  rotations: Float32Array;
  /** (joints, 3) places in the world. */
  joints: Float32Array;
}

export class Character {
  private constructor();
  input(input: Input): void;
  reach(hand: "left" | "right", request: { target: Vec3; weight?: number; seconds?: number; frame?: Anchor; normal?: Vec3; slide?: boolean }): void;
  look(request: { point: Vec3; weight?: number; seconds?: number; frame?: Anchor }): void;
  /** Walks to a seat and sits down; `seat` is the place of the hips, x and z. */
  sit(request: { seat: Vec2; facing?: number; height?: number; seconds?: number }): void;
  stand(request?: { seconds?: number }): void;
  pose(): Pose;
  /** All that the next tick reads, about 4 KB. */
  snapshot(): Uint8Array;
  /** Continues from a snapshot, bit for bit. */
  restore(snapshot: Uint8Array): void;
  /** A hash of the snapshot, 16 hexadecimal digits. */
  hash(): string;
  remove(): void;
}

/** A character of a server, computed ahead of it from this client's inputs. Ticks have the numbers of the server's session. */
export class Predictor {
  private constructor();
  /** Number of the last tick. */
  readonly tick: number;
  /** Sets the input of the next tick; returns the number of that tick. */
  input(input: Input, seq: number): number;
  step(): void;
  check(tick: number, hash: string): "agrees" | "differs" | "unknown";
  /** Continues from a state of the server. distance: metres by which the prediction changed. */
  restore(state: { tick: number; seq: number; snapshot: Uint8Array; ahead?: number }): { distance: number; replayed: number };
  forget(): void;
  /** The pose to be drawn, or null before the first step. */
  pose(): Pose | null;
  /** A tick of the last two seconds, or null. hips: place of the first joint in the world. */
  past(tick: number): { root: Float32Array; yaw: number; hips: Float32Array; rotations: Float32Array } | null;
  begin(rate: number, now: number): void;
  /** Ticks that are due; -1: the program was stopped for too long. */
  due(now: number): number;
  /** Takes the server's report `early`; returns the ticks to go ahead at once. */
  report(early: number, roundTrip: number): number;
  remove(): void;
}

/** A goal of inverse kinematics. Joints are names or indices. */
export interface Target {
  joint: string | number;
  position?: Vec3;
  orientation?: Quat;
  /** First joint of the chain; without it that of the joint's limb. */
  chain_root?: string | number;
  weight?: number;
  priority?: 1 | 2;
}

export interface Solution {
  status: "reached" | "unreachable" | "stalled" | "budget";
  /** (joints, 4) rotations in the parents' frames. */
  rotations: Float64Array;
  /** (joints, 3) places in model space. */
  positions: Float64Array;
}

export class Skeleton {
  private constructor();
  solve(request: {
    targets: Target[];
    /** Start pose, (joints, 4); without it the rest pose. */
    rotations?: ArrayLike<number> & Iterable<number>;
    solver?: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "hybrik";
    iterations?: number;
    /** Metres, and radians for orientations; 0: a millimetre. */
    tolerance?: number;
  }): Solution;
}

export class Core {
  private constructor();
  /** Loads the module and a model. Without `wasm` the module is the file of this package; without `model` there is IK alone. */
  static load(options?: { model?: ArrayBuffer | ArrayBufferView; wasm?: WebAssembly.Module | ArrayBuffer | ArrayBufferView | string | URL }): Promise<Core>;
  readonly joints: Joint[];
  readonly characters: Character[];
  /** Hash of the model's numbers, 16 hexadecimal digits. */
  readonly modelHash: string;
  scene(description?: SceneDescription): Scene;
  spawn(options?: SpawnOptions): Character;
  skeleton(joints?: Joint[]): Skeleton;
  predictor(options?: { scene?: Scene }): Predictor;
  /** Advances all characters, or those given, by 1/60 s. */
  tick(characters?: Character[]): void;
}
