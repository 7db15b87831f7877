// "Emote": the steered character plays one of the server's clips (Character.play of the client).
import { button, h } from "../ui/dom.js";
import { t } from "../ui/text.js";

/** The row of the panel with the list of clips, and what it does. */
export class Emotes {
  constructor(motion) {
    this.motion = motion;
    this.list = h("select", { "aria-label": t("emote") });
    this.element = h(
      "fieldset.row.emotes",
      { hidden: true },
      h("legend", {}, t("emote")),
      this.list,
      button(t("play"), () => this.play()),
      button(t("stop"), () => this.stop()),
    );
  }

  /** Fetches the list, once. The row stays hidden where the server has no clips. */
  async load() {
    if (this.isAsked) return;
    this.isAsked = true;
    const clips = await this.motion.client.clips().catch(() => []);
    this.list.replaceChildren(...clips.map(({ id }) => h("option", { value: id }, id.replaceAll("_", " "))));
    this.element.hidden = !clips.length;
  }

  /** Makes the steered character play the chosen clip. Shows an error. */
  play() {
    this.motion.mine?.character.play(this.list.value).catch((error) => this.motion.app.say(error));
  }

  /** Ends what the steered character plays. */
  stop() {
    this.motion.mine?.character.stopPlaying().catch((error) => this.motion.app.say(error));
  }
}
