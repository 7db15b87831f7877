import type { Character, Stream } from "./index.js";
import type { GetMeshFields } from "./fields.js";

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
  /** Path of the character: "circle", "none" or a direction "x,z". */
  walk?: string;
  /** Text that the element shows while it waits for the server. */
  waiting?: string;
}

export interface PosedCharacterEvents {
  /** The character is shown. `character` is null when a session is watched. */
  ready: CustomEvent<{ character: Character | null }>;
  /** The element waits for the server; the error says why. */
  waiting: CustomEvent<Error>;
  error: CustomEvent<Error>;
}

/** The element <posed-character>. Without a DOM, as in rendering on a server, the import does nothing. */
export class PosedCharacter extends HTMLElement {
  readonly character: Character | null;
  readonly stream: Stream | null;
  /** The attributes are properties too: they read as texts, and take texts and numbers. */
  get src(): string | null;
  set src(value: string | null | undefined);
  get session(): string | null;
  set session(value: string | null | undefined);
  get model(): string | null;
  set model(value: string | null | undefined);
  get walk(): string | null;
  set walk(value: string | null | undefined);
  get waiting(): string | null;
  set waiting(value: string | null | undefined);
  get random(): string | null;
  set random(value: number | string | null | undefined);
  /** Steers the character. */
  input(fields: Parameters<Character["input"]>[0]): void;
  addEventListener<K extends keyof PosedCharacterEvents>(type: K, listener: (this: PosedCharacter, event: PosedCharacterEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "posed-character": PosedCharacter;
  }
}
