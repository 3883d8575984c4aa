import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'

const indexed = (type: string, name: string) => ({ name, type, indexed: true })
const plain = (type: string, name: string) => ({ name, type, indexed: false })
const note = (name: string, inputs: object[]) => ({ type: 'event', name, anonymous: true, inputs })

const selectorBytes = 4

/**
 * Anonymous events that record a call: their first topic is its selector. Those of ds-note, of MakerDAO's contracts, and of
 * Balancer's first pools.
 */
export const callNotes: readonly AbiIndex[] = [
  abiIndex([
    note('LogNote', [
      indexed('bytes4', 'sig'),
      indexed('address', 'guy'),
      indexed('bytes32', 'foo'),
      indexed('bytes32', 'bar'),
      plain('uint256', 'wad'),
      plain('bytes', 'fax'),
    ]),
    note('LogNote', [
      indexed('bytes4', 'sig'),
      indexed('bytes32', 'arg1'),
      indexed('bytes32', 'arg2'),
      indexed('bytes32', 'arg3'),
      plain('bytes', 'data'),
    ]),
    note('LOG_CALL', [indexed('bytes4', 'sig'), indexed('address', 'caller'), plain('bytes', 'data')]),
  ]) ?? [],
].flat()

/** Whether a topic has a selector, and no more: the hash of a signature ends in 28 zero bytes once in 2^224. */
export const isSelectorTopic = (topic: Uint8Array): boolean =>
  topic.subarray(0, selectorBytes).some((byte) => byte !== 0) &&
  topic.subarray(selectorBytes).every((byte) => byte === 0)
