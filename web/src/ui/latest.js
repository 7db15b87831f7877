/**
 * Runs one request at a time. Of the requests made meanwhile only the newest is kept. work(request) returns a promise; fail(error) is
 * called with its error.
 */
export class Latest {
  constructor(work, fail) {
    Object.assign(this, { work, fail, busy: false, waiting: null });
  }

  /** Makes a request. */
  async ask(waiting) {
    this.waiting = waiting;
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      const next = this.waiting;
      this.waiting = null;
      await this.work(next).catch(this.fail);
    }
    this.busy = false;
  }
}
