import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ownershipEndpoints } from '#lib/evm/nft/collection-contract.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import type { IndexRange } from '#lib/evm/query/ranges/index-range.ts'
import type { ListPlace } from '#lib/evm/query/ranges/places.ts'
import { readPlace } from '#lib/evm/query/ranges/places.ts'
import { rangedChain } from '#lib/evm/query/ranges/ranged-chain.ts'
import { readNftTransferPage, type StoredNftTransfer } from './nft-transfer-page.ts'
import { nftTransferRecord, shownTokens } from './nft-transfer-record.ts'

const keyOf = (last: StoredNftTransfer) => readPlace('evm_nft_transfers', last)

/** Newest first: one range of the index by contract, or of the one by token, so a page costs the same whatever their size. */
export const collectionTransfersQuery =
  (context: EvmQueryContext): Service<typeof ownershipEndpoints>['evmCollectionTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_id, from_block, to_block } = input
    const filters = { chain: chain.id, address, token_id, from_block, to_block }
    const binding = { route: 'evmCollectionTransfers', filters }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const blocks = { first: from_block ?? 0, last: to_block }
    await reportCoverage(context.coverage, chain, call, { blocks, contracts: [address] })
    const start: ListPlace | undefined = to_block === undefined ? undefined : [to_block + 1]

    const rows = await readNftTransferPage(
      context.store.db,
      {
        ...(await rangedChain(context, chain)),
        ranges: [rangeOf(toBytes(address), token_id)],
        floor: [from_block ?? 0],
        before: place ? place.key.map(Number) : start,
      },
      limit + 1,
    )
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    const tokens = await shownTokens(context, chain.id, shown)
    return { cursor, result: shown.map((row) => nftTransferRecord(row, 'decimal', tokens)) }
  }

const rangeOf = (contract: Uint8Array, tokenId: string | undefined): IndexRange =>
  tokenId === undefined
    ? { column: 'token_address', address: contract }
    : { column: 'token_hash', address: tokenHash(contract, tokenId) }
