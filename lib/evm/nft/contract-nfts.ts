import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex, zeroAddressBytes } from '#lib/base/bytes.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { countedMax, totalShown } from '#lib/evm/query/totals.ts'
import type { CursorBinding } from '#lib/store/cursors.ts'
import type { nftEndpoints } from './contract.ts'
import {
  type ContractToken,
  contractTokens,
  countContractTokens,
  describeNfts,
  hashRange,
  nftSurroundings,
} from './contract-tokens.ts'
import { nftRecord } from './owner-list.ts'
import type { nftTokenEndpoints } from './token-contract.ts'
import { collectionCoverage, syncStatusOf } from './token-owners.ts'

const tokensAtOnce = 5

/** Each token by its key; the zero address owns burned ones. */
export const multipleNftsQuery =
  (context: EvmQueryContext): Service<typeof nftTokenEndpoints>['multipleNfts'] =>
  async ({ tokens, normalizeMetadata, media_items, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const contracts = [...new Set(tokens.map(({ token_address }) => token_address))]
    await collectionCoverage(context, chain, contracts, call)
    const found = await inParallel(tokens, tokensAtOnce, async ({ token_address, token_id }) => {
      const contract = toBytes(token_address)
      const hash = tokenHash(contract, token_id)
      const one = { chain: chain.id, contract, hashes: { lowest: hash, highest: hash }, after: undefined }
      const [token] = await contractTokens(context.store.db, { ...one, withBurned: true, rows: 1 })
      return token
    })
    const rendering = { format: 'decimal', normalizeMetadata, media_items } as const
    const records = new Map<string, Nft>()
    let left = found.flatMap((token) => token ?? [])
    while (left.length > 0) {
      const surroundings = await nftSurroundings(context, chain.id, left, rendering)
      // Large documents are read a part at a time.
      const read = left.slice(0, Math.max(1, surroundings.documents.readable))
      for (const token of read) records.set(toHex(token.token_hash), nftRecord(heldBy(token), rendering, surroundings))
      left = left.slice(read.length)
    }
    return found.map((token) => (token && records.get(toHex(token.token_hash))) ?? null)
  }

const heldBy = (token: ContractToken): ContractToken =>
  token.amount === '0' ? { ...token, owner: zeroAddressBytes } : token

/** Tokens that appeared after page 1 was read are not shown on later pages. */
export const contractNftsQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['contractNfts'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, totalRanges, range } = input
    const hashes = hashRange(totalRanges, range)
    const filters = { chain: chain.id, address, totalRanges, range }
    const binding: CursorBinding = { route: 'contractNfts', filters }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const after = position && { hash: toBytes(`0x${position.key[0]}`), snapshot: Number(position.key[1]) }

    const status = syncStatusOf(await collectionCoverage(context, chain, [address], call))
    const { db } = context.store
    const query = { chain: chain.id, contract: toBytes(address), hashes, after, withBurned: false }
    const [rows, counted] = await Promise.all([
      contractTokens(db, { ...query, rows: limit + 1 }),
      position ? position.total : input.disable_total ? null : countContractTokens(db, query, countedMax),
    ])
    const keyOf = ({ token_hash, newest }: ContractToken) => [toHex(token_hash).slice(2), after?.snapshot ?? newest]
    const { recordOf, shownMax } = await describeNfts(context, chain.id, rows.slice(0, limit), input, call)
    const read = { rows, limit, page, total: counted, keyOf, recordOf, shownMax }
    const { shown: result, cursor } = shownPage(context, read, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: result.length })
    return { total, page: page - 1, page_size: limit, cursor, result, status }
  }
