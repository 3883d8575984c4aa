import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { tokenLogo } from '#lib/logos/logos.ts'
import type { Store } from '#lib/store/store.ts'
import type { EvmQueryContext } from './context.ts'

/** The flags and labels in records; addresses in lower case. */
export type AddressMarks = {
  labelOf: LabelOf
  /** The path of a well-known token's logo. */
  logoOf: (contract: string) => string | null
  flags: (contract: string) => { possible_spam: boolean; verified_collection: boolean }
  /** The rules that speak against a contract, those with the highest weight first, and the token that it imitates. */
  ratingOf: (contract: string) => TokenRating
}

export type TokenRating = { rules: readonly string[]; imitates: string | null }

type FlagContext = Pick<EvmQueryContext, 'store' | 'known' | 'now'>

/** The format of `evm_ratings.reasons`. */
export const storedReasons = z.array(
  z.object({
    rule: z.string(),
    weight: z.number(),
    text: z.string(),
    /** The token that it resembles; ratings of earlier versions do not have it. */
    imitates: z.string().optional(),
  }),
)

/** Contracts with this score or more are marked as spam, see `RatingRow`. */
export const spamScoreMin = 50

/**
 * The flags of a page's contracts: the operator's lists, otherwise the rating. At most one statement; none if all of
 * them were requested within the last half minute.
 */
export const marksOf = async (
  context: FlagContext,
  chain: number,
  contracts: readonly (Uint8Array | string)[],
): Promise<AddressMarks> => {
  const { known } = context
  const addresses = new Set(contracts.map((contract) => (typeof contract === 'string' ? contract : toHex(contract))))
  const unsaid = [...addresses].filter((address) => known.listedAsSpam(chain, address) === undefined)
  const rated = await readVerdicts(context, chain, unsaid)
  return {
    labelOf: labelsOn(known, chain),
    logoOf: (contract) => tokenLogo(chain, contract),
    flags: (contract) => ({
      possible_spam: known.listedAsSpam(chain, contract) ?? rated.get(contract)?.isSpam ?? false,
      verified_collection: known.isVerified(chain, contract),
    }),
    ratingOf: (contract) => {
      const listed = known.listedAsSpam(chain, contract)
      if (listed === undefined) return rated.get(contract) ?? noRating
      return listed ? { rules: ['operator'], imitates: null } : noRating
    },
  }
}

const noRating: TokenRating = { rules: [], imitates: null }

/** How long a flag is cached. */
const keptMs = 30_000
const keptMax = 20_000

type Verdict = TokenRating & { isSpam: boolean; at: number }
const keptVerdicts = new WeakMap<Store<EvmTables>, LRUCache<string, Verdict>>()

/** The ratings of addresses; those that are not rated are no spam. */
const readVerdicts = async (
  { store, now }: FlagContext,
  chain: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Verdict>> => {
  const kept = keptVerdicts.get(store) ?? new LRUCache<string, Verdict>({ max: keptMax })
  keptVerdicts.set(store, kept)
  const at = now()
  const verdicts = new Map<string, Verdict>()
  const unknown: string[] = []
  for (const address of addresses) {
    const verdict = kept.get(`${chain} ${address}`)
    if (verdict === undefined || Math.abs(at - verdict.at) >= keptMs) unknown.push(address)
    else verdicts.set(address, verdict)
  }
  if (unknown.length === 0) return verdicts
  const rows = await store.db
    .selectFrom('evm_ratings')
    .select(['address', 'score', 'reasons'])
    .where('chain', '=', chain)
    .where('address', 'in', unknown.map(toBytes))
    .where('score', '>', 0)
    .execute()
  const read = new Map(rows.map(({ address, ...row }) => [toHex(address) as string, row]))
  for (const address of unknown) {
    const row = read.get(address)
    const verdict = { ...(row ? readRating(row.reasons) : noRating), isSpam: (row?.score ?? 0) >= spamScoreMin, at }
    verdicts.set(address, verdict)
    kept.set(`${chain} ${address}`, verdict)
  }
  return verdicts
}

const readRating = (text: string): TokenRating => {
  const reasons = storedReasons.parse(JSON.parse(text))
  return {
    rules: reasons.map(({ rule }) => rule),
    imitates: reasons.find(({ imitates }) => imitates !== undefined)?.imitates ?? null,
  }
}
