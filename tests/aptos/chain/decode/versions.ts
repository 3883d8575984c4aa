import { type DecodedTokens, type DecodedVersion, decodeVersion } from '#lib/aptos/chain/decode/decode-version.ts'

export const alice = `0x${'a1'.repeat(32)}`
export const bob = `0x${'b2'.repeat(32)}`
/** With leading zeros, which a node leaves out. */
export const carol = `0x${'0c'.repeat(32)}`
export const carolShort = carol.replace('0x0', '0x')

export const dataId = { creator: carolShort, collection: 'Shells', name: 'Shell #1' }
export const tokenId = { token_data_id: dataId, property_version: '3' }

export const event = (type: string, data: unknown, account = '0x0') => ({
  guid: { creation_number: account === '0x0' ? '0' : '5', account_address: account },
  sequence_number: account === '0x0' ? '0' : '7',
  type,
  data,
})

export const userTransaction = (parts: { events?: unknown[]; changes?: unknown[]; [field: string]: unknown } = {}) => ({
  type: 'user_transaction',
  version: '1000',
  hash: `0x${'11'.repeat(32)}`,
  sender: '0x5e1de4',
  timestamp: '1665858020377412',
  success: true,
  events: [],
  changes: [],
  ...parts,
})

export const decode = (transaction: unknown, withDigitalAssets = false): DecodedVersion =>
  decodeVersion(transaction, { chainId: 1, contents: withDigitalAssets ? ['digital_assets'] : [] })

export const factsOf = (
  parts: { events?: unknown[]; changes?: unknown[] },
  withDigitalAssets = false,
): DecodedTokens => {
  const { facts } = decode(userTransaction(parts), withDigitalAssets)
  if (facts === undefined) throw new Error('the transaction says nothing of tokens')
  return facts
}
