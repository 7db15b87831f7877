// Mean time of a frame above which the view becomes coarser, in milliseconds.
const SLOW_MS = 30;
// Mean time of a frame below which a finer level is tried, in milliseconds: a screen of 60 Hz shows a frame every 16.7 ms at best.
const QUICK_MS = 18;
// Mean time above which a finer level that was just tried is given up, in milliseconds.
const TRIED_MS = 22;
// Number of frames over which the mean is taken.
const WATCHED = 30;
// Time without a change in seconds: after a coarser level, until a level that is tried is judged, and after it was found quick enough.
const PATIENCE_S = { coarser: 2, trial: 1.5, finer: 6 };

/** Chooses the level of detail by the times of frames. Levels are numbers; 0 is the finest. */
export class Governor {
  times = [];
  finest = 0;
  waits = 0;
  isTrial = false;
  fps = 0;

  /**
   * Takes the time of a frame in seconds and returns the level for the next one. last: the coarsest level. isWatched: false while nobody
   * sees the frames or their level is fixed; then the level stays.
   */
  level(now, { level, last, isWatched = true }) {
    this.times.push(now);
    if (this.times.length <= WATCHED) return level;
    this.times.shift();
    const ms = (1000 * (now - this.times[0])) / (WATCHED - 1);
    this.fps = 1000 / ms;
    if (!isWatched || now < this.waits) return level;
    if (ms > (this.isTrial ? TRIED_MS : SLOW_MS) && level < last) {
      if (this.isTrial) this.finest = level + 1; // a finer level was too slow: do not try it again
      return this.change(now, level + 1, false);
    }
    if (this.isTrial) {
      this.isTrial = false; // it is quick enough
      this.waits = now + PATIENCE_S.finer;
      return level;
    }
    return ms < QUICK_MS && level > this.finest ? this.change(now, level - 1, true) : level;
  }

  /** Returns a new level, and waits before it is judged. isTrial: it is a finer one. */
  change(now, level, isTrial) {
    this.isTrial = isTrial;
    this.waits = now + (isTrial ? PATIENCE_S.trial : PATIENCE_S.coarser);
    this.times = [];
    return level;
  }
}

// Time for which nobody has to move until pictures are drawn for their looks, in seconds.
const CALM_S = 0.5;
// Time of such a picture above which the next coarser detail is taken, in milliseconds: the median of several.
const CALM_MS = 160;
// Time above which not even the coarsest of them is taken, in milliseconds.
const GIVEN_UP_MS = 320;
// Number of times between frames of which the median is taken. One of them may be long, as when a shader is compiled.
const CALM_WATCHED = 5;

/**
 * Chooses the detail while nobody moves and the camera stands, for renderers in software: then few and good pictures are better than many
 * coarse ones. count: number of details, from fine to coarse.
 */
export class Calm {
  at = 0; // the detail that is quick enough, as far as is known
  since = null;
  times = [];

  constructor(count) {
    this.count = count;
  }

  /**
   * Takes the time of a frame in seconds. Returns the detail for the next one, or null: somebody moves, or none is quick enough.
   * isWatched: false while other work makes frames late; then the detail stays.
   */
  level(now, isCalm, isWatched = true) {
    if (!isCalm || this.at === this.count) {
      Object.assign(this, { since: null, times: [] });
      return null;
    }
    this.since ??= now;
    if (now - this.since < CALM_S) return null;

    // The first time belongs to a frame of another detail.
    if (isWatched) this.times.push(now);
    else this.times = [];
    if (this.times.length === CALM_WATCHED + 2) {
      this.times.shift();
      const passed = this.times.slice(1).map((time, i) => 1000 * (time - this.times[i]));
      const ms = passed.sort((a, b) => a - b)[Math.floor(CALM_WATCHED / 2)];
      if (ms > (this.at === this.count - 1 ? GIVEN_UP_MS : CALM_MS)) Object.assign(this, { at: this.at + 1, times: [] });
    }
    return this.at < this.count ? this.at : null;
  }
}
