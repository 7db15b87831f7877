// The component is part of the package:
//
//     <PosedCharacter src="http://127.0.0.1:8080" random={5} onReady={(character) => character.input({ move: [0, 1] })} />
export { PosedCharacter, type PosedCharacterProps } from "posed-client/react";
