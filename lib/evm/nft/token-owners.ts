import { type Kysely, sql } from 'kysely'
import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex, zeroAddressBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { OwnedNft } from '#lib/evm/api/records/nfts.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { readLeftOut } from '#lib/evm/query/left-out.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { countedMax, totalShown } from '#lib/evm/query/totals.ts'
import type { CursorBinding, CursorPosition } from '#lib/store/cursors.ts'
import type { nftEndpoints } from './contract.ts'
import { contractTokens, describeOwnedNfts, nftSurroundings } from './contract-tokens.ts'
import { balancesAfter, ownerCandidatesMax } from './nft-owners.ts'
import {
  countOwnedTokens,
  joinTokenFacts,
  nftRecord,
  type OwnedToken,
  type OwnerList,
  ownedTokens,
  type StoredNftFacts,
  tokenFacts,
} from './owner-list.ts'
import { ownersAsOf } from './owners-as-of.ts'
import type { nftTokenEndpoints } from './token-contract.ts'

type PageInput = { limit: number; cursor?: string; disable_total: boolean }

type OwnerPage = {
  total: number | null
  page: number
  page_size: number
  cursor: string | null
  result: OwnedNft[]
}

/** What the list shows of its rows: of all, or of the first `shownMax`. */
type DescribeOwned = (
  rows: readonly OwnedToken[],
) => Promise<{ recordOf: (row: OwnedToken) => OwnedNft; shownMax: number }>

/** A page of the owners of a contract or the NFTs of a wallet. All pages show the list as of page 1, whatever arrives in between. */
const ownerPage = async (
  context: EvmQueryContext,
  list: OwnerList,
  input: PageInput,
  { binding, describe }: { binding: CursorBinding; describe: DescribeOwned },
): Promise<OwnerPage> => {
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: input.limit, page: 1 }
  const { db } = context.store
  const [{ rows, snapshot }, counted] = await Promise.all([
    position ? laterRows(context, list, position) : firstRows(context, list, limit),
    position ? position.total : input.disable_total ? null : countOwnedTokens(db, list, countedMax),
  ])
  const keyOf = ({ changed_block, changed_log, changed_batch, owner }: OwnedToken) => [
    changed_block,
    changed_log,
    changed_batch,
    toHex(owner),
    snapshot,
  ]
  const described = await describe(rows.slice(0, limit))
  const { shown: result, cursor } = shownPage(
    context,
    { rows, limit, page, total: counted, keyOf, ...described },
    binding,
  )
  const total = totalShown(counted, { cursor, limit, page, shown: result.length })
  return { total, page, page_size: limit, cursor, result }
}

type Rows = { rows: OwnedToken[]; snapshot: number }

/** The newest block is read in the same statement as the rows: they are as of that block. */
const firstRows = async ({ store }: EvmQueryContext, list: OwnerList, limit: number): Promise<Rows> => {
  const rows = await ownedTokens(store.db, list, undefined, limit + 1)
  return { rows, snapshot: rows[0]?.newest ?? 0 }
}

const laterRows = async (
  { store }: EvmQueryContext,
  list: OwnerList,
  { key, limit }: CursorPosition,
): Promise<Rows> => {
  const [block, log, batch, owner, snapshot] = key
  const before = {
    changed_block: Number(block),
    changed_log: Number(log),
    changed_batch: Number(batch),
    owner: toBytes(String(owner)),
  }
  return {
    rows: await ownersAsOf(store.db, list, Number(snapshot), { before, rows: limit + 1 }),
    snapshot: Number(snapshot),
  }
}

/**
 * Whether every event of these contracts is indexed; the others are queued within the caller's quota. Await it before
 * reading the records, so that a list read while incomplete is never called complete.
 */
export const collectionCoverage = async (
  { coverage, histories }: Pick<EvmQueryContext, 'coverage' | 'histories'>,
  chain: ServedChain,
  contracts: readonly string[],
  call: CallContext | undefined,
): Promise<Coverage> => {
  call?.signal?.throwIfAborted()
  const decided = await reportCoverage(coverage, chain, call, { contracts })
  const requested = histories.request(chain, contracts, call?.requester).catch(() => undefined)
  // Complete backfills are updated in the background; others are queued, which the next request shows.
  if (!decided.isComplete) await requested
  return decided
}

/** The status in the interface's terms. */
export const syncStatusOf = ({ isComplete }: Coverage): 'SYNCED' | 'SYNCING' => (isComplete ? 'SYNCED' : 'SYNCING')

/** Owners of an ERC1155 token in the order of their balances' key, of which a page scans a part. */
export const nftTokenOwnersQuery =
  (context: EvmQueryContext): Service<typeof nftTokenEndpoints>['nftTokenOwners'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_id } = input
    const binding = { route: 'nftTokenOwners', filters: { chain: chain.id, address, token_id } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const status = syncStatusOf(await collectionCoverage(context, chain, [address], call))
    const { db } = context.store
    const token = await storedToken(db, chain.id, address, token_id)
    const after = position && toBytes(String(position.key[0]))
    const isShared = token?.standard === 1155
    const [{ rows, examinedTo }, counted] = await Promise.all([
      token && isShared ? sharedOwners(db, chain.id, token, after) : soleOwner(token),
      position
        ? position.total
        : input.disable_total
          ? null
          : token && isShared
            ? countHolders(db, chain.id, token.token_hash)
            : Number(token?.owner != null),
    ])
    const { recordOf, shownMax } = await describeOwnedNfts(context, chain.id, rows.slice(0, limit), input, call)
    const keyOf = ({ owner }: OwnedToken) => [toHex(owner)]
    const read = { rows: rows.slice(0, limit + 1), limit, page, total: counted, keyOf, recordOf, shownMax, examinedTo }
    const { shown: result, cursor } = shownPage(context, read, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: result.length })
    return { total, page, page_size: limit, cursor, result, status }
  }

type Token = StoredNftFacts & Pick<NftTokenRow, 'owner' | 'changed_block' | 'changed_log' | 'changed_batch'>
type Owners = { rows: OwnedToken[]; examinedTo?: [string] }

const storedToken = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: string,
  tokenId: string,
): Promise<Token | undefined> => {
  const contract = toBytes(address)
  const { rows } = await sql<Token>`
    select one.owner, one.changed_block, one.changed_log, one.changed_batch, ${tokenFacts}
    from (select * from evm_nft_tokens
      where chain = ${chain} and token_address = ${contract} and token_hash = ${tokenHash(contract, tokenId)}) as one
    ${joinTokenFacts(chain, 'one')}`.execute(db)
  return rows[0]
}

const soleOwner = (token: Token | undefined): Owners => ({
  rows: token?.owner ? [{ ...token, owner: token.owner, amount: '1' }] : [],
})

/** The owners among the next balances, which include empty ones. */
const sharedOwners = async (
  db: Kysely<EvmTables>,
  chain: number,
  token: Token,
  after: Uint8Array | undefined,
): Promise<Owners> => {
  const read = await balancesAfter(db, chain, token.token_hash, after)
  const candidates = read.slice(0, ownerCandidatesMax)
  const rows = candidates.filter(({ is_held }) => is_held === 1).map((balance) => ({ ...token, ...balance }))
  const last = read.length > ownerCandidatesMax ? candidates.at(-1) : undefined
  return { rows, ...(last && { examinedTo: [toHex(last.owner)] }) }
}

/** The owners of an ERC1155 token; null if there are too many balances to count. */
export const countHolders = async (db: Kysely<EvmTables>, chain: number, hash: Uint8Array): Promise<number | null> => {
  const { rows } = await sql<{ seen: number; held: number }>`
    select count(*) as seen, count(case when is_held = 1 then 1 end) as held from (
      select is_held from evm_nft_balances where chain = ${chain} and token_hash = ${hash} limit ${countedMax + 1}
    ) as balances`.execute(db)
  const { seen, held } = rows[0] ?? { seen: 0, held: 0 }
  return seen > countedMax ? null : held
}

export const contractNftOwnersQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['contractNftOwners'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address } = input
    const binding = { route: 'contractNftOwners', filters: { chain: chain.id, address } }
    const status = syncStatusOf(await collectionCoverage(context, chain, [address], call))
    const list = { chain: chain.id, of: 'token_address', address: toBytes(address), contracts: undefined } as const
    const describe: DescribeOwned = (rows) => describeOwnedNfts(context, chain.id, rows, input, call)
    return { ...(await ownerPage(context, list, input, { binding, describe })), status }
  }

/** The zero address owns burned tokens. */
export const nftMetadataQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['nftMetadata'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_id } = input
    const contract = toBytes(address)
    const hash = tokenHash(contract, token_id)
    const { isComplete } = await collectionCoverage(context, chain, [address], call)
    const [token] = await contractTokens(context.store.db, {
      chain: chain.id,
      contract,
      hashes: { lowest: hash, highest: hash },
      after: undefined,
      withBurned: true,
      rows: 1,
    })
    if (!token) {
      const end = isComplete ? '.' : ' yet: the collection is being indexed.'
      throw new ServiceError('not_found', `No NFT ${token_id} of ${address} is known on ${chain.title}${end}`)
    }
    const surroundings = await nftSurroundings(context, chain.id, [token], input)
    return nftRecord(token.amount === '0' ? { ...token, owner: zeroAddressBytes } : token, input, surroundings)
  }

/**
 * SYNCED only when every block of the chain is indexed, or all of `token_addresses` are. Collections marked as spam
 * while a list is read are missing from its later pages.
 */
export const walletNftsQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['walletNfts'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_addresses, exclude_spam } = input
    const contracts = token_addresses?.length ? token_addresses.toSorted() : undefined
    const filters = { chain: chain.id, address, token_addresses: contracts, exclude_spam }
    const coverage = contracts
      ? await collectionCoverage(context, chain, contracts, call)
      : await reportCoverage(context.coverage, chain, call)
    const leftOut = exclude_spam ? await readLeftOut(context, chain.id) : undefined
    const page = await ownerPage(
      context,
      { chain: chain.id, of: 'owner', address: toBytes(address), contracts: contracts?.map(toBytes), leftOut },
      input,
      {
        binding: { route: 'walletNfts', filters },
        describe: (rows) => describeOwnedNfts(context, chain.id, rows, input, call),
      },
    )
    return { ...page, status: syncStatusOf(coverage) }
  }
