// Smooth edges (multisampling) for single pictures of a canvas whose context has none, as those of software renderers.
import * as THREE from "three";

// Samples of a pixel.
const SAMPLES = 4;

/** Renders into a multisampled target and copies that to the canvas. */
export class Smooth {
  constructor(renderer) {
    this.renderer = renderer;
    this.target = new THREE.WebGLRenderTarget(1, 1, {
      samples: SAMPLES,
      colorSpace: THREE.SRGBColorSpace,
      internalFormat: "RGBA8", // with its own choice three makes a texture of another format than the samples
      minFilter: THREE.NearestFilter,
      magFilter: THREE.NearestFilter,
    });
    this.target.isXRRenderTarget = true; // otherwise three writes linear colours, which the canvas would show darker
    const copy = new THREE.ShaderMaterial({
      uniforms: { picture: { value: this.target.texture } },
      vertexShader: "varying vec2 vAt; void main() { vAt = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
      fragmentShader: "uniform sampler2D picture; varying vec2 vAt; void main() { gl_FragColor = texture2D(picture, vAt); }",
      depthTest: false,
      depthWrite: false,
    });
    this.quad = Object.assign(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), copy), { frustumCulled: false });
    this.eye = new THREE.Camera();
  }

  /** Draws the scene on the canvas. Its size is that of the renderer. */
  render(scene, eye) {
    const { renderer, target } = this;
    const { width, height } = renderer.domElement;
    target.setSize(width, height);
    renderer.setRenderTarget(target);
    renderer.render(scene, eye);
    renderer.setRenderTarget(null);
    renderer.render(this.quad, this.eye);
  }
}
