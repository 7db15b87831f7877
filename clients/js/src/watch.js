// When a connection counts as lost although nobody closed it, and requests that are repeated until a server answers.
import { Backoff } from "./backoff.js";

/**
 * Whether a connection fell silent. A computer that slept, a Wi-Fi network that was left and a NAT that forgot the connection tell neither side that it is
 * gone, and a browser reports it only after 10 to 15 minutes.
 *
 * Call heard() for everything that comes and isSilent() with every beat, `interval` seconds apart. The silence is summed beat by beat, and a beat counts for two
 * intervals at most: a computer that wakes up, or a page in the background whose timers run once a minute, does not take the time without
 * beats for silence.
 */
export class SilenceWatch {
  constructor(silence, interval) {
    Object.assign(this, { silence, interval, quiet: 0, last: null });
  }

  heard() {
    this.quiet = 0;
  }

  /** True when the connection will have been silent for `silence` seconds by the next beat. now: seconds. */
  isSilent(now) {
    this.quiet += Math.min(this.last === null ? 0 : now - this.last, 2 * this.interval);
    this.last = now;
    return this.quiet + this.interval > this.silence;
  }
}

const REPEATED = new Set([502, 503, 504]); // a proxy whose server is away, a server that is starting or full

/** Resolves after so many seconds; at once with the signal's reason when it is aborted. */
const sleep = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, 1000 * seconds);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });

/**
 * A request that is given up when nothing comes for `silence` seconds: headers and each piece of the body. The body is read whole. Rejects with a TypeError then, as
 * fetch does when there is no connection.
 */
export async function fetchWithin(fetch, silence, url, init = {}) {
  const gone = new AbortController();
  const giveUp = () => gone.abort(new TypeError(`fetch: nothing came from ${url} for ${silence} s`));
  const follow = () => gone.abort(init.signal.reason);
  let timer = setTimeout(giveUp, 1000 * silence);
  init.signal?.addEventListener("abort", follow, { once: true });
  if (init.signal?.aborted) follow();
  try {
    const reply = await fetch(url, { ...init, signal: gone.signal });
    if (!reply.body?.getReader) return reply;
    const parts = [];
    const reader = reply.body.getReader();
    for (;;) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, 1000 * silence);
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
    }
    return new Response(new Blob(parts), { status: reply.status, statusText: reply.statusText, headers: reply.headers });
  } catch (error) {
    throw gone.signal.aborted ? gone.signal.reason : error;
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener("abort", follow);
  }
}

/**
 * A fetch for `new Posed(base, { fetch })` that waits for a server: a GET that finds none, that hears nothing for `silence` seconds, or that is answered by
 * 502, 503 or 504 is sent again, after the waits of `backoff`, for ever. Other requests are sent once. waiting(error) is called before each wait, and waiting(null)
 * when a request was answered after waits.
 */
export function waitingFetch({
  fetch = (...args) => globalThis.fetch(...args),
  silence = 30,
  backoff = () => new Backoff(),
  waiting = () => {},
} = {}) {
  return async (url, init = {}) => {
    const waits = backoff();
    const isRepeated = (init.method ?? "GET") === "GET";
    for (let waited = false; ; waited = true) {
      let why;
      let after = 0;
      try {
        const reply = await fetchWithin(fetch, silence, url, init);
        if (!isRepeated || !REPEATED.has(reply.status)) {
          if (waited) waiting(null);
          return reply;
        }
        why = new TypeError(`fetch: ${url} answered ${reply.status}`);
        after = Math.min(60, Number(reply.headers.get("Retry-After")) || 0);
      } catch (error) {
        if (!isRepeated || init.signal?.aborted || !(error instanceof TypeError)) throw error;
        why = error;
      }
      waiting(why);
      await sleep(waits.next(after), init.signal);
    }
  };
}
