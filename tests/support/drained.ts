const turnsOfTheLoop = 20

/**
 * Runs all pending microtasks and immediates, so that a test can assert that nothing more happens. Waits for no timer
 * and no I/O.
 */
export const drained = async (): Promise<void> => {
  for (let turn = 0; turn < turnsOfTheLoop; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
