// Compiled, not run: what a page in React and strict TypeScript may say to the component and to the element. React's own types are not needed: h stands for its JSX.
/** @jsx h */
import { PosedCharacter, type PosedCharacterProps } from "../../clients/js/react.js";
import type { PosedCharacter as Element } from "../../clients/js/element.js";

declare function h(...all: unknown[]): unknown;
declare namespace h.JSX {
  type Element = unknown;
  interface IntrinsicElements { [name: string]: unknown }
}
const element: { current: Element | null } = { current: null };
export const Walker = () => <PosedCharacter src="http://127.0.0.1:8080" random={5} onReady={(character) => character.input({ move: [0, 1] })} />;
export const Watcher = () => <PosedCharacter ref={element} session="abc" onWatch={() => element.current?.stream?.session} className="big" style={{ width: 480 }} aria-label="Ann" />;
export const Dressed = (props: Pick<PosedCharacterProps, "age">) => <PosedCharacter {...props} gender="female" betas={[1, 2]} wear="tee-shorts" walk="none" onError={(error) => error.message} />;
// @ts-expect-error there is no such attribute
export const Misspelt = () => <PosedCharacter rendom={5} />;
