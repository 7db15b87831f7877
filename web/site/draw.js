// Draws capsules and triangles with WebGL 2. World: metres, +Y up.

const LIGHT = 'vec3 light = normalize(vec3(0.4, 0.9, 0.5)); float lit = 0.6 + 0.4 * max(dot(normalize(normal), light), 0.0);'
const CAPSULE = `#version 300 es
in vec3 unit; in vec3 from; in vec3 to; in float radius; in vec3 color;
uniform mat4 camera; out vec3 normal; out vec3 shade;
void main() {
  vec3 z = to - from; float size = length(z);
  z = size > 1e-5 ? z / size : vec3(0, 1, 0);
  vec3 x = normalize(abs(z.y) < 0.9 ? cross(vec3(0, 1, 0), z) : cross(vec3(1, 0, 0), z));
  normal = mat3(x, cross(z, x), z) * unit;
  shade = color;
  gl_Position = camera * vec4((unit.z < 0.0 ? from : to) + radius * normal, 1);
}`
const MESH = `#version 300 es
in vec3 unit; in vec3 side; in vec3 color;
uniform mat4 camera; out vec3 normal; out vec3 shade; out vec3 place;
void main() { normal = side; shade = color; place = unit; gl_Position = camera * vec4(unit, 1); }`
const PAINT = `#version 300 es
precision highp float; in vec3 normal; in vec3 shade; out vec4 color;
void main() { ${LIGHT} color = vec4(shade * lit, 1); }`
const PAINT_MESH = `#version 300 es
precision highp float; in vec3 normal; in vec3 shade; in vec3 place; out vec4 color;
void main() { ${LIGHT}
  vec2 cell = abs(fract(place.xz) - 0.5); vec2 wide = 1.5 * fwidth(place.xz);
  float line = max(smoothstep(0.5 - wide.x, 0.5, cell.x), smoothstep(0.5 - wide.y, 0.5, cell.y));
  color = vec4(shade * lit * (1.0 - 0.12 * line * step(0.5, normal.y)), 1); }`

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const unit = (a) => {
  const size = Math.hypot(...a) || 1
  return a.map((v) => v / size)
}

/** Axes of a camera at `eye` that looks at `at`: right, up, back. */
export function axesOf(eye, at) {
  const back = unit(minus(eye, at))
  const right = unit(cross([0, 1, 0], back))
  return [right, cross(back, right), back]
}

const VIEW = 1 / Math.tan(0.5) // of the half field of view, radians

function cameraMatrix(eye, at, aspect) {
  const [r, u, b] = axesOf(eye, at)
  const dot = (a) => -(a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2])
  const [near, far] = [0.1, 200]
  const depth = (near + far) / (near - far)
  const rows = [
    [...r.map((v) => (v * VIEW) / aspect), (dot(r) * VIEW) / aspect],
    [...u.map((v) => v * VIEW), dot(u) * VIEW],
    [...b.map((v) => v * depth), dot(b) * depth + (2 * near * far) / (near - far)],
    [...b.map((v) => -v), -dot(b)],
  ]
  return new Float32Array(16).map((_, i) => rows[i % 4][i >> 2])
}

/** Point of the window, -1 to 1 in x and y, of a place in the world. */
export function project(place, eye, at, aspect) {
  const m = cameraMatrix(eye, at, aspect)
  const out = [0, 1, 2, 3].map((row) => m[row] * place[0] + m[row + 4] * place[1] + m[row + 8] * place[2] + m[row + 12])
  return [out[0] / out[3], out[1] / out[3], out[3]]
}

/** How far a step of 1 in the window's y moves a place at this distance. */
export const windowScale = (distance) => distance / VIEW

export class Painter {
  constructor(canvas) {
    const gl = canvas.getContext('webgl2', { antialias: true })
    if (!gl) throw new Error('This page needs WebGL 2.')
    this.gl = gl
    this.canvas = canvas
    this.capsules = this.program(CAPSULE, PAINT)
    this.mesh = this.program(MESH, PAINT_MESH)
    this.sphere()
    this.instances = gl.createBuffer()
    this.triangles = gl.createBuffer()
    this.triangleCount = 0
    gl.enable(gl.DEPTH_TEST)
  }

  program(vertex, fragment) {
    const { gl } = this
    const program = gl.createProgram()
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ]) {
      const shader = gl.createShader(kind)
      gl.shaderSource(shader, text)
      gl.compileShader(shader)
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader))
      gl.attachShader(program, shader)
    }
    gl.linkProgram(program)
    return program
  }

  sphere() {
    const { gl } = this
    const [rings, sides] = [10, 16]
    const points = []
    const place = (i, j) => {
      const [a, b] = [(Math.PI * i) / rings, (2 * Math.PI * j) / sides]
      return [Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a) - 1e-6]
    }
    for (let i = 0; i < rings; i++)
      for (let j = 0; j < sides; j++)
        for (const [di, dj] of [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]]) points.push(...place(i + di, j + dj))
    this.sphereCount = points.length / 3
    this.spherePoints = gl.createBuffer()
    gl.bindBuffer(gl.ARRAY_BUFFER, this.spherePoints)
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STATIC_DRAW)
  }

  /** Sets what stands still: triangles of 9 numbers a corner, place, normal and colour. */
  setTriangles(numbers) {
    const { gl } = this
    gl.bindBuffer(gl.ARRAY_BUFFER, this.triangles)
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW)
    this.triangleCount = numbers.length / 9
  }

  attributes(program, buffer, names, divisor) {
    const { gl } = this
    const stride = 4 * names.reduce((sum, [, size]) => sum + size, 0)
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    let offset = 0
    for (const [name, size] of names) {
      const at = gl.getAttribLocation(program, name)
      gl.enableVertexAttribArray(at)
      gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset)
      gl.vertexAttribDivisor(at, divisor)
      offset += 4 * size
    }
  }

  /** Draws a picture: capsules are [from, to, radius, colour]. */
  draw(eye, at, capsules) {
    const { gl, canvas } = this
    const ratio = Math.min(globalThis.devicePixelRatio ?? 1, 2)
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    gl.viewport(0, 0, width, height)
    gl.clearColor(0.87, 0.91, 0.94, 1)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    const camera = cameraMatrix(eye, at, width / Math.max(height, 1))
    for (let i = 0; i < 5; i++) gl.disableVertexAttribArray(i)

    gl.useProgram(this.mesh)
    gl.uniformMatrix4fv(gl.getUniformLocation(this.mesh, 'camera'), false, camera)
    this.attributes(this.mesh, this.triangles, [['unit', 3], ['side', 3], ['color', 3]], 0)
    gl.drawArrays(gl.TRIANGLES, 0, this.triangleCount)

    for (let i = 0; i < 5; i++) gl.disableVertexAttribArray(i)
    gl.useProgram(this.capsules)
    gl.uniformMatrix4fv(gl.getUniformLocation(this.capsules, 'camera'), false, camera)
    this.attributes(this.capsules, this.spherePoints, [['unit', 3]], 0)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances)
    const numbers = capsules.flatMap(([from, to, radius, color]) => [...from, ...to, radius, ...color])
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.DYNAMIC_DRAW)
    this.attributes(this.capsules, this.instances, [['from', 3], ['to', 3], ['radius', 1], ['color', 3]], 1)
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.sphereCount, capsules.length)
  }
}
