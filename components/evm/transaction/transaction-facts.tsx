import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { StatusBadge } from '#components/evm/frames/transaction/status-badge.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Confirmations } from '#components/evm/parts/coverage/confirmations.tsx'
import { Worth } from '#components/evm/parts/worth.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState, EvmCoinPrice } from '#lib/evm/network/contract.ts'
import { groupedNumber, gweiDecimals } from '#lib/format/amount.ts'
import { feeOf, methodOf, percentOf, statusOf } from '#lib/format/transaction.ts'

const Party = ({ chain, address, label }: { chain: string; address: string; label?: string | null }) => (
  <span className="flex items-center gap-1">
    <AddressLink chain={chain} address={address} label={label} className="min-w-0" />
    <CopyButton value={address} label="Copy address" />
  </span>
)

/** The address that was called, or the contract that was created. */
const Recipient = ({ chain, transaction }: { chain: string; transaction: DecodedTransaction }) =>
  transaction.to_address ? (
    <Fact long label="To">
      <Party chain={chain} address={transaction.to_address} label={transaction.to_address_label} />
    </Fact>
  ) : (
    <Fact long label="Created contract">
      {transaction.receipt_contract_address ? (
        <Party chain={chain} address={transaction.receipt_contract_address} />
      ) : (
        'none'
      )}
    </Fact>
  )

/** All facts of a transaction in full precision, two per row. */
export const TransactionFacts = ({
  state,
  transaction,
  reason,
  besides,
  fee,
  price,
}: {
  state: EvmChainState
  transaction: DecodedTransaction
  /** Why it failed. */
  reason?: ReactNode
  /** Links to the previous and next transaction of the sender. */
  besides?: ReactNode
  /** Facts about the fee and the type, from a node. */
  fee?: ReactNode
  /** Of the native coin. */
  price: EvmCoinPrice['price'] | undefined
}) => {
  const { chain, symbol, decimals } = state
  const usedPercent = percentOf(transaction.receipt_gas_used, transaction.gas)
  return (
    <Facts>
      <Fact label="Status">
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge transaction={transaction} /> {reason}
        </span>
      </Fact>
      <Fact label="Time">
        <Timestamp isAlone iso={transaction.block_timestamp} />
      </Fact>
      <Fact label="Block">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            href={evmPaths.block({ chain, block: transaction.block_number })}
            className="text-accent hover:underline"
          >
            {groupedNumber(transaction.block_number)}
          </Link>
          <Confirmations state={state} block={transaction.block_number} />
          <span className="text-muted">position {groupedNumber(transaction.transaction_index)}</span>
        </span>
      </Fact>
      <Fact label="Method">
        <Badge tone={statusOf(transaction) === 'failed' ? 'bad' : 'neutral'} className="method">
          {(transaction.decoded_call ?? transaction.guessed_call)?.label ?? methodOf(transaction)}
        </Badge>
      </Fact>
      <Fact long label="From">
        <Party chain={chain} address={transaction.from_address} label={transaction.from_address_label} />
      </Fact>
      <Recipient chain={chain} transaction={transaction} />
      <Fact label="Value">
        <Amount exact value={transaction.value} decimals={decimals} symbol={symbol} />{' '}
        <Worth value={transaction.value} decimals={decimals} price={price} />
        {statusOf(transaction) === 'failed' && transaction.value !== '0' && (
          <span className="text-muted"> not transferred, as it failed</span>
        )}
      </Fact>
      <Fact label="Fee">
        <Amount exact value={feeOf(transaction)} decimals={decimals} symbol={symbol} />{' '}
        <Worth value={feeOf(transaction)} decimals={decimals} price={price} />
      </Fact>
      {fee}
      <Fact label="Gas used, limit">
        {groupedNumber(transaction.receipt_gas_used)} of {groupedNumber(transaction.gas)}{' '}
        <span className="whitespace-nowrap">
          <Meter percent={usedPercent} className="mx-1" /> <span className="text-muted">{usedPercent}%</span>
        </span>
      </Fact>
      <Fact label="Gas price">
        <Amount exact value={transaction.gas_price} decimals={gweiDecimals} symbol="Gwei" />
      </Fact>
      <Fact label="Nonce">
        {groupedNumber(transaction.nonce)} {besides}
      </Fact>
    </Facts>
  )
}
