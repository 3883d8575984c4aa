import { LRUCache } from 'lru-cache'
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
}

type FlagContext = Pick<EvmQueryContext, 'store' | 'known' | 'now'>

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
  const rated = await ratedAsSpam(context, chain, unsaid)
  return {
    labelOf: labelsOn(known, chain),
    logoOf: (contract) => tokenLogo(chain, contract),
    flags: (contract) => ({
      possible_spam: known.listedAsSpam(chain, contract) ?? rated.has(contract),
      verified_collection: known.isVerified(chain, contract),
    }),
  }
}

/** How long a flag is cached. */
const keptMs = 30_000
const keptMax = 20_000

type Verdict = { isSpam: boolean; at: number }
const keptVerdicts = new WeakMap<Store<EvmTables>, LRUCache<string, Verdict>>()

/** The addresses whose score marks them as spam. */
const ratedAsSpam = async (
  { store, now }: FlagContext,
  chain: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const kept = keptVerdicts.get(store) ?? new LRUCache<string, Verdict>({ max: keptMax })
  keptVerdicts.set(store, kept)
  const at = now()
  const spam = new Set<string>()
  const unknown: string[] = []
  for (const address of addresses) {
    const verdict = kept.get(`${chain} ${address}`)
    if (verdict === undefined || Math.abs(at - verdict.at) >= keptMs) unknown.push(address)
    else if (verdict.isSpam) spam.add(address)
  }
  if (unknown.length === 0) return spam
  const rows = await store.db
    .selectFrom('evm_ratings')
    .select('address')
    .where('chain', '=', chain)
    .where('address', 'in', unknown.map(toBytes))
    .where('score', '>=', spamScoreMin)
    .execute()
  for (const { address } of rows) spam.add(toHex(address))
  for (const address of unknown) kept.set(`${chain} ${address}`, { isSpam: spam.has(address), at })
  return spam
}
