// Returns design tokens of tokens.css for what is drawn on the canvas, with their values in the present theme and contrast.

/** Returns the text of a token, with references not resolved. */
const text = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Returns a CSS colour as the browser computes it. */
function computed(css) {
  const probe = document.createElement("i");
  probe.style.color = css;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns a token as a colour for THREE.Color: "rgb(r, g, b)". */
export const color = (name) => computed(`var(--${name})`);

/** Returns a token that is a list of colours. */
export const colors = (name) => text(name).split(/\s+/);
