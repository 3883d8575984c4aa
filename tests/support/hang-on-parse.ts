/*
 * Loaded into a process with `--import`: its event loop hangs while it parses a JSON text that asks for it, like a bug
 * in a parser. Timers of a second run five times as often, so that the watchdog acts after 4 s instead of 20 s, and the
 * clock jumps by a minute after 8 s, so that no test waits for the last retry.
 */
const { parse } = JSON
JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  while (text.includes('hang the worker'));
  return parse(text, reviver)
}

const { setInterval } = globalThis
globalThis.setInterval = ((act: () => void, ms?: number) =>
  setInterval(act, ms === 1_000 ? 200 : ms)) as typeof setInterval

const { now } = Date
Date.now = () => now() + (performance.now() > 8_000 ? 60_000 : 0)
