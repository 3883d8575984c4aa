import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, zeroAddressBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { collectionCoverage } from './collection-coverage.ts'
import type { nftEndpoints } from './contract.ts'
import { contractTokens } from './contract-tokens.ts'
import { nftRecord } from './nft-record.ts'
import { nftSurroundings } from './nft-surroundings.ts'

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
