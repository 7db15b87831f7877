// The files that the maker's Download menu offers.

/** By kind: the route below the model, the format, further request fields, and the name of the file. */
export const FILES = {
  glb: { what: "mesh", format: "glb", fields: { profile: "three" }, name: "avatar.glb" },
  half: {
    what: "mesh",
    format: "glb",
    fields: { profile: "three", half: true, lod: 1, texture_size: 512, textures: "webp", compression: "meshopt" },
    name: "avatar-half.glb",
  },
  vrm: { what: "mesh", format: "glb", fields: { profile: "vrm" }, name: "avatar.vrm" },
  png: { what: "portrait", format: "png", fields: { size: [1024] }, name: "avatar.png" },
};

/** Returns the path and the body of the POST that makes that kind of file of a person. */
export function fileRequest(kind, { model, fields }) {
  const { what, format, fields: own } = FILES[kind];
  return { path: `/v1/models/${model}/${what}?format=${format}`, body: { ...fields, ...own } };
}
