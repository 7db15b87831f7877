// Compiled, not run: the elements and the component in JSX.
import "posed-client/element";
import { PosedCharacter } from "posed-client/react";

export const walker = <posed-character random={5} betas={[1, 2]} onready={(event) => event.detail.character?.input({ move: [0, 1] })} />;
export const failing = <posed-character onerror={(event) => event.detail.message} />;
export const maker = <posed-avatar-maker src="/x" onsaved={(event) => event.detail.url} />;
export const component = <PosedCharacter apiKey="k" gender="female" onError={(error) => error.code} />;
// @ts-expect-error there is no such attribute
export const misspelt = <posed-character rendom="5" />;
