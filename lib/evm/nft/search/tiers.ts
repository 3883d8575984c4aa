import type { Input } from '#lib/api/endpoint.ts'
import { fieldLetters, wholeNameWord } from '#lib/evm/chain/search-index/document-text.ts'
import { soughtWords, wordsOf } from '#lib/evm/chain/search-index/words.ts'
import type { nftEndpoints } from '#lib/evm/nft/contract.ts'
import type { TextMatch } from '#lib/store/full-text.ts'

type Filter = Input<(typeof nftEndpoints)['searchNfts']>['filter']
type Field = 'name' | 'description' | 'attributes' | 'other'

const fieldsOf = {
  name: ['name'],
  description: ['description'],
  attributes: ['attributes'],
  global: ['name', 'description', 'attributes', 'other'],
  'name,description': ['name', 'description'],
  'name,attributes': ['name', 'attributes'],
  'description,attributes': ['description', 'attributes'],
  'name,description,attributes': ['name', 'description', 'attributes'],
} as const satisfies Record<Filter, readonly Field[]>

export type SearchTiers = {
  /** The matches of each tier, best first; the tiers are disjoint. */
  tiers: readonly TextMatch[]
  /** The matches of all tiers. */
  any: TextMatch
}

/**
 * Every word of `q` must be in one of the fields. The order only depends on the token's own text, so that it is stable
 * while others arrive. A text without words finds nothing.
 */
export const searchTiers = (q: string, filter: Filter, addresses: readonly string[] | undefined): SearchTiers => {
  const sought = soughtWords(q)
  if (sought.length === 0) return { tiers: [], any: { every: [] } }
  const inFields = (fields: readonly Field[]): TextMatch['every'] =>
    sought.map(({ word, isPrefix }) => fields.map((field) => ({ word: fieldLetters[field] + word, isPrefix })))
  const whole = [[{ word: wholeNameWord(wordsOf(q)), isPrefix: false }]]
  const contracts = (addresses ?? []).map((address) => ({
    word: fieldLetters.contract + address.slice(2),
    isPrefix: false,
  }))
  const within: TextMatch['every'] = contracts.length > 0 ? [contracts] : []

  const fields: readonly Field[] = fieldsOf[filter]
  const any: TextMatch = { every: [...inFields(fields), ...within] }
  if (!fields.includes('name')) return { tiers: [any], any }
  const named = inFields(['name'])
  const tiers: TextMatch[] = [
    { every: [...whole, ...within] },
    { every: [...named, ...within], except: whole },
    ...(fields.length > 1 ? [{ ...any, except: named }] : []),
  ]
  return { tiers, any }
}
