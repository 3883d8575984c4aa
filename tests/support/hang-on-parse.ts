/*
 * Loaded into a process with `--import`: its event loop hangs while it parses a JSON text that asks for it, like a bug
 * in a parser. Timers of a second run five times as often, so that the watchdog acts after 4 s instead of 20 s, and the
 * clock runs twenty times as fast, so that the minute before the last retry lasts 3 s.
 */
const { parse } = JSON
const never = new Int32Array(new SharedArrayBuffer(4))
JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  if (text.includes('hang the worker')) Atomics.wait(never, 0, 0)
  return parse(text, reviver)
}

const { setInterval } = globalThis
globalThis.setInterval = ((act: () => void, ms?: number) =>
  setInterval(act, ms === 1_000 ? 200 : ms)) as typeof setInterval

const { now } = Date
Date.now = () => now() + Math.round(performance.now()) * 19
