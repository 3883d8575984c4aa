import { toHex } from '#lib/base/bytes.ts'
import type { Attempts } from '#lib/store/attempts/attempts.ts'
import type { Alongside } from '#lib/store/store.ts'
import { type BatchedOptions, runBatched } from './run-batched.ts'

/** Rows that are due are tried one by one, and their results written in batches. */
export type DueWork<Row, Done> = {
  /** Longest waiting first. */
  due(countMax: number): Promise<readonly Row[]>
  /** sha256: identifies a row. */
  hashOf(row: Row): Uint8Array
  rowOf(done: Done): Row
  /** Never throws; undefined if it was cut off by the signal. */
  run(row: Row): Promise<Done | undefined>
  /** In one transaction with the writes of `alongside`. */
  write(done: readonly Done[], alongside?: Alongside<Done>): Promise<void>
  /** Result of a row that crashed the worker too often. */
  asSetAside(row: Row): Done
  /** Bytes held in memory until it is written. */
  sizeOf(done: Done): number
  onFailure(error: unknown, retryInMs: number): void
}

/** Tries rows until the signal ends it. A row that crashes the worker repeatedly is set aside. */
export const runDueWork = async <Row, Done>(
  { due, hashOf, rowOf, run, write, asSetAside, sizeOf, onFailure }: DueWork<Row, Done>,
  attempts: Attempts | undefined,
  options: BatchedOptions,
): Promise<void> => {
  const keyOf = (row: Row): string => toHex(hashOf(row))
  const keyOfDone = (done: Done): string => keyOf(rowOf(done))
  /** 48 bits of a hash: two rows with the same bits only wait for each other. */
  const numberOf = (row: Row): number => Buffer.from(hashOf(row)).readUIntBE(0, 6)
  const clear: Alongside<Done> = async (transaction, done) => await attempts?.finishIn(transaction, done.map(keyOfDone))

  await runBatched<Row, Done>(
    {
      take: async (busy, countMax) => {
        const rows = await due(countMax + busy.size + (attempts?.crashedCount ?? 0))
        const free = rows.filter((row) => !busy.has(numberOf(row)))
        const { run: taken, setAside } = attempts?.select(free, keyOf, countMax) ?? {
          run: free.slice(0, countMax),
          setAside: [],
        }
        try {
          if (setAside.length > 0) await write(setAside.map(asSetAside))
        } catch (error) {
          await attempts?.leave(taken.map(keyOf))
          throw error
        }
        return taken
      },
      keyOf: numberOf,
      run: async (row) => {
        // The database is unavailable: the item is taken again later.
        const isNoted = await attempts?.start([keyOf(row)]).then(
          () => true,
          () => false,
        )
        return isNoted === false ? undefined : await run(row)
      },
      write: async (done) => {
        await write(done, clear)
        await attempts?.finish(done.map(keyOfDone))
      },
      isUrgent: (done) => attempts?.isCrashed(keyOfDone(done)) ?? false,
      sizeOf,
      onFailure,
    },
    options,
  )
}
