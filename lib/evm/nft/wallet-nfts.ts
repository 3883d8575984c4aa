import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'
import { readLeftOut } from '#lib/evm/query/spam/left-out.ts'
import { collectionCoverage, syncStatusOf } from './collection-coverage.ts'
import type { nftEndpoints } from './contract.ts'
import { describeOwnedNfts } from './nft-surroundings.ts'
import { ownerPage } from './owner-page.ts'

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
