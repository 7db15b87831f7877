var e=typeof WebAssembly=="object"?{quantize:!0}:{};export{e as a};
