import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { readBuiltFrom } from '#lib/evm/chain/stored/fanout.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runSteps } from '#lib/indexing/run-steps.ts'
import type { Store } from '#lib/store/store.ts'
import { buildSides } from './build-sides.ts'
import { deleteSides, stopSides } from './delete-sides.ts'

type FanoutOptions = {
  clock?: Clock
  /** Transfers of each kind, or deleted rows, of one transaction. */
  rowsAtOnce?: number
}

/** A page that is being read when the rows are given up is read to its end. */
const graceMs = 60_000
const reportEveryMs = 30_000
/** Rests as long as it works, so that following the chain and reading pages continue undisturbed. */
const restPerWork = 1

/**
 * Builds the side rows of a chain's stored transfers, newest first and a few at a time, or with `isOn` false deletes them, until
 * all are done or `signal` ends it. A restart continues where it was. Never throws.
 */
export const keepFanout = async (
  store: Store<EvmTables>,
  chain: number,
  isOn: boolean,
  log: Log,
  signal: AbortSignal,
  { clock = systemClock, rowsAtOnce = 1_000 }: FanoutOptions = {},
): Promise<void> => {
  let reportedAt = clock.now()

  const report = (builtFrom: number): void => {
    if (builtFrom === 0) log.info({ chain }, 'all stored transfers are in the lists of wallets and tokens')
    if (builtFrom === 0 || clock.now() - reportedAt < reportEveryMs) return
    reportedAt = clock.now()
    log.info({ chain, builtFrom }, 'writing the stored transfers into the lists of wallets and tokens')
  }

  const build = async (): Promise<boolean> => {
    const known = await readBuiltFrom(store.db, chain)
    if (known === 0) return false
    // Rows from before it was last turned off are out of date.
    if (known === undefined && (await deleteSides(store, chain, rowsAtOnce))) return true
    const builtFrom = await buildSides(store, chain, rowsAtOnce)
    report(builtFrom)
    return builtFrom > 0
  }

  const clear = async (): Promise<boolean> => {
    if ((await readBuiltFrom(store.db, chain)) !== undefined && (await stopSides(store, chain)))
      await clock.wait(graceMs, signal)
    return !signal.aborted && (await deleteSides(store, chain, rowsAtOnce))
  }

  const step = isOn ? build : clear
  await runSteps(
    async () => {
      const startedAt = clock.now()
      const hasMore = await step()
      if (hasMore) await clock.wait((clock.now() - startedAt) * restPerWork, signal)
      return { kind: hasMore ? 'busy' : 'finished' }
    },
    {
      signal,
      pollMs: 0,
      clock,
      onFailure: logFailures(log, { chain }, 'writing the lists of wallets and tokens failed'),
    },
  )
}
