import type { Kysely } from 'kysely'
import { coverageSentence, coverageText, type Indexed } from '#lib/api/coverage.ts'
import type { IndexPosition } from '#lib/api/serve/serve.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { type AptosCoverage, coverageOfLedger, createAptosCoverage } from '#lib/aptos/query/context.ts'
import { type IndexedChains, usualChainIds } from '#lib/aptos/query/indexed-chains.ts'
import { recent } from '#lib/base/shared-calls.ts'
import type { AptosIndexState } from './contract.ts'

/** The coverage of a network's index; null without one. */
export type ReadIndexState = (network: AptosNetwork) => Promise<AptosIndexState | null>

type Seen = { version: number; at: number }

/** Speed is measured over at least a second, and only over observed time. */
const rateOverMs = { least: 1_000, most: 60_000 }

/** Reads the progress of the index (`ends`: the configured last versions) and remembers earlier readings to compute its speed. */
export const createIndexStates = (
  db: Kysely<AptosTables>,
  chains: IndexedChains,
  ends: Partial<Record<AptosNetwork, number>> = {},
  now: () => number = Date.now,
  coverage: AptosCoverage = createAptosCoverage(db, { now, ageMaxMs: 0 }),
  assetCoverage: AptosCoverage = coverage,
): ReadIndexState => {
  const seen = new Map<number, Seen[]>()

  const rateOf = (chainId: number, version: number | undefined): number | null => {
    if (version === undefined) return null
    const at = now()
    const all = (seen.get(chainId) ?? []).filter((one) => at - one.at <= rateOverMs.most)
    const last = all.at(-1)
    if (!last || at - last.at >= rateOverMs.least) all.push({ version, at })
    seen.set(chainId, all)
    const [first] = all
    if (!first || at - first.at < rateOverMs.least) return null
    return Math.max(0, Math.round(((version - first.version) / (at - first.at)) * 10_000) / 10)
  }

  return async (network) => {
    if (!chains.has(network)) return null
    const chainId = (await chains.storedId(network)) ?? usualChainIds[network]
    const [row, intervals] = await Promise.all([
      db.selectFrom('aptos_chains').selectAll().where('chain_id', '=', chainId).executeTakeFirst(),
      db
        .selectFrom('aptos_intervals')
        .select(['first_version', 'last_version'])
        .where('chain_id', '=', chainId)
        .orderBy('first_version')
        .execute(),
    ])
    const [first, last] = [intervals[0], intervals.at(-1)]
    const indexed = await coverage(chainId)
    const covered = coverageFields(indexed)
    const assets = coverageFields(await assetCoverage(chainId))
    const checkedAt = row?.checked_at ?? null
    return {
      first_version: first ? String(first.first_version) : null,
      last_version: last ? String(last.last_version) : null,
      gaps: Math.max(0, intervals.length - 1),
      end_version: textOf(ends[network]),
      head_version: textOf(row?.head_version),
      versions_per_second: rateOf(chainId, last?.last_version),
      checked_at: checkedAt === null ? null : new Date(checkedAt * 1_000).toISOString(),
      ...(row?.refused_nodes && { refused_nodes: row.refused_nodes.split('\n') }),
      error: row?.error ?? null,
      ...covered,
      ...(indexed.omission !== undefined && { omission: indexed.omission }),
      ...(assets.coverage !== covered.coverage && { assets }),
    }
  }
}

const coverageFields = (indexed: Indexed) => {
  const covered = coverageOfLedger(indexed)
  return {
    index_complete: covered.isComplete,
    coverage: coverageText(covered),
    coverage_note: covered.ranges.length === 0 ? 'No versions are indexed yet.' : (coverageSentence(covered) ?? null),
  }
}

const textOf = (version: number | null | undefined): string | null =>
  version === null || version === undefined ? null : String(version)

const ageMaxMs = 1_000

/** The position of the NFT index, for the endpoints that use it; blocks and accounts come from the full node. */
export const aptosIndexPosition = (
  indexed: Readonly<Record<string, unknown>>,
  readState: ReadIndexState,
  defaultNetwork: AptosNetwork,
): IndexPosition => {
  const states = {
    mainnet: recent(() => readState('mainnet'), ageMaxMs),
    testnet: recent(() => readState('testnet'), ageMaxMs),
  }
  return async (endpointName, { network }): Promise<Record<string, string>> => {
    if (!Object.hasOwn(indexed, endpointName)) return {}
    const state = await states[network === 'mainnet' || network === 'testnet' ? network : defaultNetwork]()
    if (!state?.last_version) return {}
    return { 'x-spyglass-indexed': `version ${state.last_version}` }
  }
}
