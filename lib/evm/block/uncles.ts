import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { unpackedHashes } from '#lib/evm/chain/decode/packed-bodies.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { bodyList, inBlock, readPacked } from './body-list.ts'
import type { bodyListEndpoints } from './lists-contract.ts'

const read = readPacked('evm_uncles', unpackedHashes)

/** The uncles that blocks of a chain include, newest first. */
export const unclesQuery = (context: EvmQueryContext): Service<typeof bodyListEndpoints>['evmUncles'] =>
  bodyList(context, {
    route: 'evmUncles',
    read,
    placeOf: ({ block_number, position }) => [block_number, position],
    recordOf: ({ item, position, miner, ...row }, labelOf) => ({
      uncle_hash: item,
      position,
      ...inBlock(row),
      miner: toHex(miner),
      miner_label: labelOf(toHex(miner)),
    }),
  })
