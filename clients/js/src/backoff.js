/**
 * Delays between attempts to reconnect. Each is a random time from 0 to a limit: `first` seconds, doubled after each attempt up to `most`. So
 * clients that lost the same server do not come back at once.
 */
export class Backoff {
  constructor({ first = 1, most = 8, random = Math.random } = {}) {
    Object.assign(this, { first, most, random, attempts: 0 });
  }

  /** Returns the seconds until the next attempt. after: seconds that the server asked for, which are added. */
  next(after = 0) {
    return after + Math.min(this.most, this.first * 2 ** this.attempts++) * this.random();
  }

  /**
   * Returns the seconds to wait again when a delay ended `late` seconds too late, because the computer slept or the page was in the background;
   * 0: none. Computers that wake together then do not connect at once.
   */
  again(late) {
    return late > 2 ? this.first * this.random() : 0;
  }

  /** Starts again at `first`, after a success. */
  reset() {
    this.attempts = 0;
  }
}
