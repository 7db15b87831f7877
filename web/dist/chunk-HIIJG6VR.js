import{N as v,T as c,d as l,da as d,ia as a}from"./chunk-RPHH4OZS.js";var t=`
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
  }`,s=`
  varying vec2 vAt;
  void main() {
    light((modelMatrix * vec4(position, 1.0)).xyz, normal, tint);
    vAt = uv;
    if (HAS_IMAGE) vColor = sqrt(0.3183099 * tint * fallsOn(normal));
  }`,m=`
  varying vec3 vColor;
  varying vec2 vAt;
  void main() {
    vec4 own = HAS_IMAGE ? texture2D(image, vAt) : vec4(1.0);
    if (own.a < CUT) discard;
    gl_FragColor = vec4(own.rgb * vColor, own.a);
  }`,u=`
  vec2 w = fwidth(vGround) + 1e-5, near = abs(fract(vGround - 0.5) - 0.5) / w;
  float line = max(0.0, 1.0 - min(near.x, near.y)) * 0.4 * clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);`;function p(){let o=()=>({value:new d});return{toSun:{value:new v},sun:o(),sky:o(),ground:o(),haze:o(),fogged:{value:new c(14,48)}}}function f(o,{sun:n,sky:e},i,r){o.toSun.value.copy(i),o.sun.value.copy(n.color).multiplyScalar(n.intensity),o.sky.value.copy(e.color).multiplyScalar(e.intensity),o.ground.value.copy(e.groundColor).multiplyScalar(e.intensity),o.haze.value.copy(r.color).convertLinearToSRGB(),o.fogged.value.set(r.near,r.far)}var x=o=>new a({uniforms:o,vertexColors:!0,vertexShader:`${t}
  void main() { light(position, normal, color); }`,fragmentShader:"varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }"}),y=(o,n,e)=>new a({uniforms:{...o,albedo:n,lineColor:e},vertexShader:`uniform vec3 albedo, lineColor; varying vec2 vGround; varying vec3 vLine;
${t}
  void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    vGround = at.xz;
    light(at.xyz, normal, lineColor);
    vLine = vColor;
    light(at.xyz, normal, albedo);
  }`,fragmentShader:`varying vec3 vColor, vLine; varying vec2 vGround;
  void main() {${u}
  gl_FragColor = vec4(mix(vColor, vLine, line), 1.0);
  }`}),h=(o,{tint:n,image:e,cut:i,...r})=>new a({uniforms:{...o,tint:{value:n},image:{value:e}},defines:{HAS_IMAGE:e?"true":"false",CUT:i.toFixed(2)},vertexShader:`uniform vec3 tint;
${t}
${s}`,fragmentShader:`uniform sampler2D image;
${m}`,...r}),C=o=>new a({uniforms:o,vertexShader:`uniform vec3 top, horizon, ground; varying vec3 vColor;
  void main() {
    float up = normalize(position).y;
    vColor = up > 0.0 ? mix(horizon, top, pow(up, 0.55)) : mix(horizon, ground, min(1.0, -2.0 * up));
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`,fragmentShader:"varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }",side:l,depthWrite:!1});export{p as a,f as b,x as c,y as d,h as e,C as f};
