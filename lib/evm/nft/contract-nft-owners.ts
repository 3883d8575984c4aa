import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { collectionCoverage, syncStatusOf } from './collection-coverage.ts'
import type { nftEndpoints } from './contract.ts'
import { describeOwnedNfts } from './nft-surroundings.ts'
import { type DescribeOwned, ownerPage } from './owner-page.ts'

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
