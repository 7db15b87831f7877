// Detects lost connections that nobody has closed (SilenceWatch), and repeats requests until a server answers (waitingFetch).
import { Backoff } from "./backoff.js";

/**
 * Detects that a connection is silent. A computer that slept, a Wi-Fi network that was left and a NAT that forgot the connection tell
 * neither side that it is gone, and a browser reports it only after 10 to 15 minutes.
 *
 * Call heard() for every message and isSilent() at every beat, `interval` seconds apart. The silence is summed beat by beat, and a beat
 * counts as two intervals at most. So the time without beats of a computer that wakes up, or of a page in the background whose timers run
 * once a minute, does not count as silence.
 */
export class SilenceWatch {
  constructor(silence, interval) {
    Object.assign(this, { silence, interval, quiet: 0, last: null });
  }

  /** A message has arrived. */
  heard() {
    this.quiet = 0;
  }

  /** Returns whether the connection will have been silent for `silence` seconds at the next beat. now: seconds. */
  isSilent(now) {
    this.quiet += Math.min(this.last === null ? 0 : now - this.last, 2 * this.interval);
    this.last = now;
    return this.quiet + this.interval > this.silence;
  }
}

// Statuses after which a request is repeated: a proxy without its server, and a server that is starting or full.
const REPEATED = new Set([502, 503, 504]);

/** Resolves after so many seconds. Rejects at once with the signal's reason when it is aborted. */
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
 * Sends a request, and gives it up when nothing arrives for `silence` seconds: headers, or a part of the body. Reads the whole body.
 * Rejects with a TypeError then, as fetch() does without a connection.
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
 * Returns a fetch for `new Posed(base, { fetch })` that waits for a server. It repeats a GET without end, after the delays of `backoff`,
 * when there is no server, when nothing arrives for `silence` seconds, or when the status is 502, 503 or 504. Other requests are sent
 * once. waiting(error) is called before each delay, and waiting(null) when a repeated request was answered.
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
