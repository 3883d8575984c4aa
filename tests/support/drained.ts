const turnsOfTheLoop = 20

/** Lets everything that is ready run, so that a test can assert that nothing more happens. Waits for no timer and no I/O. */
export const drained = async (): Promise<void> => {
  for (let turn = 0; turn < turnsOfTheLoop; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
