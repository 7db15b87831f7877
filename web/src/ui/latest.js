/** Runs one request at a time. While it is under way only the newest of those that are asked for is kept. */
export class Latest {
  constructor(work, fail) {
    Object.assign(this, { work, fail, busy: false, waiting: null });
  }

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
