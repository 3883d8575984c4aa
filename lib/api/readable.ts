/** The results of independent reads, without those that failed. @throws the first failure if all failed. */
export const readable = async <Read>(reads: readonly Promise<Read>[]): Promise<Read[]> =>
  (await settledReads(reads)).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))

/** The outcomes of independent reads: the database of one chain may be away without the others. @throws as `readable` does. */
export const settledReads = async <Read>(reads: readonly Promise<Read>[]): Promise<PromiseSettledResult<Read>[]> => {
  const results = await Promise.allSettled(reads)
  const [first] = results
  if (first?.status === 'rejected' && results.every(({ status }) => status === 'rejected')) throw first.reason
  return results
}
