import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted } from '#lib/format/amount.ts'

type Left = { blocks_left: number } | undefined

/** Why rows may be missing although their blocks are indexed. */
const sentence = (noun: string, { blocks_left }: { blocks_left: number }): string =>
  `The ${noun} of ${counted(blocks_left, 'block')} are not listed: an earlier version of Spyglass indexed ${blocks_left === 1 ? 'it' : 'them'} without. ` +
  'The pages of these blocks still have them, from a node.'

/** The state of a chain as lists of bodies report it. */
export const bodyState = (state: EvmChainState, noun: string, data: Left): EvmChainState =>
  data && data.blocks_left > 0 ? { ...state, index_complete: false, coverage_note: sentence(noun, data) } : state

export const BodyNote = ({ noun, data }: { noun: string; data: Left }) =>
  data &&
  data.blocks_left > 0 && <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{sentence(noun, data)}</p>
