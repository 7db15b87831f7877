/** Query of a GLB file that unpack() reads. Unpacking needs WebAssembly; without it plain files are asked for. */
export const PACKED = typeof WebAssembly === "object" ? { quantize: true } : {};
