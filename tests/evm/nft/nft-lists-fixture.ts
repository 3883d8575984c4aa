import type { Kysely } from 'kysely'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow, NftStandard, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { contractNftsQuery } from '#lib/evm/nft/contract-nfts.ts'
import { wantDocuments } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { contractNftOwnersQuery, nftMetadataQuery, walletNftsQuery } from '#lib/evm/nft/token-owners.ts'
import { createInternalCallsCache } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmBackfill, EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'

const chain = 1
export const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/** One NFT moved by one log. */
export type Transfer = {
  block: number
  log: number
  batch: number
  standard: NftStandard
  contract: Hex
  tokenId: string
  from: Hex
  to: Hex
  amount: bigint
}

export const contractOf = (index: number): Hex => `0x${hashOf('contract', index).slice(2, 42)}`
/** Contract 0 is ERC721, 1 is ERC1155, 2 is older than both, 3 is ERC721. */
const standards: readonly NftStandard[] = [721, 1155, 0, 721]

const compareTransfers = (a: Transfer, b: Transfer): number => a.block - b.block || a.log - b.log || a.batch - b.batch

const keyOf = ({ contract, tokenId }: Pick<Transfer, 'contract' | 'tokenId'>): string => `${contract}/${tokenId}`

/** Who has how much of what, as a chain would keep it. */
export type Holding = { contract: Hex; tokenId: string; owner: Hex; amount: bigint; newest: Transfer }

/** The plainest reading of the rules over all transfers. */
export const holdingsOf = (transfers: readonly Transfer[]): Holding[] => {
  const holdings = new Map<string, Holding>()
  const isMulti = new Set(transfers.filter(({ standard }) => standard === 1155).map(keyOf))
  for (const newest of transfers.toSorted(compareTransfers)) {
    const { contract, tokenId, from, to, amount, standard } = newest
    if (standard !== 1155 && isMulti.has(keyOf(newest))) continue
    const change = (owner: Hex, by: bigint): void => {
      if (owner === zeroAddress) return
      const key = `${keyOf(newest)}/${owner}`
      const before = holdings.get(key)?.amount ?? 0n
      holdings.set(key, { contract, tokenId, owner, amount: before + by, newest })
    }
    if (standard === 1155) {
      change(from, -amount)
      change(to, amount)
      continue
    }
    for (const [key, one] of holdings) if (one.contract === contract && one.tokenId === tokenId) holdings.delete(key)
    change(to, 1n)
  }
  return [...holdings.values()].filter(({ amount }) => amount !== 0n)
}

/** As the lists of owners are ordered: newest change first, then the higher owner. */
export const inListOrder = (holdings: readonly Holding[]): Holding[] =>
  holdings
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => compareTransfers(b.newest, a.newest) || (a.owner < b.owner ? 1 : -1))

/** `token/owner/amount/block` of what a list shows. */
export const holdingLine = ({ contract, tokenId, owner, amount, newest }: Holding): string =>
  `${keyOf({ contract, tokenId })}/${owner}/${amount}/${newest.block}`

type ShownNft = {
  token_address: string
  token_id: string
  owner_of: string
  amount: string | null
  block_number: string | null
}
export const shownLine = ({ token_address, token_id, owner_of, amount, block_number }: ShownNft): string =>
  `${token_address}/${token_id}/${owner_of}/${amount}/${block_number}`

/** Random transfers that a chain could hold: no one sends what they have not. Blocks `first` to `last`, after `before`. */
export const randomTransfers = (
  random: () => number,
  { first, last, perBlockMax = 6, tokens = 12 }: { first: number; last: number; perBlockMax?: number; tokens?: number },
  before: readonly Transfer[] = [],
): Transfer[] => {
  const made: Transfer[] = []
  const pick = (count: number) => Math.floor(random() * count)
  const balances = new Map(holdingsOf(before).map((one) => [`${keyOf(one)}/${one.owner}`, one]))
  const move = (block: number, log: number, batch: number, contractIndex: number): void => {
    const standard = standards[contractIndex] ?? 721
    const contract = contractOf(contractIndex)
    const tokenId = pick(10) === 0 ? `${10n ** 40n + BigInt(pick(tokens))}` : String(pick(tokens))
    const token = { contract, tokenId }
    const holders = [...balances.values()].filter((one) => keyOf(one) === keyOf(token) && one.amount > 0n)
    const isMint = holders.length === 0 || (standard === 1155 && pick(3) === 0)
    const holder = holders[pick(holders.length)]
    const from = isMint || !holder ? zeroAddress : holder.owner
    const to = !isMint && pick(6) === 0 ? zeroAddress : walletOf(pick(6))
    const owned = from === zeroAddress ? BigInt(1 + pick(9)) : (holder?.amount ?? 1n)
    const amount = standard === 1155 ? (pick(2) ? owned : 1n + BigInt(pick(Number(owned)))) : 1n
    const newest = { ...token, block, log, batch, standard, from, to, amount }
    made.push(newest)
    const change = (owner: Hex, by: bigint): void => {
      const key = `${keyOf(token)}/${owner}`
      if (owner !== zeroAddress)
        balances.set(key, { ...token, owner, amount: (balances.get(key)?.amount ?? 0n) + by, newest })
    }
    change(from, -amount)
    change(to, amount)
  }
  for (let block = first; block <= last; block++) {
    const logs = pick(perBlockMax + 1)
    for (let log = 0; log < logs; log++) {
      const contractIndex = pick(standards.length)
      const items = contractIndex === 1 ? 1 + pick(3) : 1
      for (let batch = 0; batch < items; batch++) move(block, log, batch, contractIndex)
    }
  }
  return made
}

/** Rows of tokens and balances, worked out from all transfers at once. */
const derivedRows = (transfers: readonly Transfer[]): { tokens: NftTokenRow[]; balances: NftBalanceRow[] } => {
  const holdings = holdingsOf(transfers)
  const place = ({ block, log, batch }: Transfer) => ({
    changed_block: block,
    changed_log: log,
    changed_batch: batch,
  })
  const tokens = [...Map.groupBy(transfers.toSorted(compareTransfers), keyOf).values()].flatMap((moves) => {
    const [first, newest] = [moves[0], moves.at(-1)]
    const standard = moves.some((one) => one.standard === 1155) ? 1155 : first?.standard
    const mint = moves.find(({ from }) => from === zeroAddress)
    if (!first || !newest || standard === undefined) return []
    const supply = moves
      .filter((one) => one.standard === 1155)
      .reduce(
        (sum, { from, to, amount }) => sum + (from === zeroAddress ? amount : 0n) - (to === zeroAddress ? amount : 0n),
        0n,
      )
    const owner = standard === 1155 || newest.to === zeroAddress ? null : toBytes(newest.to)
    return [
      {
        chain,
        token_address: toBytes(first.contract),
        token_hash: tokenHash(toBytes(first.contract), first.tokenId),
        token_id: first.tokenId,
        standard,
        owner,
        supply: standard === 1155 ? String(supply) : owner ? '1' : '0',
        first_block: first.block,
        minted_block: mint?.block ?? null,
        minted_log: mint?.log ?? null,
        minted_batch: mint?.batch ?? null,
        minter: mint ? toBytes(mint.to) : null,
        minted_transaction: mint ? toBytes(hashOf('transaction', mint.block, mint.log)) : null,
        ...place(newest),
      },
    ]
  })
  const balances = holdings
    .filter(({ newest }) => newest.standard === 1155)
    .map(({ contract, tokenId, owner, amount, newest }) => ({
      chain,
      token_address: toBytes(contract),
      token_hash: tokenHash(toBytes(contract), tokenId),
      token_id: tokenId,
      owner: toBytes(owner),
      amount: String(amount),
      is_held: amount > 0n ? (1 as const) : (0 as const),
      ...place(newest),
    }))
  return { tokens, balances }
}

const blockRow = (number: number) => ({
  chain,
  number,
  timestamp: 1_600_000_000 + number * 12,
  transaction_count: 1,
  log_count: 1,
  size: null,
  hash: toBytes(hashOf('block', number)),
  parent_hash: toBytes(hashOf('block', number - 1)),
  miner: toBytes(zeroAddress),
  gas_used: '0',
  gas_limit: '0',
  base_fee_per_gas: null,
  checks: null,
})

const transferRow = (transfer: Transfer) => ({
  chain,
  block_number: transfer.block,
  log_index: transfer.log,
  batch_index: transfer.batch,
  transaction_index: transfer.log,
  standard: transfer.standard,
  is_batch: transfer.batch > 0 ? (1 as const) : (0 as const),
  token_address: toBytes(transfer.contract),
  token_hash: tokenHash(toBytes(transfer.contract), transfer.tokenId),
  from_address: toBytes(transfer.from),
  to_address: toBytes(transfer.to),
  operator: null,
  transaction_hash: toBytes(hashOf('transaction', transfer.block, transfer.log)),
  token_id: transfer.tokenId,
  amount: String(transfer.amount),
  transaction_value: '0',
})

const insertAll = async <Table extends 'evm_nft_transfers' | 'evm_nft_tokens' | 'evm_nft_balances' | 'evm_blocks'>(
  db: Kysely<EvmTables>,
  table: Table,
  rows: readonly EvmTables[Table][],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += 200)
    await db
      .insertInto(table as 'evm_blocks')
      .values(rows.slice(start, start + 200) as EvmTables['evm_blocks'][])
      .execute()
}

/** Adds transfers and blocks up to `newest`; tokens and balances are worked out again. Returns all transfers. */
export const addTransfers = async (
  { db }: Store<EvmTables>,
  before: readonly Transfer[],
  added: readonly Transfer[],
  newest: number,
): Promise<Transfer[]> => {
  const all = [...before, ...added]
  const { tokens, balances } = derivedRows(all)
  await db.transaction().execute(async (transaction) => {
    await insertAll(transaction, 'evm_nft_transfers', added.map(transferRow))
    await transaction.deleteFrom('evm_nft_tokens').execute()
    await transaction.deleteFrom('evm_nft_balances').execute()
    await insertAll(transaction, 'evm_nft_tokens', tokens)
    await insertAll(transaction, 'evm_nft_balances', balances)
    const stored = await transaction.selectFrom('evm_blocks').select('number').where('number', '=', newest).execute()
    if (stored.length === 0) await insertAll(transaction, 'evm_blocks', [blockRow(newest)])
  })
  return all
}

/** Notes that the documents of all stored tokens are wanted: pages that show them have nothing left to note. */
export const wantAllDocuments = async (store: Store<EvmTables>): Promise<void> => {
  const columns = ['token_address', 'token_hash', 'token_id', 'minted_block'] as const
  await wantDocuments(store, chain, await store.db.selectFrom('evm_nft_tokens').select(columns).execute(), { now: 1 })
}

type MemoryHistories = EvmBackfill & { isAllSynced: boolean; requested: string[] }

/** Everything is covered while all histories are. */
const coveredBy =
  (histories: EvmBackfill & { isAllSynced?: boolean }): EvmCoverage =>
  async () =>
  () => ({
    unit: 'block',
    isComplete: histories.isAllSynced ?? false,
    ranges: [],
    rangeCount: 0,
    asked: { first: 0, last: null },
  })

/** Histories kept in memory: what is synced is told, what was requested is noted. */
export const memoryBackfill = (synced = true): MemoryHistories => {
  const histories = {
    isAllSynced: synced,
    requested: [] as string[],
    request: async (_: unknown, addresses: readonly string[]) => {
      histories.requested.push(...addresses)
    },
  }
  return histories
}

type Raw = Record<string, unknown>
type Calls = Pick<typeof evmApi, 'contractNfts' | 'contractNftOwners' | 'walletNfts' | 'nftMetadata'>
const read = <Name extends keyof Calls>(name: Name, raw: Raw) =>
  parseInput(evmApi[name], raw) as unknown as Input<Calls[Name]>

/** The four endpoints, asked as a request does. */
export const nftLists = (
  store: Store<EvmTables>,
  histories: EvmBackfill = memoryBackfill(),
  options: Partial<Pick<EvmQueryContext, 'known' | 'now'>> = {},
) => {
  const context: EvmQueryContext = {
    store,
    of: () => context,
    served: createServedChains([{ name: 'eth' }]),
    cursors: createCursors(new Uint8Array(32)),
    node: {},
    now: () => 1_700_000_000_000,
    histories,
    coverage: coveredBy(histories),
    known: createKnownAddresses({}),
    internalCalls: createInternalCallsCache(store),
    replays: createReplays(store),
    stateReads: createStateReads(),
    ...options,
  }
  return {
    tokens: (address: string, raw: Raw = {}) => contractNftsQuery(context)(read('contractNfts', { address, ...raw })),
    owners: (address: string, raw: Raw = {}) =>
      contractNftOwnersQuery(context)(read('contractNftOwners', { address, ...raw })),
    wallet: (address: string, raw: Raw = {}) => walletNftsQuery(context)(read('walletNfts', { address, ...raw })),
    token: (address: string, token_id: string, raw: Raw = {}) =>
      nftMetadataQuery(context)(read('nftMetadata', { address, token_id, ...raw })),
  }
}

/** All pages of a list, and what `between` does after each but the last. */
export const walkPages = async <Page extends { cursor: string | null }>(
  ask: (raw: Raw) => Promise<Page>,
  raw: Raw,
  between?: (pages: readonly Page[]) => Promise<void>,
): Promise<Page[]> => {
  const pages: Page[] = []
  let cursor: string | null | undefined
  do {
    const page = await ask({ ...raw, ...(cursor && { cursor }) })
    pages.push(page)
    cursor = page.cursor
    if (cursor) await between?.(pages)
  } while (cursor)
  return pages
}

export const tokenHashOf = (contract: Hex, tokenId: string): string =>
  toHex(tokenHash(toBytes(contract), tokenId)).slice(2)
