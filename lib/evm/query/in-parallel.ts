/** Runs `work` on every item, at most `atOnce` at a time; results are in the order of the items. The first failure ends it. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const queue = items.entries()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (hasFailed) return
      results[index] = await work(item)
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    worker().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  await Promise.all(workers)
  return results
}
