import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { nftTransferEndpoints } from '#lib/evm/nft/transfer-contract.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { hasOneOf, type RangeCondition } from '#lib/evm/query/ranges/range-plans.ts'
import { listNftTransfers } from './nft-transfer-list.ts'

/** The transfers of a collection. */
export const contractNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftTransferEndpoints>['contractNftTransfers'] =>
  async (input, call) => {
    const { address } = input
    const conditions = [hasOneOf(['token_address'], [toBytes(address)])]
    const listed = { route: 'contractNftTransfers', filters: { address }, contracts: [address], conditions }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

/** The transfers of one token. */
export const tokenNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftTransferEndpoints>['tokenNftTransfers'] =>
  async (input, call) => {
    const { address, token_id } = input
    const conditions = [isToken(tokenHash(toBytes(address), token_id))]
    const listed = { route: 'tokenNftTransfers', filters: { address, token_id }, contracts: [address], conditions }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

/** The transfers of all collections. */
export const chainNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftTransferEndpoints>['chainNftTransfers'] =>
  async (input, call) => {
    const listed = { route: 'chainNftTransfers', filters: {}, conditions: [] }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

const isToken = (hash: Uint8Array): RangeCondition => ({
  ranges: [{ column: 'token_hash', address: hash }],
  filter: sql<boolean>`t.token_hash = ${hash}`,
})
