// Draws a small graph of a number over time, in the colours of the page.

/** A graph of the last `length` values. width, height: pixels; least: its lower end; most: its upper end at least. */
export class Plot {
  constructor({ width = 240, height = 44, least = 0, most = 0, length = 120 } = {}) {
    this.canvas = document.createElement("canvas");
    this.canvas.className = "plot";
    this.canvas.setAttribute("aria-hidden", "true");
    Object.assign(this, { width, height, least, most, length, values: [] });
    const scale = Math.min(2, devicePixelRatio);
    Object.assign(this.canvas, { width: width * scale, height: height * scale });
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    this.pen = this.canvas.getContext("2d");
    this.pen.scale(scale, scale);
  }

  /** Adds a value. */
  push(value) {
    this.values.push(value);
    if (this.values.length > this.length) this.values.shift();
    this.draw();
  }

  /** Draws the graph. */
  draw() {
    const { pen, width, height, values } = this;
    const top = Math.max(this.most, ...values) || 1;
    const bottom = this.least;
    const x = (i) => width - 1 - (values.length - 1 - i) * (width / (this.length - 1));
    const y = (v) => height - 2 - ((v - bottom) / (top - bottom)) * (height - 4);
    pen.clearRect(0, 0, width, height);
    pen.beginPath();
    values.forEach((v, i) => pen.lineTo(x(i), y(v)));
    pen.strokeStyle = getComputedStyle(this.canvas).color;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.lineTo(width, height);
    pen.lineTo(x(0), height);
    pen.globalAlpha = 0.15;
    pen.fillStyle = pen.strokeStyle;
    pen.fill();
    pen.globalAlpha = 1;
  }
}
