/**
 * Types of the elements <posed-character> and <posed-avatar-maker> in templates: in JSX of React 18 and 19 (with @types/react), of Vue and of
 * Svelte. They come with every import of posed-client/element, /maker or /react. Programs that only write the tags say
 * `import type {} from "posed-client/jsx"` once.
 */
// The frameworks need not be installed: where one is missing, its types are unknown and its declarations reach nobody.
// @ts-ignore
import type * as React from "react";
import type { PosedAvatarMaker, PosedAvatarMakerAttributes, PosedAvatarMakerEvents } from "./maker.js";
import type { PosedCharacter, PosedCharacterAttributes, PosedCharacterEvents } from "./element.js";

/** Listeners as properties: onready of React 19 and Svelte. */
type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void };
/** In JSX, `key` is the framework's. */
type Tag<E, A, Events> = React.DetailedHTMLProps<React.HTMLAttributes<E>, E> & Omit<A, "key"> & Listeners<Events> & { key?: React.Key | null | undefined } & { class?: string };

/** The elements in JSX. */
export interface PosedElements {
  "posed-character": Tag<PosedCharacter, PosedCharacterAttributes, PosedCharacterEvents>;
  "posed-avatar-maker": Tag<PosedAvatarMaker, PosedAvatarMakerAttributes, PosedAvatarMakerEvents>;
}

/** The elements in templates of Vue, whose listeners are @ready, @waiting and @error. */
type VueTag<E, A, Events> = new () => { $props: A & { [Name in keyof Events & string as `on${Capitalize<Name>}`]?: (event: Events[Name]) => void } & { class?: unknown; style?: unknown; id?: string }; $el: E };

export interface PosedVueElements {
  "posed-character": VueTag<PosedCharacter, PosedCharacterAttributes, PosedCharacterEvents>;
  "posed-avatar-maker": VueTag<PosedAvatarMaker, PosedAvatarMakerAttributes, PosedAvatarMakerEvents>;
}

/** The elements in Svelte, whose listeners are onready, onwaiting and onerror, or on:ready of Svelte 4. */
type SvelteTag<A, Events> = A & Listeners<Events> & { [Name in keyof Events & string as `on:${Name}`]?: (event: Events[Name]) => void } & { class?: unknown; style?: string | null; id?: string };

export interface PosedSvelteElements {
  "posed-character": SvelteTag<PosedCharacterAttributes, PosedCharacterEvents>;
  "posed-avatar-maker": SvelteTag<PosedAvatarMakerAttributes, PosedAvatarMakerEvents>;
}

// @ts-ignore
declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends PosedElements {}
  }
}

// @ts-ignore
declare module "vue" {
  interface GlobalComponents extends PosedVueElements {}
}

// @ts-ignore
declare module "svelte/elements" {
  interface SvelteHTMLElements extends PosedSvelteElements {}
}
