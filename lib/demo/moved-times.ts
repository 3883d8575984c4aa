/** Next.js bundles a second copy of this module into the same process: both share the value. */
declare global {
  var spyglassDemoEnd: number | undefined
}

/** Makes the demo ledger end at this time, in unix seconds; before it is first read. Without it, its times are as recorded. */
export const endDemoAt = (seconds: number): void => {
  globalThis.spyglassDemoEnd = seconds
}

/** Whole seconds between the recorded times and the ones that are shown. `last`: the recorded end, in unix seconds. */
export const movedSeconds = (last: number): number =>
  globalThis.spyglassDemoEnd === undefined ? 0 : Math.floor(globalThis.spyglassDemoEnd - last)
