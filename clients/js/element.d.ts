import type { Character, PredictionChange, Said, SayOptions, Stream, StreamError } from "./index.js";
import type { GetMeshFields } from "./fields.js";
import type {} from "./jsx.js";

type Look = "random" | "look" | "gender" | "age" | "height" | "weight" | "percentile" | "betas" | "wear" | "skin" | "hair_color" | "hair_loss" | "iris";

/** Attributes of <posed-character>, and properties of the same names: docs/guide/element.md of posed. */
export interface PosedCharacterAttributes extends Pick<GetMeshFields, Look> {
  /** Address of the server; the default is the page's origin. */
  src?: string;
  /** Id of another client's session to watch. */
  session?: string;
  /** Id of the body model. */
  model?: string;
  /** API key. Every reader of the page can see it. */
  key?: string;
  /** True: the person is computed in the page, too, and answers input() in the same frame. */
  predict?: boolean;
  /** Path of the character: "circle", "none" or a direction "x,z". */
  walk?: string;
  /** Text that the person says with sound when it is there, and each time it changes; "" for a person that say() lets speak. */
  speech?: string;
  /** Voice of `speech` and say(). */
  voice?: "slt" | "rms" | "awb" | "kal";
  /** Text that the element shows while it waits for the server. */
  waiting?: string;
}

/** An error of the element. `code` is "webgl" (the browser has none), "webgl_lost" (it may come back), or the server's code of the error. */
export type PosedCharacterError = (Error & { readonly code?: string }) | StreamError;

/** A listener that is added later hears `ready` and `error` too, as long as they hold. */
export interface PosedCharacterEvents {
  /** The character is shown. `character` is null when a session is watched. */
  ready: CustomEvent<{ character: Character | null }>;
  /** The element waits for the server; the error says why. */
  waiting: CustomEvent<PosedCharacterError>;
  error: CustomEvent<PosedCharacterError>;
  /** With `predict`: whether the person is predicted now, or why not. */
  prediction: CustomEvent<PredictionChange>;
}

/** What a property takes: the value of the attribute, its text, or null for no attribute. It reads as the attribute's text. */
type Written<T> = T | string | null | undefined;
type Value<Name extends keyof PosedCharacterAttributes> = Written<PosedCharacterAttributes[Name]>;

/** The element <posed-character>. Without a DOM, as in rendering on a server, the import does nothing. */
export class PosedCharacter extends HTMLElement {
  readonly character: Character | null;
  /** Stream of the character. Elements with the same server, key and session share one. */
  readonly stream: Stream | null;
  get src(): string | null;
  set src(value: Value<"src">);
  get session(): string | null;
  set session(value: Value<"session">);
  get model(): string | null;
  set model(value: Value<"model">);
  get key(): string | null;
  set key(value: Value<"key">);
  get predict(): string | null;
  set predict(value: Value<"predict">);
  get walk(): string | null;
  set walk(value: Value<"walk">);
  get speech(): string | null;
  set speech(value: Value<"speech">);
  get voice(): string | null;
  set voice(value: Value<"voice">);
  get waiting(): string | null;
  set waiting(value: Value<"waiting">);
  get random(): string | null;
  set random(value: Value<"random">);
  get look(): string | null;
  set look(value: Value<"look">);
  get gender(): string | null;
  set gender(value: Value<"gender">);
  get age(): string | null;
  set age(value: Value<"age">);
  get height(): string | null;
  set height(value: Value<"height">);
  get weight(): string | null;
  set weight(value: Value<"weight">);
  get percentile(): string | null;
  set percentile(value: Value<"percentile">);
  get betas(): string | null;
  set betas(value: Value<"betas">);
  get wear(): string | null;
  set wear(value: Value<"wear">);
  get skin(): string | null;
  set skin(value: Value<"skin">);
  get hair_color(): string | null;
  set hair_color(value: Value<"hair_color">);
  get hair_loss(): string | null;
  set hair_loss(value: Value<"hair_loss">);
  get iris(): string | null;
  set iris(value: Value<"iris">);
  /** Steers the character. Before `ready` the fields are kept for the character that comes. */
  input(fields: Parameters<Character["input"]>[0]): void;
  /** Says a text with sound. The element has to have the attribute `speech`, which may be empty. */
  say(text: string, options?: SayOptions): Promise<Said | null>;
  /** Says a text that comes in pieces, such as a language model's, sentence by sentence. */
  say(pieces: Iterable<string> | AsyncIterable<string>, options?: SayOptions): Promise<{ count: number; isWhole: boolean }>;
  addEventListener<K extends keyof PosedCharacterEvents>(type: K, listener: (this: PosedCharacter, event: PosedCharacterEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "posed-character": PosedCharacter;
  }
}
