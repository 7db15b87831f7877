/** How long to wait before each attempt to come back: at once, then twice as long each time, each by chance from half to the whole. */
export class Backoff {
  constructor({ first = 0.1, most = 8, random = Math.random } = {}) {
    Object.assign(this, { first, most, random, attempts: 0 });
  }

  /** Seconds until the next attempt; `after`: what the server asked for, at least. */
  next(after = 0) {
    const whole = Math.min(this.most, this.first * 2 ** this.attempts++);
    return after + whole * (0.5 + 0.5 * this.random());
  }

  reset() {
    this.attempts = 0;
  }
}
