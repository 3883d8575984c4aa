import { LRUCache } from 'lru-cache'
import type { Hex } from '#lib/base/hex.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import type { ContractSources, KnownSources } from '#lib/evm/abi/contract-sources.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { VerifiedSources } from './read-sourcify-sources.ts'
import type { SourceVerifier } from './sourcify.ts'
import { storedAbis } from './stored-abis.ts'

/** Bytes of answers. */
const keptMax = 50_000_000
const missesMax = 50_000
const askingMax = 50
const missingMs = 3_600_000
const failedMs = 30_000

type Options = {
  store: Store<EvmTables>
  verifier: SourceVerifier
  log: WarningLog
  now?: () => number
}

/** The sources that a verifier has of contracts, requested when a page shows them and kept in memory. */
export const createVerifierSources = ({ store, verifier, log, now = Date.now }: Options): ContractSources => {
  const kept = new LRUCache<string, VerifiedSources>({ maxSize: keptMax })
  /** The time until which a contract is not asked for again. */
  const misses = new LRUCache<string, number>({ max: missesMax })
  const underWay = createSharedCalls<VerifiedSources | undefined>()

  const ask = async (key: string, chain: number, address: Hex): Promise<VerifiedSources | undefined> => {
    // Who has no ABI of a contract has no sources of it either.
    const row = (await storedAbis(store.db, chain, [address])).get(address)
    if (row?.abi === null && row.failures === 0 && (row.due_at ?? 0) > now()) return undefined
    const answer = await verifier.lookUpSources(chain, address)
    if (answer.kind === 'verified') {
      const { characters, sources, code } = answer
      kept.set(key, { sources, code }, { size: Math.max(1, characters) })
      return { sources, code }
    }
    const waitMs = answer.kind === 'later' ? Math.max(failedMs, 1_000 * (answer.retryAfterSeconds ?? 0)) : missingMs
    misses.set(key, now() + waitMs)
    if (answer.kind === 'later') log.warn({ chain, address, reason: answer.reason }, 'could not read verified sources')
    return undefined
  }

  /** One request per contract, shared by all callers. */
  const askOnce = (chain: number, address: Hex): Promise<VerifiedSources | undefined> => {
    const key = `${chain}/${address}`
    const mayAsk = underWay.count() < askingMax && (misses.get(key) ?? 0) <= now()
    if (!mayAsk && !underWay.isRunning(key)) return Promise.resolve(undefined)
    return underWay.run(key, () => ask(key, chain, address))
  }

  return {
    find: async (chain, { address, code }): Promise<KnownSources | undefined> => {
      // No verifier knows a devnet or the demo ledger.
      if (chain.isDevnet || chain.source === 'demo') return undefined
      const found = kept.get(`${chain.id}/${address}`) ?? (await askOnce(chain.id, address))
      return found && (found.code === undefined || found.code === code) ? found.sources : undefined
    },
  }
}
