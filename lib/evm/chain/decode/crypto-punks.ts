import { zeroAddressBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { type Parties, readParties } from './parties.ts'
import type { DecodableLog } from './token-rows.ts'
import { tokenTopic } from './token-topics.ts'
import { addressAt, uintAt, wordCount } from './word.ts'

const punks: Hex = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'

/** CryptoPunks has its own events: its Transfer only contains the number of punks. */
export const isCryptoPunks = (chain: number, address: Hex): boolean => chain === 1 && address === punks

/**
 * Decodes the logs of CryptoPunks in log order and yields the moved punks. When a bid is accepted, the contract clears
 * the bid before it emits PunkBought, which then names no buyer (a known bug): the buyer is the recipient of the
 * preceding Transfer.
 */
export const createPunkReader = (): ((log: DecodableLog) => Parties | undefined) => {
  let transfer: { transactionHash: Hex; from: Hex; to: Hex } | undefined

  const bought = ({ topics, data, transactionHash }: DecodableLog): Parties | undefined => {
    const [, punk, seller, buyer] = topics
    if (punk === undefined || seller === undefined || buyer === undefined || wordCount(data) < 1) return undefined
    const isCleared = uintAt(buyer) === 0n
    const isSale = transfer?.transactionHash === transactionHash && transfer.from === seller
    if (isCleared && !isSale) return undefined
    const from = addressAt(seller)
    const to = addressAt(isCleared && transfer ? transfer.to : buyer)
    return from && to && { from, to, number: uintAt(punk) }
  }

  return (log) => {
    const { topics, data, transactionHash } = log
    const [topic, first, second] = topics
    switch (topic) {
      case tokenTopic.transfer:
        if (first !== undefined && second !== undefined) transfer = { transactionHash, from: first, to: second }
        return undefined
      case tokenTopic.punkTransfer:
        return topics.length === 3 ? readParties(log) : undefined
      case tokenTopic.punkAssign: {
        const to = topics.length === 2 && first !== undefined ? addressAt(first) : undefined
        return to && wordCount(data) >= 1 ? { from: zeroAddressBytes, to, number: uintAt(data) } : undefined
      }
      case tokenTopic.punkBought:
        return bought(log)
      default:
        return undefined
    }
  }
}
