// Asks for the maker's first person while the page's own scripts are being fetched: the server needs most of the time until somebody is on
// screen. stage.js takes the reply from `ahead`. With an API key the page asks itself.
import { here } from "../ui/here.js";
import { read } from "./choices.js";
import { personRequest } from "./person_request.js";

const hasKey = () => {
  try {
    return localStorage.getItem("posed.key");
  } catch {
    return null;
  }
};
if (!hasKey()) {
  const { path, body } = personRequest(read(location.hash.slice(1)));
  const text = JSON.stringify(body);
  const reply = fetch(here() + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: text }).catch(() => null);
  globalThis.ahead = { path, text, reply };
}
