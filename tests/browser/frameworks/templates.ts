// Compiled, not run: what Vue and Svelte know of the elements.
import type {} from "posed-client/jsx";
import type { SvelteHTMLElements } from "svelte/elements";
import type { GlobalComponents } from "vue";

type InVue = InstanceType<GlobalComponents["posed-character"]>["$props"];
type InSvelte = SvelteHTMLElements["posed-character"];
export const vue: InVue = { random: 5, onReady: (event) => event.detail.character };
export const svelte: InSvelte = { random: 5, onready: (event) => event.detail.character };
// @ts-expect-error there is no such attribute
export const misspelt: InSvelte = { rendom: 5 };
