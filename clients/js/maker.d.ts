import type { GetMeshFields } from "./fields.js";
import type {} from "./jsx.js";

/** Attributes of <posed-avatar-maker>, and properties of the same names: docs/guide/maker.md of posed. */
export interface PosedAvatarMakerAttributes {
  /** Address of the server; the default is the page's origin. */
  src?: string;
  /** Choices to begin with: the part of a link behind "#". */
  choices?: string;
  /** API key. Every reader of the page can see it. */
  key?: string;
}

/** The choices of a person: model, fields of requests, and a link that opens the maker with these choices. */
export interface AvatarChoices {
  model: string;
  fields: GetMeshFields;
  link: string;
}

/** A stored avatar: its id, and the address of its GLB. */
export interface SavedAvatar extends AvatarChoices {
  id: string;
  url: string;
}

/** A listener that is added later hears `ready`, `locked` and `error` too, as long as they hold. */
export interface PosedAvatarMakerEvents {
  /** The maker shows the first person. */
  ready: CustomEvent<AvatarChoices>;
  /** A choice changed. */
  changed: CustomEvent<AvatarChoices>;
  /** The choices are stored. */
  saved: CustomEvent<SavedAvatar>;
  /** The daemon asks for an API key, and `key` is missing or wrong. */
  locked: CustomEvent<Record<string, never>>;
  error: CustomEvent<Error>;
}

/** The element <posed-avatar-maker>. Without a DOM, as in rendering on a server, the import does nothing. */
export class PosedAvatarMaker extends HTMLElement {
  get src(): string | null;
  set src(value: string | null | undefined);
  get choices(): string | null;
  set choices(value: string | null | undefined);
  get key(): string | null;
  set key(value: string | null | undefined);
  /** Shows the choices of a link. What is said before `ready` is done then. */
  set(link: string): void;
  /** Stores the choices; the event `saved` has the id and the address. */
  save(): void;
  /** Shows a random person. */
  random(): void;
  /** Takes the last change back. */
  undo(): void;
  /** Makes an undone change again. */
  redo(): void;
  addEventListener<K extends keyof PosedAvatarMakerEvents>(type: K, listener: (event: PosedAvatarMakerEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "posed-avatar-maker": PosedAvatarMaker;
  }
}
