import { CircleX, Clock, Replace } from 'lucide'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmPendingTransaction } from '#lib/evm/transaction/pending-contract.ts'
import { counted, groupedNumber, gweiDecimals } from '#lib/format/amount.ts'
import type { Answer, Call } from '#lib/pages/question.ts'
import { CallPanel } from './call-panel.tsx'

/** What became of a transaction, in a sentence or two. */
export const pendingText = (pending: EvmPendingTransaction): string => {
  const { state, block_number, replaced_by, transaction } = pending
  const nonce = transaction ? ` nonce ${groupedNumber(transaction.nonce)}` : ' its nonce'
  switch (state) {
    case 'mined':
      return `Mined in block ${groupedNumber(block_number ?? '0')}.`
    case 'replaced':
      return `Replaced: another transaction of the same sender with${nonce} was mined. This one can no longer be mined.${replaced_by === null ? ' The other one is not indexed here.' : ''}`
    case 'dropped':
      return `Dropped: it was in the mempool of the node, and is neither there nor in a block now. ${
        replaced_by === null
          ? `It can still be mined if it is sent again before another transaction with${nonce}.`
          : `Another transaction with${nonce} is pending instead.`
      }`
    case 'pending':
      return waitingText(pending)
  }
}

const waitingText = ({
  waits_for_nonce,
  pending_before,
  transaction,
  base_fee_per_gas,
}: EvmPendingTransaction): string => {
  if (waits_for_nonce !== null)
    return `Waits for nonce ${groupedNumber(waits_for_nonce)}: the node knows no transaction of the sender with it, and without it this one cannot be mined.`
  if (pending_before) return `Waits for ${counted(pending_before, 'pending transaction')} of the same sender.`
  const fee = transaction?.max_fee_per_gas
  if (fee != null && base_fee_per_gas !== null && BigInt(fee) < BigInt(base_fee_per_gas))
    return 'Waits for lower fees: it offers less than the base fee of the newest block.'
  return 'Waits in the mempool of the node to be included in a block.'
}

/** The page follows a transaction that may still be mined for half an hour. */
const refreshesMax = 450

/** The page of a transaction that is in no block. */
export const Pending = async ({
  state,
  call,
  answer,
}: {
  state: EvmChainState
  call: Call | undefined
  answer: Promise<Answer<EvmPendingTransaction>> | undefined
}) => {
  const found = await answer
  if (!call || !found) return null
  return found.fault ? <FaultState {...found.fault} /> : <PendingView state={state} pending={found.data} call={call} />
}

/** What it will do, and what it waits for. */
const PendingView = ({
  state,
  pending,
  call,
}: {
  state: EvmChainState
  pending: EvmPendingTransaction
  call: Call
}) => {
  const { transaction, replaced_by } = pending
  const { chain } = state
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {(pending.state !== 'replaced' || replaced_by === null) && <RefreshWhile timesMax={refreshesMax} />}
      <Panel aria-label="Summary" className="grid gap-2 px-4 py-3">
        <p role="status">{pendingText(pending)}</p>
        {replaced_by !== null && (
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
            <span className="text-muted">{pending.state === 'replaced' ? 'Replaced by' : 'Pending instead'}</span>
            <Link
              href={evmPaths.transaction({ chain, hash: replaced_by })}
              className="min-w-0 max-w-full text-accent hover:underline"
            >
              <Hash value={replaced_by} />
            </Link>
          </p>
        )}
      </Panel>
      {transaction && (
        <>
          <Panel aria-label="Overview">
            <PendingFacts state={state} pending={pending} transaction={transaction} />
            <SourceFoot title="Overview" call={call} />
          </Panel>
          {transaction.input === null ? (
            <p className="px-4 text-muted text-sm">Its calldata was too long to keep.</p>
          ) : (
            <CallPanel
              state={state}
              transaction={calledOf(transaction, transaction.input)}
              call={call}
              path={['transaction', 'input']}
            />
          )}
        </>
      )}
    </div>
  )
}

type Sent = NonNullable<EvmPendingTransaction['transaction']>

const calledOf = ({ to_address, call, call_source }: Sent, input: string) => ({
  input,
  to_address,
  [call_source === 'abi' ? 'decoded_call' : 'guessed_call']: call,
})

const badges = {
  pending: { tone: 'warn', icon: Clock, text: 'Pending' },
  mined: { tone: 'good', icon: Clock, text: 'Mined' },
  replaced: { tone: 'bad', icon: Replace, text: 'Replaced' },
  dropped: { tone: 'bad', icon: CircleX, text: 'Dropped' },
} as const

const PendingFacts = ({
  state: { chain, symbol, decimals },
  pending,
  transaction,
}: {
  state: EvmChainState
  pending: EvmPendingTransaction
  transaction: Sent
}) => {
  const { tone, icon, text } = badges[pending.state]
  const { max_fee_per_gas, max_priority_fee_per_gas } = transaction
  const gwei = (value: string) => <Amount exact value={value} decimals={gweiDecimals} symbol="Gwei" />
  return (
    <Facts>
      <Fact label="Status">
        <Badge tone={tone}>
          <Icon of={icon} size={13} /> {text}
        </Badge>
      </Fact>
      <Fact label="Nonce">
        {groupedNumber(transaction.nonce)}
        {pending.sender_nonce !== null && (
          <span className="text-muted">, next of the sender {groupedNumber(pending.sender_nonce)}</span>
        )}
      </Fact>
      <Fact long label="From">
        <Party chain={chain} address={transaction.from_address} label={transaction.from_address_label} />
      </Fact>
      <Fact long label="To">
        {transaction.to_address === null ? (
          'a new contract'
        ) : (
          <Party chain={chain} address={transaction.to_address} label={transaction.to_address_label} />
        )}
      </Fact>
      <Fact label="Value">
        <Amount exact value={transaction.value} decimals={decimals} symbol={symbol} />
      </Fact>
      <Fact label="Gas limit">{groupedNumber(transaction.gas)}</Fact>
      {max_fee_per_gas !== null && (
        <>
          <Fact label="Highest fee">
            <Amount
              exact
              value={String(BigInt(max_fee_per_gas) * BigInt(transaction.gas))}
              decimals={decimals}
              symbol={symbol}
            />
          </Fact>
          <Fact label={max_priority_fee_per_gas === null ? 'Gas price' : 'Highest gas price'}>
            {gwei(max_fee_per_gas)}
          </Fact>
        </>
      )}
      {max_priority_fee_per_gas !== null && <Fact label="Highest tip">{gwei(max_priority_fee_per_gas)}</Fact>}
      {pending.base_fee_per_gas !== null && <Fact label="Base fee now">{gwei(pending.base_fee_per_gas)}</Fact>}
      {pending.first_seen_at !== null && (
        <Fact label="First seen here">
          <Timestamp iso={pending.first_seen_at} />
        </Fact>
      )}
    </Facts>
  )
}

const Party = ({ chain, address, label }: { chain: string; address: string; label: string | null }) => (
  <span className="flex items-center gap-1">
    <AddressLink chain={chain} address={address} label={label} className="min-w-0" />
    <CopyButton value={address} label="Copy address" />
  </span>
)
