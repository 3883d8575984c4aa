import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { countedMax, totalShown } from '#lib/evm/query/totals.ts'
import type { CursorBinding } from '#lib/store/cursors.ts'
import { collectionCoverage, syncStatusOf } from './collection-coverage.ts'
import type { nftEndpoints } from './contract.ts'
import { type ContractToken, contractTokens, countContractTokens } from './contract-tokens.ts'
import { hashRange } from './hash-range.ts'
import { describeNfts } from './nft-surroundings.ts'

/** Tokens that appeared after page 1 was read are not shown on later pages. */
export const contractNftsQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['contractNfts'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, totalRanges, range } = input
    const hashes = hashRange(totalRanges, range)
    const filters = { chain: chain.id, address, totalRanges, range }
    const binding: CursorBinding = { route: 'contractNfts', filters }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const after = place && { hash: toBytes(`0x${place.key[0]}`), snapshot: Number(place.key[1]) }

    const status = syncStatusOf(await collectionCoverage(context, chain, [address], call))
    const { db } = context.store
    const query = { chain: chain.id, contract: toBytes(address), hashes, after, withBurned: false }
    const [rows, counted] = await Promise.all([
      contractTokens(db, { ...query, rows: limit + 1 }),
      place ? place.total : input.disable_total ? null : countContractTokens(db, query, countedMax),
    ])
    const keyOf = ({ token_hash, newest }: ContractToken) => [toHex(token_hash).slice(2), after?.snapshot ?? newest]
    const { recordOf, shownMax } = await describeNfts(context, chain.id, rows.slice(0, limit), input, call)
    const read = { rows, limit, page, total: counted, keyOf, recordOf, shownMax }
    const { shown: result, cursor } = shownPage(context, read, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: result.length })
    return { total, page: page - 1, page_size: limit, cursor, result, status }
  }
