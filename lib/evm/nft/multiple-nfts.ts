import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex, zeroAddressBytes } from '#lib/base/bytes.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { collectionCoverage } from './collection-coverage.ts'
import { type ContractToken, contractTokens } from './contract-tokens.ts'
import { nftRecord } from './nft-record.ts'
import { nftSurroundings } from './nft-surroundings.ts'
import type { nftTokenEndpoints } from './token-contract.ts'

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
