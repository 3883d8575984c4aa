const wantedWithinMs = 50
/** Pages waiting for the database to record what they want; above this, further pages record nothing. */
const wantingMax = 4

/** Records what a page lacks, so that the worker gets it. */
export type WantSoon<Item> = (items: readonly Item[], now: number) => Promise<void>

/**
 * Calls `insert` for a page that neither waits long for it nor fails with it: what is not recorded is recorded by the
 * next page that shows it.
 */
export const createWantSoon = <Item>(
  insert: (items: readonly Item[], now: number) => Promise<void>,
): WantSoon<Item> => {
  let wanting = 0
  const counted = async (items: readonly Item[], now: number): Promise<void> => {
    wanting += 1
    try {
      await insert(items, now)
    } finally {
      wanting -= 1
    }
  }
  return async (items, now) => {
    if (items.length === 0 || wanting >= wantingMax) return
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, wantedWithinMs)
    })
    await Promise.race([counted(items, now).catch(() => undefined), tooLong])
    clearTimeout(timer)
  }
}
