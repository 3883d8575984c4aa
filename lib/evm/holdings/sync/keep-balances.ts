import { systemClock } from '#lib/base/clock.ts'
import type { WarningLog } from '#lib/base/log.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runSteps } from '#lib/indexing/run-steps.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'
import { buildBalances } from './build-balances.ts'
import { checkedTokens, isWhole, uncountedTokens } from './tokens-to-build.ts'

type KeepBalancesOptions = Pick<WorkerOptions, 'clock' | 'pollMs'> & {
  /** The pause between two walks through all contracts of a chain. */
  walkMs?: number
}

/**
 * Builds the balances of tokens once their transfers are complete, until `signal` ends it; from then on the writer keeps
 * them. Survives failures of the database. Never throws.
 */
export const keepBalances = async (
  store: Store<EvmTables>,
  chain: number,
  log: WarningLog,
  signal: AbortSignal,
  { clock = systemClock, pollMs = 2_000, walkMs = 600_000 }: KeepBalancesOptions = {},
): Promise<void> => {
  let walkAt = Number.NEGATIVE_INFINITY
  let walkedTo: Uint8Array | undefined

  const nextTokens = async (): Promise<Uint8Array[]> => {
    const checked = await checkedTokens(store.db, chain)
    if (checked.length > 0) return checked
    if (!(await isWhole(store.db, chain))) {
      // Transfers above a gap are not counted: once it is closed, their tokens are.
      walkAt = Number.NEGATIVE_INFINITY
      return []
    }
    if (!walkedTo && clock.now() < walkAt) return []
    const tokens = await uncountedTokens(store.db, chain, walkedTo ?? new Uint8Array())
    walkedTo = tokens.at(-1)
    if (!walkedTo) walkAt = clock.now() + walkMs
    return tokens
  }

  await runSteps(
    async () => {
      const tokens = await nextTokens()
      for (const token of tokens) await buildBalances(store, chain, token, signal)
      return { kind: tokens.length > 0 ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: logFailures(log, { chain }, 'counting token balances failed'),
    },
  )
}
