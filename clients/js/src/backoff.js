/**
 * Delays between attempts to reconnect: `first` seconds, doubled after each attempt up to `most`, each multiplied by a random number from
 * 0.5 to 1.
 */
export class Backoff {
  constructor({ first = 0.1, most = 8, random = Math.random } = {}) {
    Object.assign(this, { first, most, random, attempts: 0 });
  }

  /** Returns the seconds until the next attempt. after: seconds that the server asked for, which are added. */
  next(after = 0) {
    const whole = Math.min(this.most, this.first * 2 ** this.attempts++);
    return after + whole * (0.5 + 0.5 * this.random());
  }

  /** Starts again at `first`, after a success. */
  reset() {
    this.attempts = 0;
  }
}
