import type { GetMeshFields } from "./fields.js";

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

export interface PosedAvatarMakerEvents {
  /** The maker shows the first person. */
  ready: CustomEvent<AvatarChoices>;
  /** A choice changed. */
  changed: CustomEvent<AvatarChoices>;
  /** The choices are stored. */
  saved: CustomEvent<SavedAvatar>;
  /** The daemon asks for an API key, and `key` is missing or wrong. */
  locked: CustomEvent<Record<string, never>>;
  error: CustomEvent<{ message: string }>;
}

/** The element <posed-avatar-maker>. Without a DOM, as in rendering on a server, the import does nothing. */
export class PosedAvatarMaker extends HTMLElement {
  /** Shows the choices of a link. */
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
