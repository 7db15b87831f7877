// "Say something": the steered character says a typed text with sound (Character.say of the client). Only the body `person` has shapes of a mouth.
import { button, h } from "../ui/dom.js";
import { t } from "../ui/text.js";

// Longest text that the server gives a voice, in characters of ASCII.
const LONGEST = 8192;

/** The row of the panel with the text, and what it does. */
export class Talk {
  constructor(motion) {
    this.motion = motion;
    this.field = h("input", {
      type: "text",
      maxLength: LONGEST,
      lang: "en",
      value: t("sayExample"),
      "aria-label": t("sayText"),
      required: true,
    });
    this.element = h(
      "form.talk",
      {
        onfocusin: () => this.prepare(),
        onsubmit: (event) => {
          event.preventDefault();
          this.say();
        },
      },
      h(
        "fieldset.row",
        {},
        h("legend", {}, t("saySomething")),
        this.field,
        h("button", { type: "submit" }, t("say")),
        button(t("hush"), () => this.hush()),
      ),
    );
    this.show();
  }

  /** Shows the row if the characters have mouths. */
  show() {
    this.element.hidden = this.motion.body !== "person";
  }

  /** Fetches the shapes of the steered character's mouth. */
  prepare() {
    const { mine, client, view, app } = this.motion;
    if (!view.isSoftware) mine?.shape.loadMouth(client).catch((error) => app.say(error));
  }

  /** Makes the steered character say the text. What it said before ends. Shows an error. */
  async say() {
    const text = this.field.value.trim();
    const { mine, app } = this.motion;
    if (!text || !mine) return;
    this.prepare();
    try {
      await mine.character.say(text);
    } catch (error) {
      app.say(error);
    }
  }

  /** Ends what the steered character says. */
  hush() {
    this.motion.mine?.character.hush().catch((error) => this.motion.app.say(error));
  }
}
