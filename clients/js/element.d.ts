import type { Character, Stream } from "./index.js";

/** <posed-character>; events ready (detail.character) and error (detail). docs/guide/element.md of posed. */
export class PosedCharacter extends HTMLElement {
  readonly character: Character | null;
  readonly stream: Stream | null;
  input(fields: Parameters<Character["input"]>[0]): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "posed-character": PosedCharacter;
  }
}
