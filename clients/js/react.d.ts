// Nothing is imported from react, so that these types hold for every version of it.
import type { Character } from "./index.js";
import type { PosedCharacter as Element, PosedCharacterAttributes, PosedCharacterError } from "./element.js";

export interface PosedCharacterProps extends Omit<PosedCharacterAttributes, "key"> {
  /** Called when the character is shown and can be steered; not with `session`. */
  onReady?: (character: Character) => void;
  /** Called when the watched session is shown; only with `session`. */
  onWatch?: () => void;
  /** Called while the element waits for the server; the error says why. */
  onWaiting?: (error: PosedCharacterError) => void;
  /** Called after an error. */
  onError?: (error: PosedCharacterError) => void;
  /** API key: the attribute `key`, whose name React takes for itself. Every reader of the page can see it. */
  apiKey?: string;
  /** Reference to the element. */
  ref?: { current: Element | null } | ((element: Element | null) => void) | null;
  key?: string | number | null;
  id?: string;
  className?: string;
  style?: { readonly [property: string]: string | number | undefined };
  title?: string;
  hidden?: boolean;
  tabIndex?: number;
  role?: string;
  lang?: string;
  slot?: string;
  part?: string;
  onClick?: (event: any) => void;
  onPointerEnter?: (event: any) => void;
  onPointerLeave?: (event: any) => void;
  [attribute: `aria-${string}` | `data-${string}`]: string | number | boolean | undefined;
}

/** <posed-character> as a component of React 18 or later. */
export function PosedCharacter(props: PosedCharacterProps): any;
