import { sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { nameWordBytes, nameWords, startsWith, wordsEnd } from '#lib/base/name-words.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { ContractKind, ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import type { EvmHit } from './contract.ts'
import { addressesWithin } from './prefix-hits.ts'

/** Holders of tokens and owners of collections by address, on a chain whose transfers are all indexed. */
const countHolders = async (
  { store: { db }, coverage }: Pick<EvmQueryContext, 'store' | 'coverage'>,
  chain: ServedChain,
  hits: readonly EvmHit[],
): Promise<ReadonlyMap<string, number>> => {
  const of = (type: EvmHit['type']) => hits.flatMap((hit) => (hit.type === type ? [toBytes(hit.value)] : []))
  const [tokens, collections] = [of('token'), of('collection')]
  if (tokens.length + collections.length === 0) return new Map()
  if (!(await coverage(chain))({ first: 0 }).isComplete) return new Map()
  const [counted, owned] = await Promise.all([
    tokens.length === 0
      ? []
      : db
          .selectFrom('evm_erc20_tokens')
          .select(['token_address', 'holders as count'])
          .where('chain', '=', chain.id)
          .where('token_address', 'in', tokens)
          .where('built_to', 'is', null)
          .execute(),
    collections.length === 0
      ? []
      : db
          .selectFrom('evm_nft_collections')
          .select(['token_address', 'owners as count'])
          .where('chain', '=', chain.id)
          .where('token_address', 'in', collections)
          .execute(),
  ])
  return new Map([...counted, ...owned].map(({ token_address, count }) => [toHex(token_address), count]))
}

type SearchContext = Pick<EvmQueryContext, 'store' | 'known' | 'now' | 'coverage'>
type Found = Pick<ContractRow, 'address' | 'kind' | 'name' | 'symbol'>

const lengthMin = 2
/** Maximum number of words to check: a short text is a prefix of many. The shortest come first, so exact matches are included. */
const wordsMax = 400
const hitsMax = 10

/**
 * Contracts and labelled addresses that match a text by their name or by the beginning of their address; known ones first, possible
 * spam last.
 */
export const findByName = async (context: SearchContext, chain: ServedChain, text: string): Promise<EvmHit[]> => {
  const prefix = nameWordBytes(text)
  if (prefix.length < lengthMin) return []
  const labelled = context.known.findNamed(chain.id, text, hitsMax)
  const within = await addressesWithin(context.store.db, chain.id, text)
  const [named, described] = await Promise.all([
    contractsByWord(context, chain.id, prefix),
    contractsAt(context, chain.id, [...labelled.map(({ address }) => address), ...within]),
  ])
  const contracts = new Map<string, Found>([...named, ...described].map((row) => [toHex(row.address), row]))
  const { flags, logoOf } = await marksOf(context, chain.id, [...contracts.keys()])
  const labels = new Map(labelled.map(({ address, label }) => [address, label]))
  const hits = [...new Set([...labels.keys(), ...contracts.keys(), ...within])]
    .map((address): EvmHit & { rank: number } => {
      const row = contracts.get(address)
      const { possible_spam, verified_collection: verified } = flags(address)
      const label = labels.get(address)
      const name = label ?? (row && titleOf(row)) ?? address
      const title = `${name} on ${chain.title}`
      const rank = (possible_spam ? 4 : 0) + (verified ? 0 : 2) + (isExact(row, label, prefix) ? 0 : 1)
      const logo = logoOf(address)
      const hit = { chain: chain.name, value: address, title, name, rank, ...(logo && { logo }) }
      return row?.kind ? { type: typeOf(row.kind), ...hit, possible_spam, verified } : { type: 'address', ...hit }
    })
    .sort((a, b) => a.rank - b.rank || (a.title < b.title ? -1 : 1))
    .slice(0, hitsMax)
    .map(({ rank: _, ...hit }) => hit)
  const holders = await countHolders(context, chain, hits)
  return hits.map((hit) => ({ ...hit, holders: holders.get(hit.value) }))
}

const typeOf = (kind: NonNullable<ContractRow['kind']>) => (kind === 'ERC20' ? 'token' : 'collection')

const titleOf = ({ name, symbol }: Found): string | undefined => {
  if (name === null) return symbol ?? undefined
  return symbol === null ? name : `${name} (${symbol})`
}

const isExact = (row: Found | undefined, label: string | undefined, prefix: Uint8Array): boolean =>
  [row?.name, row?.symbol, label].some((text) => text && Buffer.compare(nameWordBytes(text), prefix) === 0)

/** A range of the words' key. Words of replaced names are excluded. */
const contractsByWord = async ({ store }: SearchContext, chain: number, prefix: Uint8Array): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select c.address, c.kind, c.name, c.symbol from (
      select distinct address from (
        select address from evm_contract_words where chain = ${chain} and word >= ${prefix} and word < ${wordsEnd(prefix)}
        order by word limit ${wordsMax}
      ) as words
    ) as found
    join evm_contracts as c on c.chain = ${chain} and c.address = found.address`.execute(store.db)
  return rows.filter((row) => nameWords(row).some((word) => startsWith(word, prefix)))
}

/** Contracts of these kinds with a word in their name or symbol that starts with the text. */
export const contractsNamed = async (
  context: SearchContext,
  chain: number,
  text: string,
  kinds: readonly ContractKind[],
): Promise<Uint8Array[]> => {
  const prefix = nameWordBytes(text)
  if (prefix.length === 0) return []
  const found = await contractsByWord(context, chain, prefix)
  return found.filter(({ kind }) => kind !== null && kinds.includes(kind)).map(({ address }) => address)
}

const contractsAt = async ({ store }: SearchContext, chain: number, addresses: readonly string[]): Promise<Found[]> => {
  if (addresses.length === 0) return []
  return await store.db
    .selectFrom('evm_contracts')
    .select(['address', 'kind', 'name', 'symbol'])
    .where('chain', '=', chain)
    .where('address', 'in', addresses.map(toBytes))
    .execute()
}
