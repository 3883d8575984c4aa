import type { Kysely } from 'kysely'
import { type Coverage, type CoveredRange, coverageOf, type Indexed } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import { recent } from '#lib/base/shared-calls.ts'
import { intersectRanges } from '#lib/indexing/intervals.ts'
import { aptosUnit } from './aptos-unit.ts'

type Needs = Partial<Record<AptosContent, 'always' | 'if recorded'>>

/** The indexed part of a network's ledger, by chain id. */
export type AptosCoverage = (chainId: number) => Promise<Indexed>

export type AptosCoverageOptions = {
  /** Milliseconds since 1970. */
  now: () => number
  /** How long a network's coverage is cached; 0 reads it for every response. */
  ageMaxMs: number
  /** The bundled ledger does not grow, so its node need not be polled. */
  isDemo?: boolean
  /**
   * What the responses are computed from besides tokens of module 0x3: versions without it are not covered. `if recorded` is a
   * content that is not indexed any more, or never was.
   */
  needs?: Needs
}

/** After this long without a response from the node, the worker or the node has stopped: the ledger may have grown. */
const silenceMaxSeconds = 120

export const createAptosCoverage = (
  db: Kysely<AptosTables>,
  { now, ageMaxMs, isDemo = false, needs = {} }: AptosCoverageOptions,
): AptosCoverage => {
  const reads = new Map<number, () => Promise<Snapshot>>()
  return async (chainId) => {
    const read =
      reads.get(chainId) ??
      (ageMaxMs === 0
        ? () => readSnapshot(db, chainId, needs)
        : recent(() => readSnapshot(db, chainId, needs), ageMaxMs))
    reads.set(chainId, read)
    const { ranges, head, checkedAt, error, omission } = await read()
    const isSilent = error !== null || (checkedAt !== null && now() / 1_000 - checkedAt > silenceMaxSeconds)
    const newest = head === null ? null : Math.max(head, ranges.at(-1)?.last ?? 0)
    return { unit: aptosUnit, ranges, head: isSilent && !isDemo ? null : newest, omission }
  }
}

/** Shown until the index is rebuilt: rows stored without this data are not completed later. */
const missingState =
  'The node did not serve account resources: owners, collections and assets from before the first indexed version may be missing.'

type Snapshot = Pick<Indexed, 'ranges' | 'head' | 'omission'> & { checkedAt: number | null; error: string | null }

const readSnapshot = async (db: Kysely<AptosTables>, chainId: number, needs: Needs): Promise<Snapshot> => {
  const rows = await db
    .selectFrom('aptos_chains as c')
    .leftJoin('aptos_intervals as i', 'i.chain_id', 'c.chain_id')
    .select(['c.head_version', 'c.checked_at', 'c.error', 'c.lacks_state', 'i.first_version', 'i.last_version'])
    .where('c.chain_id', '=', chainId)
    .orderBy('i.first_version')
    .execute()
  const [row] = rows
  let ranges = rows.flatMap(({ first_version: first, last_version: last }) =>
    first === null || last === null ? [] : [{ first, last }],
  )
  for (const part of await neededRanges(db, chainId, needs)) ranges = intersectRanges(ranges, part)
  return {
    ranges,
    head: row?.head_version ?? null,
    checkedAt: row?.checked_at ?? null,
    error: row?.error ?? null,
    ...(row?.lacks_state === 1 && { omission: missingState }),
  }
}

/** For each content that counts, the versions that have it. */
const neededRanges = async (db: Kysely<AptosTables>, chainId: number, needs: Needs): Promise<CoveredRange[][]> => {
  const rows = await db
    .selectFrom('aptos_content_intervals')
    .select(['content', 'first_version', 'last_version'])
    .where('chain_id', '=', chainId)
    .orderBy('first_version')
    .execute()
  return (['digital_assets', 'fungible_assets'] as const).flatMap((wanted) => {
    const ranges = rows
      .filter(({ content }) => content === wanted)
      .map((one) => ({ first: one.first_version, last: one.last_version }))
    const counts = needs[wanted] === 'always' || (needs[wanted] === 'if recorded' && ranges.length > 0)
    return counts ? [ranges] : []
  })
}

type Answer<Input> = (input: Input, call?: CallContext) => Promise<unknown>

/**
 * A service over the whole ledger that reports the coverage of each response to its caller. Coverage is read before the
 * rows, so it never includes versions stored in between.
 */
export const tellingCoverage = <S extends object>(
  service: S,
  coverageFor: (input: { network?: 'mainnet' | 'testnet' }) => Promise<Coverage | undefined>,
): S => {
  const reporting =
    <Input extends object>(answer: Answer<Input>): Answer<Input> =>
    async (input, call) => {
      const coverage = call?.coveredBy && (await coverageFor(input))
      const output = await answer(input, call)
      if (coverage) call?.coveredBy?.(coverage)
      return output
    }
  return Object.fromEntries(Object.entries(service).map(([name, answer]) => [name, reporting(answer)])) as S
}

/** The coverage of the whole ledger. */
export const coverageOfLedger = (indexed: Indexed): Coverage => coverageOf(indexed, { first: 0 })
