import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { TransferEvidence } from './evidence.ts'
import { famousAddresses } from './famous-addresses.ts'

export type SeenTransfer = Pick<Erc20TransferRow, 'block_number' | 'transaction_index' | 'from_address' | 'to_address'>

const zero = `0x${'0'.repeat(40)}`

/** Facts from a contract's newest transfers, newest first: recipients, senders, and recipients that never sent. */
export const transferEvidence = (
  transfers: readonly SeenTransfer[],
  seen: Pick<TransferEvidence, 'isWhole' | 'days'>,
): TransferEvidence => {
  const receivers = new Set<string>()
  const senders = new Set<string>()
  const famous = new Set<string>()
  let receiversAtOnce = 0
  let transaction = ''
  let inTransaction = new Set<string>()
  for (const { block_number, transaction_index, from_address, to_address } of transfers) {
    const [from, to] = [toHex(from_address), toHex(to_address)]
    senders.add(from)
    const place = `${block_number}/${transaction_index}`
    if (place !== transaction) {
      transaction = place
      inTransaction = new Set()
    }
    if (to === zero) continue
    receivers.add(to)
    inTransaction.add(to)
    receiversAtOnce = Math.max(receiversAtOnce, inTransaction.size)
    if (from === zero && famousAddresses.has(to)) famous.add(to)
  }
  const silentReceivers = [...receivers].filter((address) => !senders.has(address)).length
  return {
    ...seen,
    receiversAtOnce,
    receivers: receivers.size,
    silentReceivers,
    famousReceivers: famous.size,
  }
}
