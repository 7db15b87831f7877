// The Guide tab: a tour of the page, first programs in several languages with this server's address in them, and common mistakes.
import { button, h, toast } from "../ui/dom.js";
import { here } from "../ui/here.js";
import { PITFALLS, TOUR } from "./guide_text.js";
import { said } from "../ui/said.js";
import { language, t } from "../ui/text.js";

// Address of the server for WebSockets.
const ws = (origin) => origin.replace(/^http/, "ws");
// Host and port, as arguments of a program.
const hostAndPort = (at) => {
  const { hostname, port, protocol } = new URL(at);
  return `${hostname} ${port || (protocol === "https:" ? 443 : 80)}`;
};

/** First programs: name, function from the server's address to the text. docs/guide/clients.md has longer ones. */
const STARTS = [
  [
    "curl",
    (at) => `curl '${at}/v1/models/default/mesh?betas=1.5,-0.5&format=glb' -o body.glb
curl ${at}/v1/ik/solve -d '{"targets":[{"joint":"left_hand","position":[0.4,0.3,0.4]}]}'
curl '${at}/v1/motions/rollout?format=glb' -d '{"seconds":5,"script":[{"t":0,"move":[0,1],"gait":"walk"}]}' -o walk.glb`,
  ],
  [
    "JavaScript",
    (at) => `import { Posed } from "posed-client"; // clients/js

const posed = new Posed("${at}");
const { vertices } = await posed.mesh("default", { betas: [1.5, -0.5] });
const stream = posed.stream();
await stream.open();
const walker = await stream.spawn();
walker.input({ move: [0, 1], gait: "walk" });
const draw = () => { const [c] = stream.sample(); /* c.root, c.yaw */ requestAnimationFrame(draw); };
draw();`,
  ],
  [
    "Python",
    (at) => `import posed  # pip install './clients/python[numpy,stream]'

client = posed.Client("${at}")
body = client.mesh(betas=[1.5, -0.5])  # body.vertices, body.faces
with client.sync_stream(profile={"channels": ["root", "joints"]}) as stream:
    walker = stream.spawn(position=[0, 0])
    walker.input(move=[0, 1], gait="walk")
    for frame in stream.frames(seconds=2):
        print(frame.tick, frame.characters[0].root)`,
  ],
  [
    "C",
    (at) => `/* clients/c: posed.h, posed.c; the socket is yours. With libwebsockets: */
cc clients/c/example_lws.c clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o example
./example ${hostAndPort(at)} 4`,
  ],
  [
    "Godot",
    (at) => `# clients/godot: copy addons/posed into the project, switch the plug-in on,
# add a node PosedCharacter and set
url = "${ws(at)}/v1/stream"`,
  ],
  [
    "WebSocket",
    (at) => `${ws(at)}/v1/stream            subprotocol posed.v1
-> {"type":"join"}
-> {"type":"spawn","ref":"1"}
<- {"type":"spawned","ref":"1","id":1,...}
-> {"type":"input","id":1,"move":[0,1],"gait":"walk"}
<- binary frames, 60 a second`,
  ],
];

// Names of FILMS in films.js, listed here so that films.js is fetched only when one is played.
const FILMS = ["walk", "jog", "turn", "stairs"];

/** The tab. */
export class Guide {
  constructor(app) {
    this.app = app;
    this.panel = h(
      "section.guide",
      {},
      h(
        "fieldset.row",
        {},
        h("legend", {}, t("films")),
        FILMS.map((name) => button(t(`film_${name}`), () => this.film(name))),
      ),
      h("h2", {}, t("tour")),
      h(
        "ol",
        {},
        TOUR.en.map((_, i) =>
          h(
            "li",
            {},
            said(() => TOUR[language][i]),
          ),
        ),
      ),
      h("h2", {}, t("starts")),
      STARTS.map(([name, program]) => this.start(name, program(here()))),
      h("h2", {}, t("pitfalls")),
      PITFALLS.en.map((_, i) => {
        const [question, answer] = [0, 1].map((k) => said(() => PITFALLS[language][i][k]));
        return h("details", {}, h("summary", {}, question), h("p.quiet", {}, answer));
      }),
      h("p.links", {}, h("a", { href: "docs" }, t("interface")), h("a", { href: "openapi.json" }, "OpenAPI")),
    );
  }

  /** Returns the row of a program. */
  start(name, program) {
    const copy = () =>
      navigator.clipboard.writeText(program).then(
        () => toast(t("copied"), "hint"),
        () => toast(t("notCopied")),
      );
    return h("details", {}, h("summary", {}, name), h("pre", { tabIndex: 0, "aria-label": name }, program), button(t("copyText"), copy));
  }

  /** Plays a film in the tab that plays files. */
  async film(name) {
    this.app.show("character");
    (await this.app.fetched("character"))?.playFilm(name);
  }

  /** Called when the tab is shown or hidden. */
  show() {}
}
