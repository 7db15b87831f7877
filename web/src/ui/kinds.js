// Tells what kind of file was dropped, by its name and its first bytes, and which tab opens it.

/* First words of tables of markers: TRC, Motive, Nexus, Qualisys, after a byte order mark as latin1. */
const MARKER_TABLES = /^(\u00ef\u00bb\u00bf)?"?(PathFileType\b|Format Version,|Trajectories\b|NO_OF_FRAMES\b)/;

/**
 * Returns {tab, method}: the tab of the page, and its method that takes the file. The name or the first bytes suffice, because users rename
 * files.
 */
export async function kindOf(file) {
  const [, ending = ""] = file.name.toLowerCase().match(/\.(\w+)$/) ?? [];
  const head = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  const text = new TextDecoder("latin1").decode(head);
  if (text.startsWith("glTF") || ["glb", "vrm"].includes(ending)) return { tab: "character", method: "choose" };
  if (/^\s*HIERARCHY\b/.test(text) || ending === "bvh") return { tab: "character", method: "playBvh" };
  if ((head[1] === 0x50 && head[0] >= 2 && ending !== "json") || MARKER_TABLES.test(text) || ["c3d", "trc"].includes(ending))
    return { tab: "character", method: "solveTake" };
  if (/^\s*[[{]/.test(text)) return { tab: "body", method: "seeKeypoints" };
  return { tab: "character", method: "choose" }; // unknown: this method shows which kinds are possible
}
