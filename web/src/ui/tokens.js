// Tokens of tokens.css for what is drawn into the picture, as they are in this theme and at this contrast.

/** A token's text, with its references. */
const text = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A colour as the browser sees it: what it computes of an element that has it. */
function computed(css) {
  const probe = document.createElement("i");
  probe.style.color = css;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The token's colour as THREE.Color takes it: "rgb(r, g, b)". */
export const color = (name) => computed(`var(--${name})`);

/** A token that is a list of colours. */
export const colors = (name) => text(name).split(/\s+/);
