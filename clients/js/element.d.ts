import type { Character, Stream } from "./index.js";
import type { GetMeshFields } from "./fields.js";

type Look = "random" | "look" | "gender" | "age" | "height" | "weight" | "percentile" | "betas" | "wear" | "skin" | "hair_color" | "iris";
/** Attributes of <posed-character>, and properties of the same names: docs/guide/element.md of posed. */
export interface PosedCharacterAttributes extends Pick<GetMeshFields, Look> {
  /** The daemon's address; the page's own origin without it. */
  src?: string;
  /** Id of another client's session, which is watched. */
  session?: string;
  model?: string;
  /** An API key: only where every reader of the page may have it. */
  key?: string;
  /** "circle", "none" or a direction "x,z". */
  walk?: string;
  /** The text that stands in the box while it waits for the daemon. */
  waiting?: string;
}

export interface PosedCharacterEvents {
  /** character: null while another's session is watched. */
  ready: CustomEvent<{ character: Character | null }>;
  /** It waits for the server, for this reason. */
  waiting: CustomEvent<Error>;
  error: CustomEvent<Error>;
}

/** <posed-character>. Where there is no DOM (rendering on a server) the import does nothing. */
export class PosedCharacter extends HTMLElement {
  readonly character: Character | null;
  readonly stream: Stream | null;
  /** Attributes as properties: read as texts, set as what a request takes. */
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
