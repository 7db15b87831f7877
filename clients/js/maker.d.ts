import type { GetMeshFields } from "./fields.js";

/** What an event of the maker has: the model, the fields of requests for this person, and the link that opens the same choices. */
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
  /** The first person is drawn. */
  ready: CustomEvent<AvatarChoices>;
  changed: CustomEvent<AvatarChoices>;
  saved: CustomEvent<SavedAvatar>;
  error: CustomEvent<{ message: string }>;
}

/** <posed-avatar-maker>. Where there is no DOM (rendering on a server) the import does nothing. */
export class PosedAvatarMaker extends HTMLElement {
  /** Shows the choices of a link. */
  set(link: string): void;
  /** Stores the choices; the event `saved` has the id and the address. */
  save(): void;
  random(): void;
  undo(): void;
  redo(): void;
  addEventListener<K extends keyof PosedAvatarMakerEvents>(type: K, listener: (event: PosedAvatarMakerEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "posed-avatar-maker": PosedAvatarMaker;
  }
}
