import type { Hex } from '#lib/base/hex.ts'
import { type CallAnswer, type CallsOptions, callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'

/** The limit of the column, and of what a list can show. */
const bytesMax = 255
/** Maximum length examined: the rest is never shown. */
const bytesRead = 4 * bytesMax

/** Scripts that are written with joiners between their letters. */
const joined = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Mong', 'Orya', 'Sinh', 'Syrc', 'Taml', 'Telu']
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F`

/** Invisible or text-reordering characters: controls, bidi marks, zero widths; joiners within words and emoji stay. */
const invisible = new RegExp(
  [
    String.raw`[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u{FFF9}-\u{FFFB}]`,
    String.raw`(?<![${joined}])[\u200C\u200D](?<![${emoji}]\u200D)`,
    String.raw`[\u200C\u200D](?![${joined}\p{Extended_Pictographic}])`,
    String.raw`(?<!\p{Emoji})[\uFE0E\uFE0F]`,
    String.raw`(?![\u200C\u200D\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
)
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * The displayable text of a contract's bytes: without invisible characters, at most 255 bytes of UTF-8. Null if nothing
 * is left; `invalid` for bytes that are not UTF-8.
 */
export const plainText = (bytes: Uint8Array): string | null | 'invalid' => {
  const text = decoded(bytes.subarray(0, bytesRead), bytes.length > bytesRead)
  if (text === undefined) return 'invalid'
  const visible = text.replace(breaks, ' ').replace(invisible, '').trim()
  return cut(visible) || null
}

/** Undefined for bytes that are not UTF-8. The last character of a part may be incomplete. */
const decoded = (bytes: Uint8Array, isPart: boolean): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isPart })
  } catch {
    return undefined
  }
}

const isTrimmed = /[\s\u200C\u200D]/

/** Truncates between characters. */
const cut = (text: string): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax))
  if (read === text.length) return text
  let end = read
  while (end > 0 && isTrimmed.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/*
 * Results of contract calls, which are untrusted and may not follow the ABI (Solidity, "Contract ABI Specification").
 * Malformed ones are null, like a missing function.
 */

const wordBytes = 32

/** A `bool`: one word, 0 or 1. */
export const readBool = (answer: Uint8Array | null): boolean | null => {
  const word = readSmall(answer)
  return word === 0 || word === 1 ? word === 1 : null
}

/** Beyond this a uint256 has no digit before the point. */
const decimalsMax = 78

/** `decimals()`; null for absurd numbers. */
export const readDecimals = (answer: Uint8Array | null): number | null => {
  const decimals = readSmall(answer)
  return decimals !== null && decimals <= decimalsMax ? decimals : null
}

/** The bytes of a `string`, or of a `bytes32` (in contracts older than the standard) without trailing zeros. */
export const readText = (answer: Uint8Array | null): Uint8Array | null => {
  if (!answer) return null
  if (answer.length === wordBytes) return answer.subarray(0, answer.findLastIndex((byte) => byte !== 0) + 1)
  const start = readOffset(answer, 0)
  const length = start === null ? null : readOffset(answer, start)
  if (start === null || length === null) return null
  const end = start + wordBytes + length
  return end <= answer.length ? answer.subarray(start + wordBytes, end) : null
}

/** The number in the first word, if it is below 256. */
const readSmall = (answer: Uint8Array | null): number | null => {
  if (!answer || answer.length < wordBytes) return null
  return isZero(answer, 0, wordBytes - 1) ? (answer[wordBytes - 1] ?? null) : null
}

/** An offset or length in bytes: a word below 2^32. */
const readOffset = (answer: Uint8Array, at: number): number | null => {
  if (at + wordBytes > answer.length || !isZero(answer, at, at + wordBytes - 4)) return null
  return new DataView(answer.buffer, answer.byteOffset + at + wordBytes - 4, 4).getUint32(0)
}

const isZero = (bytes: Uint8Array, from: number, to: number): boolean =>
  bytes.subarray(from, to).every((byte) => byte === 0)

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
