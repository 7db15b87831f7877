// Nothing is imported from react, so that these types hold for every version of it.
import type { Character } from "./index.js";
import type { PosedCharacter as Element, PosedCharacterAttributes } from "./element.js";

export interface PosedCharacterProps extends Omit<PosedCharacterAttributes, "key"> {
  /** Its character is there and can be steered. Not called with `session`. */
  onReady?: (character: Character) => void;
  /** With `session`: the other client's session is shown. */
  onWatch?: () => void;
  /** It waits for the server, for this reason. */
  onWaiting?: (error: Error) => void;
  /** What went wrong. */
  onError?: (error: Error) => void;
  /** The element. */
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
