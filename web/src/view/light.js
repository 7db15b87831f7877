// The light of the scene: a sun with a soft shadow, a hemisphere light, and a dome of sky and ground that materials reflect. All of it
// is computed; no image is downloaded.
import * as THREE from "three";
import { plainSky } from "./plain.js";

// Position of the sun relative to the point that the camera looks at, in metres. It is low enough to light faces.
const SUN = new THREE.Vector3(4.6, 6.6, 7.2);
// Half the side of the square that the shadow map covers, in metres.
const REACH = 7;

/**
 * Colours and intensities of the light and the dark theme. top, horizon, ground: colours of the dome. sun: colour of the sunlight.
 * above, below: colours of the hemisphere light. In the dark theme they are brighter than the dome, because the dome's light alone leaves
 * faces black. strength: intensities; plainSun and plainSky are those of software renderers, which have no reflections.
 */
const MOODS = {
  light: {
    top: 0x9fc0e6,
    horizon: 0xe9eef3,
    ground: 0xc9c6c0,
    sun: 0xfff0d8,
    above: 0xe9eef3,
    below: 0xc9c6c0,
    strength: { sun: 2.5, sky: 1.5, plainSun: 3.0, plainSky: 2.1, around: 0.65 },
    exposure: 1.0,
  },
  dark: {
    top: 0x1b2740,
    horizon: 0x2a3140,
    ground: 0x1c1f26,
    sun: 0xffe9cf,
    above: 0xa9b9d6,
    below: 0x7d746c,
    strength: { sun: 2.3, sky: 4.2, plainSun: 4.6, plainSky: 3.2, around: 1.1 },
    exposure: 1.0,
  },
};

// Shaders of the dome: a gradient from the top over the horizon to the ground, with a glow around the sun.
const DOME = {
  vertexShader: "varying vec3 vAt; void main() { vAt = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
  fragmentShader: `
    varying vec3 vAt;
    uniform vec3 top, horizon, ground, sun, toSun;
    uniform float glow;
    void main() {
      vec3 d = normalize(vAt);
      vec3 c = d.y > 0.0 ? mix(horizon, top, pow(d.y, 0.55)) : mix(horizon, ground, min(1.0, -6.0 * d.y));
      float near = max(0.0, dot(d, toSun));
      c += sun * (glow * pow(near, 90.0) + 0.12 * pow(near, 6.0));
      gl_FragColor = vec4(c, 1.0);
      #include <tonemapping_fragment>
      #include <colorspace_fragment>
    }`,
};

/** Returns a sphere of sky around the scene. glow: brightness of the sun's disc. */
function dome(glow) {
  const uniforms = Object.fromEntries(["top", "horizon", "ground", "sun"].map((name) => [name, { value: new THREE.Color() }]));
  const material = new THREE.ShaderMaterial({
    ...DOME,
    uniforms: { ...uniforms, toSun: { value: Light.toSun }, glow: { value: glow } },
    side: THREE.BackSide,
    depthWrite: false,
    fog: false,
    toneMapped: false,
  });
  return Object.assign(new THREE.Mesh(new THREE.SphereGeometry(150, 32, 16), material), { frustumCulled: false, renderOrder: -9 });
}

/** Returns the dome of software renderers, without a glow. Its triangles are narrow at the horizon, where the colour changes most. */
function plainDome() {
  const colors = Object.fromEntries(["top", "horizon", "ground"].map((name) => [name, { value: new THREE.Color() }]));
  const heights = [90, 60, 40, 25, 15, 8, 4, 2, 0, -4, -15, -30, -90].map((degrees) => (degrees * Math.PI) / 180);
  const profile = heights.map((h) => new THREE.Vector2(150 * Math.cos(h), 150 * Math.sin(h))).reverse();
  return Object.assign(new THREE.Mesh(new THREE.LatheGeometry(profile, 16), plainSky(colors)), { frustumCulled: false, renderOrder: -9 });
}

/** Owns the lights of a View. */
export class Light {
  /** Unit vector to the sun. It is the same wherever the sun's shadow is. */
  static toSun = SUN.clone().normalize();

  constructor(view) {
    this.view = view;
    this.sky = new THREE.HemisphereLight(0xffffff, 0x8a8f98, 1);
    this.sun = new THREE.DirectionalLight(0xffffff, 1);
    const { shadow } = this.sun;
    Object.assign(shadow, { bias: -0.0004, normalBias: 0.02, radius: 5, blurSamples: 12 });
    Object.assign(shadow.camera, { near: 1, far: 40, left: -REACH, right: REACH, top: REACH, bottom: -REACH });
    view.scene.add(this.sky, this.sun, this.sun.target);
    this.dome = view.isSoftware ? plainDome() : dome(0.6);
    view.scene.add(this.dome);
    if (view.isSoftware) return;
    view.renderer.toneMapping = THREE.NeutralToneMapping;
    view.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
  }

  /** Sets the mood by its name in MOODS, "light" or "dark". */
  set(name) {
    const mood = MOODS[name];
    const { strength } = mood;
    const { isSoftware, renderer, scene, colors } = this.view;
    this.sun.color.set(mood.sun);
    this.sky.color.set(mood.above);
    this.sky.groundColor.set(mood.below);
    this.sun.intensity = isSoftware ? strength.plainSun : strength.sun;
    this.sky.intensity = isSoftware ? strength.plainSky : strength.sky * 0.35;
    if (isSoftware) {
      // The horizon has the colour of the fog, into which the ground fades.
      const { top, horizon, ground } = this.dome.material.uniforms;
      top.value.set(mood.top).convertLinearToSRGB();
      for (const [uniform, color] of [
        [horizon, colors.sky],
        [ground, colors.ground],
      ])
        uniform.value.set(color).convertLinearToSRGB();
      return;
    }
    renderer.toneMappingExposure = mood.exposure;
    this.paint(this.dome.material.uniforms, mood);
    this.around?.dispose();
    this.around = this.surroundings(mood);
    scene.environment = this.around.texture;
    scene.environmentIntensity = strength.around;
  }

  /** Sets the colours of a dome's uniforms. */
  paint(uniforms, mood) {
    for (const part of ["top", "horizon", "ground", "sun"]) uniforms[part].value.set(mood[part]);
  }

  /** Returns the environment map that materials reflect: the dome with a bright sun, prefiltered for every roughness. */
  surroundings(mood) {
    const maker = new THREE.PMREMGenerator(this.view.renderer);
    const place = new THREE.Scene();
    const sphere = dome(18);
    this.paint(sphere.material.uniforms, mood);
    place.add(sphere);
    const target = maker.fromScene(place, 0.02, 1, 400);
    sphere.geometry.dispose();
    sphere.material.dispose();
    maker.dispose();
    return target;
  }

  /** Called before each frame. Moves the sun's shadow to the point `at` that the camera looks at, in whole texels, so that edges do not flicker. */
  follow(at) {
    const texel = (2 * REACH) / Math.max(512, this.sun.shadow.mapSize.x);
    const snap = (v) => Math.round(v / texel) * texel;
    this.sun.target.position.set(snap(at.x), snap(at.y), snap(at.z));
    this.sun.position.copy(this.sun.target.position).add(SUN);
    this.dome.position.copy(this.view.camera.eye.position);
  }
}
