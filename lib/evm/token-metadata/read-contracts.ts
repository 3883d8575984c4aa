import type { Hex } from '#lib/base/hex.ts'
import { type CallAnswer, type CallsOptions, callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'
import { plainText } from './plain-text.ts'
import { readBool, readDecimals, readText } from './read-answers.ts'

/** Metadata that a contract reports about itself. */
export type ContractMetadata = {
  address: Hex
  /** By ERC165; null if it does not support ERC165, or is neither. */
  kind: Exclude<ContractKind, 'ERC20'> | null
  name: string | null
  symbol: string | null
  decimals: number | null
  /** False if the node could not read all of it: null values may be read later. */
  isComplete: boolean
}

/** `supportsInterface(bytes4)` */
const supports = (interfaceId: string): Hex => `0x01ffc9a7${interfaceId.padEnd(64, '0')}`

/** ERC-165 itself, the id that it must deny, then ERC-721 and ERC-1155. */
const callsPerContract: readonly Hex[] = [
  supports('01ffc9a7'),
  supports('ffffffff'),
  supports('80ac58cd'),
  supports('d9b67a26'),
  '0x06fdde03', // name()
  '0x95d89b41', // symbol()
  '0x313ce567', // decimals()
]

/**
 * Calls each contract for its metadata. Whatever it returns, the metadata is well-formed: a contract that reverts,
 * burns its gas or returns rubbish has null values. Throws the pool's ServiceErrors if the nodes fail, or the signal's
 * reason.
 */
export const readContracts = async (
  pool: NodePool,
  addresses: readonly Hex[],
  options: CallsOptions = {},
): Promise<ContractMetadata[]> => {
  const calls = addresses.flatMap((to) => callsPerContract.map((data) => ({ to, data })))
  const answers = await callContracts(pool, calls, options)
  return addresses.map((address, index) =>
    contractMetadata(address, answers.slice(index * callsPerContract.length, (index + 1) * callsPerContract.length)),
  )
}

const contractMetadata = (address: Hex, answers: readonly CallAnswer[]): ContractMetadata => {
  const [erc165 = null, denied = null, erc721 = null, erc1155 = null, name = null, symbol = null, decimals = null] =
    answers.map((answer) => (typeof answer === 'string' ? null : answer))
  return {
    address,
    kind: kindOf(erc165, denied, erc721, erc1155),
    // As in Blockscout: lists can then still distinguish contracts.
    name: readPlainText(name, address.slice(0, 6)),
    symbol: readPlainText(symbol, null),
    decimals: readDecimals(decimals),
    isComplete: !answers.includes('failed'),
  }
}

/** ERC-165, "How to detect": it must return true for itself and false for 0xffffffff; a failure there counts as no answer. */
const kindOf = (
  erc165: Uint8Array | null,
  denied: Uint8Array | null,
  erc721: Uint8Array | null,
  erc1155: Uint8Array | null,
): ContractMetadata['kind'] => {
  if (readBool(erc165) !== true || readBool(denied) !== false) return null
  if (readBool(erc1155)) return 'ERC1155'
  return readBool(erc721) ? 'ERC721' : null
}

const readPlainText = (answer: Uint8Array | null, ifInvalid: string | null): string | null => {
  const bytes = readText(answer)
  const text = bytes && plainText(bytes)
  return text === 'invalid' ? ifInvalid : text
}
