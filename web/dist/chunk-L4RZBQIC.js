import{N as i,S as t,ca as l,ha as a}from"./chunk-46YQSIRC.js";var v=`
  uniform vec3 toSun, sun, sky, ground, haze;
  uniform vec2 fogged;
  varying vec3 vColor;
  vec3 encoded(vec3 c) {
    vec3 a = sqrt(max(c, 0.0)), b = sqrt(a); // sRGB by roots, within 0.002
    return 0.5851224 * a + 0.7831404 * b - 0.3682627 * sqrt(b);
  }
  void light(vec3 at, vec3 n, vec3 albedo) {
    vec3 falls = sun * max(0.0, dot(n, toSun)) + mix(ground, sky, 0.5 * n.y + 0.5);
    vec4 seen = viewMatrix * vec4(at, 1.0);
    vColor = mix(encoded(0.3183099 * albedo * falls), haze, smoothstep(fogged.x, fogged.y, -seen.z));
    gl_Position = projectionMatrix * seen;
  }`,c=`
  vec2 w = fwidth(vGround) + 1e-5, near = abs(fract(vGround - 0.5) - 0.5) / w;
  float line = max(0.0, 1.0 - min(near.x, near.y)) * 0.4 * clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);`;function s(){let o=()=>({value:new l});return{toSun:{value:new i},sun:o(),sky:o(),ground:o(),haze:o(),fogged:{value:new t(14,48)}}}function u(o,{sun:e,sky:n},r){o.toSun.value.copy(e.position).sub(e.target.position).normalize(),o.sun.value.copy(e.color).multiplyScalar(e.intensity),o.sky.value.copy(n.color).multiplyScalar(n.intensity),o.ground.value.copy(n.groundColor).multiplyScalar(n.intensity),o.haze.value.copy(r.color).convertLinearToSRGB(),o.fogged.value.set(r.near,r.far)}var g=o=>new a({uniforms:o,vertexColors:!0,vertexShader:`${v}
  void main() { light(position, normal, color); }`,fragmentShader:"varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }"}),m=(o,e,n)=>new a({uniforms:{...o,albedo:e,lineColor:n},vertexShader:`uniform vec3 albedo, lineColor; varying vec2 vGround; varying vec3 vLine;
${v}
  void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    vGround = at.xz;
    light(at.xyz, normal, lineColor);
    vLine = vColor;
    light(at.xyz, normal, albedo);
  }`,fragmentShader:`varying vec3 vColor, vLine; varying vec2 vGround;
  void main() {${c}
  gl_FragColor = vec4(mix(vColor, vLine, line), 1.0);
  }`});export{s as a,u as b,g as c,m as d};
