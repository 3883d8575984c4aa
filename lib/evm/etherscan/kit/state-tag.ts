import { ServiceError } from '#lib/base/errors.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { ActionCall } from './action.ts'
import { etherscanFault } from './parameter-forms.ts'

const blockTag = /^(?:\d{1,15}|0x[0-9a-f]{1,12})$/i

/** The block of a `tag`: a word, or a number in decimals or hex. `latest` is the newest indexed block. @throws ServiceError */
export const taggedBlock = async (call: ActionCall, tag: string): Promise<StateBlock> => {
  const word = tag.toLowerCase()
  if (['latest', 'pending', 'safe', 'finalized', ''].includes(word))
    return await stateBlockOf(call.context, call.chain, undefined)
  if (word === 'earliest') return await numberedBlock(call, 0)
  if (!blockTag.test(tag)) throw etherscanFault('Invalid parameter tag')
  return await numberedBlock(call, Number(tag))
}

/** @throws not_available for a block above the newest indexed one */
export const numberedBlock = async ({ context, chain }: ActionCall, number: number): Promise<StateBlock> => {
  const block = await stateBlockOf(context, chain, number)
  if (block.number === number) return block
  throw new ServiceError(
    'not_available',
    `Incomplete: block ${block.number} is the newest one indexed here; the request needs ${number}`,
  )
}
