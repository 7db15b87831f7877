import { PosedCharacter } from "posed-client/react";

export default function Page() {
  return <PosedCharacter src="http://127.0.0.1:8080" random={5} />;
}
