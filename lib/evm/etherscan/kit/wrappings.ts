import { type RawBuilder, sql } from 'kysely'
import { toBytes, zeroAddressBytes } from '#lib/base/bytes.ts'
import { tokenTopic, wrappedNativeTokens } from '#lib/evm/chain/decode/token-topics.ts'

/**
 * Etherscan lists events called Transfer: deposits and withdrawals of wrapped coins, which count as transfers here, are left out. For `t`, the
 * table of ERC-20 transfers.
 */
export const withoutWrappings = (chain: number): RawBuilder<boolean>[] => {
  const wrapped = wrappedNativeTokens(chain)
  if (wrapped.length === 0) return []
  const wrapping = [tokenTopic.deposit, tokenTopic.withdrawal].map(toBytes)
  return [
    sql<boolean>`not (t.token_address in (${sql.join(wrapped.map(toBytes))})
      and (t.from_address = ${zeroAddressBytes} or t.to_address = ${zeroAddressBytes})
      and exists (select 1 from evm_logs as w where w.chain = ${chain} and w.block_number = t.block_number
        and w.transaction_index = t.transaction_index and w.log_index = t.log_index
        and w.topic0 in (${sql.join(wrapping)})))`,
  ]
}
