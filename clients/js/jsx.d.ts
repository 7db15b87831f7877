/**
 * Types of the elements <posed-character> and <posed-avatar-maker> in JSX, for React 18 and 19 with @types/react: `import type {} from "posed-client/jsx"` in one file of
 * the program.
 */
import type * as React from "react";
import type { PosedAvatarMaker } from "./maker.js";
import type { PosedCharacter, PosedCharacterAttributes } from "./element.js";

type Tag<E, A> = React.DetailedHTMLProps<React.HTMLAttributes<E>, E> & Omit<A, "key"> & { key?: React.Key | null | undefined } & { class?: string };

/** Attributes of <posed-avatar-maker>: docs/guide/maker.md of posed. */
export interface PosedAvatarMakerAttributes {
  /** Address of the server; the default is the page's origin. */
  src?: string;
  /** Choices to begin with: the part of a link behind "#". */
  choices?: string;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "posed-character": Tag<PosedCharacter, PosedCharacterAttributes>;
      "posed-avatar-maker": Tag<PosedAvatarMaker, PosedAvatarMakerAttributes>;
    }
  }
}
