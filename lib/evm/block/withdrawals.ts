import type { Service } from '#lib/api/endpoint.ts'
import { unpackedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { bodyList, inBlock, readPacked } from './body-list.ts'
import type { bodyListEndpoints } from './lists-contract.ts'

const weiPerGwei = 10n ** 9n
const read = readPacked('evm_withdrawals', unpackedWithdrawals)

/** Payments to validators with the blocks of a chain, newest first. */
export const withdrawalsQuery = (context: EvmQueryContext): Service<typeof bodyListEndpoints>['evmWithdrawals'] =>
  bodyList(context, {
    route: 'evmWithdrawals',
    read,
    placeOf: ({ block_number, position }) => [block_number, position],
    recordOf: ({ item: { index, validatorIndex, address, amount }, ...row }, labelOf) => ({
      index: String(index),
      validator_index: String(validatorIndex),
      address,
      address_label: labelOf(address),
      amount: String(amount * weiPerGwei),
      ...inBlock(row),
    }),
  })
