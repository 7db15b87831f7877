// Materials for software renderers that compute light once a vertex instead of once a pixel. Used for crowds and hills, which are far
// enough away that the difference is hard to see, and for dressed people who stand still, whose meshes are dense.
import * as THREE from "three";

// Vertex shader: diffuse light of the sun and of the sky, and fog. The result is an sRGB colour.
const VERTEX = `
  uniform vec3 toSun, sun, sky, ground, haze;
  uniform vec2 fogged;
  varying vec3 vColor;
  vec3 encoded(vec3 c) {
    vec3 a = sqrt(max(c, 0.0)), b = sqrt(a); // sRGB by roots, within 0.002
    return 0.5851224 * a + 0.7831404 * b - 0.3682627 * sqrt(b);
  }
  vec3 fallsOn(vec3 n) {
    return sun * max(0.0, dot(n, toSun)) + mix(ground, sky, 0.5 * n.y + 0.5);
  }
  void light(vec3 at, vec3 n, vec3 albedo) {
    vec3 falls = fallsOn(n);
    vec4 seen = viewMatrix * vec4(at, 1.0);
    vColor = mix(encoded(0.3183099 * albedo * falls), haze, smoothstep(fogged.x, fogged.y, -seen.z));
    gl_Position = projectionMatrix * seen;
  }`;

// Shaders of a part of a person with an image: an sRGB colour times the square root of the light. Within 0.02 of a linear product.
const PART = `
  varying vec2 vAt;
  void main() {
    light((modelMatrix * vec4(position, 1.0)).xyz, normal, tint);
    vAt = uv;
    if (HAS_IMAGE) vColor = sqrt(0.3183099 * tint * fallsOn(normal));
  }`;
const PART_PIXEL = `
  varying vec3 vColor;
  varying vec2 vAt;
  void main() {
    vec4 own = HAS_IMAGE ? texture2D(image, vAt) : vec4(1.0);
    if (own.a < CUT) discard;
    gl_FragColor = vec4(own.rgb * vColor, own.a);
  }`;

// Fragment shader of the grid lines, one a metre. LINES of ground.js has the same with lines every ten metres as well.
const LINES = `
  vec2 w = fwidth(vGround) + 1e-5, near = abs(fract(vGround - 0.5) - 0.5) / w;
  float line = max(0.0, 1.0 - min(near.x, near.y)) * 0.4 * clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);`;

/** Returns the uniforms that all these materials share: direction and colours of the light, and the fog. setPlainLight() fills them. */
export function plainLight() {
  const color = () => ({ value: new THREE.Color() });
  return {
    toSun: { value: new THREE.Vector3() },
    sun: color(),
    sky: color(),
    ground: color(),
    haze: color(),
    fogged: { value: new THREE.Vector2(14, 48) },
  };
}

/** Sets the uniforms `u` from the lights {sun, sky} of Light and from the scene's fog. toSun: unit vector to the sun. */
export function setPlainLight(u, { sun, sky }, toSun, fog) {
  u.toSun.value.copy(toSun);
  u.sun.value.copy(sun.color).multiplyScalar(sun.intensity);
  u.sky.value.copy(sky.color).multiplyScalar(sky.intensity);
  u.ground.value.copy(sky.groundColor).multiplyScalar(sky.intensity);
  u.haze.value.copy(fog.color).convertLinearToSRGB();
  u.fogged.value.set(fog.near, fog.far);
}

/** Returns the material of crowds. Its colours are those of the vertices. */
export const plainPeople = (light) =>
  new THREE.ShaderMaterial({
    uniforms: light,
    vertexColors: true,
    vertexShader: `${VERTEX}\n  void main() { light(position, normal, color); }`,
    fragmentShader: "varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }",
  });

/** Returns the material of the ground. albedo, line: uniforms {value: THREE.Color} of the ground and of its grid lines. */
export const plainGround = (light, albedo, line) =>
  new THREE.ShaderMaterial({
    uniforms: { ...light, albedo, lineColor: line },
    vertexShader: `uniform vec3 albedo, lineColor; varying vec2 vGround; varying vec3 vLine;\n${VERTEX}
  void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    vGround = at.xz;
    light(at.xyz, normal, lineColor);
    vLine = vColor;
    light(at.xyz, normal, albedo);
  }`,
    fragmentShader: `varying vec3 vColor, vLine; varying vec2 vGround;\n  void main() {${LINES}\n  gl_FragColor = vec4(mix(vColor, vLine, line), 1.0);\n  }`,
  });

/**
 * Returns the material of a part of a dressed person. tint: linear colour; image: texture in sRGB without a colour space, or null;
 * cut: pixels with less alpha are left out; more: further properties of the material.
 */
export const plainPart = (light, { tint, image, cut, ...more }) =>
  new THREE.ShaderMaterial({
    uniforms: { ...light, tint: { value: tint }, image: { value: image } },
    defines: { HAS_IMAGE: image ? "true" : "false", CUT: cut.toFixed(2) },
    vertexShader: `uniform vec3 tint;\n${VERTEX}\n${PART}`,
    fragmentShader: `uniform sampler2D image;\n${PART_PIXEL}`,
    ...more,
  });

/** Returns the material of a dome of sky. colors: uniforms {top, horizon, ground} of sRGB colours: above, at and below the horizon. */
export const plainSky = (colors) =>
  new THREE.ShaderMaterial({
    uniforms: colors,
    vertexShader: `uniform vec3 top, horizon, ground; varying vec3 vColor;
  void main() {
    float up = normalize(position).y;
    vColor = up > 0.0 ? mix(horizon, top, pow(up, 0.55)) : mix(horizon, ground, min(1.0, -2.0 * up));
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`,
    fragmentShader: "varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }",
    side: THREE.BackSide,
    depthWrite: false,
  });
