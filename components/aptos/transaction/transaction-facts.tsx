import type { ReactNode } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { isoOfMicros, MicroTimestamp } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { decimalOf, fieldsOf, jsonListOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlockSummary, AptosTransaction } from '#lib/aptos/api/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

/** What a transaction paid for: gas in units, storage in octas. */
type FeeStatement = { execution: string; io: string; storageFee: string; storageRefund: string }

/** The fee statement among the events of a transaction. Transactions before 2023 have none. */
export const feeStatement = (events: unknown): FeeStatement | undefined => {
  const event = jsonListOf(events)
    .map(fieldsOf)
    .findLast(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  const data = fieldsOf(event?.data)
  const [execution, io, storageFee, storageRefund] = [
    data.execution_gas_units,
    data.io_gas_units,
    data.storage_fee_octas,
    data.storage_fee_refund_octas,
  ].map(decimalOf)
  return execution === undefined || io === undefined || storageFee === undefined || storageRefund === undefined
    ? undefined
    : { execution, io, storageFee, storageRefund }
}

/** APT is counted in octas, 10^-8. */
const aptDecimals = 8

type TransactionFactsProps = {
  transaction: AptosTransaction
  /** Undefined if no source has it; `blockError` says why. */
  block: AptosBlockSummary | undefined
  blockError: string | undefined
  network: AptosNetwork
  call: Call
}

/** The facts of a transaction; those that its kind lacks are left out. */
export const AptosTransactionFacts = ({ transaction, block, blockError, network, call }: TransactionFactsProps) => {
  const proposer = jsonTextOf(transaction.proposer)
  return (
    <Panel aria-label="Transaction">
      <Facts>
        <Fact label="Status" wide>
          <Status success={transaction.success ?? undefined} vmStatus={transaction.vm_status ?? undefined} />
        </Fact>
        <ShortFacts facts={placeFacts(transaction, block, network)} />
        {!block && (
          <Fact label="Block" wide>
            <span className="text-muted">Unknown. {blockError}</span>
          </Fact>
        )}
        {transaction.sender != null && (
          <Fact label="Sender" wide>
            <Copied value={transaction.sender} label="Copy sender">
              <AccountLink address={transaction.sender} network={network} />
            </Copied>
          </Fact>
        )}
        {proposer !== undefined && (
          <Fact label="Proposer" wide>
            <AccountLink address={proposer} network={network} />
          </Fact>
        )}
        <ShortFacts facts={[...gasFacts(transaction), ...numberFacts(transaction)]} />
        <Fact label="Hash" wide>
          <Copied value={transaction.hash} label="Copy transaction hash">
            <Hash value={transaction.hash} />
          </Copied>
        </Fact>
        {hashFacts.map(([label, name]) => {
          const hash = jsonTextOf(transaction[name])
          return hash === undefined ? null : (
            <Fact key={name} label={label} wide>
              <Hash value={hash} className="text-muted" />
            </Fact>
          )
        })}
      </Facts>
      <SourceFoot title="Transaction" call={call} />
    </Panel>
  )
}

const hashFacts = [
  ['State change', 'state_change_hash'],
  ['Event root', 'event_root_hash'],
  ['State checkpoint', 'state_checkpoint_hash'],
  ['Accumulator root', 'accumulator_root_hash'],
] as const

type ShortFact = { label: string; value: ReactNode }

/** Two in a row; a last one without a neighbour has a row of its own. */
const ShortFacts = ({ facts }: { facts: readonly ShortFact[] }) =>
  facts.map(({ label, value }, index) => (
    <Fact key={label} label={label} wide={index === facts.length - 1 && facts.length % 2 === 1}>
      {value}
    </Fact>
  ))

const placeFacts = (
  transaction: AptosTransaction,
  block: AptosBlockSummary | undefined,
  network: AptosNetwork,
): ShortFact[] => {
  const micros = decimalOf(transaction.timestamp) ?? block?.block_timestamp
  const height = block && (
    <Link
      href={aptosPath(aptosPaths.block({ height: block.block_height }), network)}
      className="font-mono text-accent hover:underline"
    >
      {block.block_height}
    </Link>
  )
  return [
    ...(height ? [{ label: 'Block', value: height }] : []),
    ...(micros === undefined ? [] : [{ label: 'Time', value: <MicroTimestamp micros={micros} /> }]),
  ]
}

const gasFacts = (transaction: AptosTransaction): ShortFact[] => {
  const used = decimalOf(transaction.gas_used)
  const price = decimalOf(transaction.gas_unit_price)
  const most = decimalOf(transaction.max_gas_amount)
  if (used === undefined) return []
  if (price === undefined) return [{ label: 'Gas used', value: groupedNumber(used) }]
  const fee = (BigInt(used) * BigInt(price)).toString()
  const gas = (
    <>
      {groupedNumber(used)}
      <span className="text-muted">
        {most !== undefined && ` of ${groupedNumber(most)}`} at {groupedNumber(price)} octas
      </span>
    </>
  )
  return [
    { label: 'Fee', value: <Amount value={fee} decimals={aptDecimals} symbol="APT" exact /> },
    { label: 'Gas', value: gas },
    ...statementFacts(transaction.events),
  ]
}

const statementFacts = (events: unknown): ShortFact[] => {
  const statement = feeStatement(events)
  if (!statement) return []
  const { execution, io, storageFee, storageRefund } = statement
  return [
    { label: 'Execution gas', value: groupedNumber(execution) },
    { label: 'IO gas', value: groupedNumber(io) },
    { label: 'Storage fee', value: <Amount value={storageFee} decimals={aptDecimals} symbol="APT" exact /> },
    { label: 'Storage refund', value: <Amount value={storageRefund} decimals={aptDecimals} symbol="APT" exact /> },
  ]
}

const numberNames = [
  ['Sequence number', 'sequence_number'],
  ['Replay protection', 'replay_protection_nonce'],
  ['Epoch', 'epoch'],
  ['Round', 'round'],
] as const

const numberFacts = (transaction: AptosTransaction): ShortFact[] => {
  const facts: ShortFact[] = []
  for (const [label, name] of numberNames) {
    const number = decimalOf(transaction[name])
    if (number !== undefined) facts.push({ label, value: groupedNumber(number) })
  }
  const seconds = decimalOf(transaction.expiration_timestamp_secs)
  const iso = seconds === undefined ? '' : isoOfMicros(`${seconds}000000`)
  // Some wallets write "never" as a time beyond the calendar.
  if (seconds !== undefined)
    facts.push({ label: 'Valid until', value: iso === '' ? groupedNumber(seconds) : <Timestamp isAlone iso={iso} /> })
  const validator = jsonTextOf(transaction.validator_transaction_type)
  if (validator !== undefined) facts.push({ label: 'Validator kind', value: validator.replaceAll('_', ' ') })
  return facts
}

const Status = ({ success, vmStatus }: { success: boolean | undefined; vmStatus: string | undefined }) => (
  <span className="flex flex-wrap items-center gap-2">
    {success !== undefined && <Badge tone={success ? 'good' : 'bad'}>{success ? 'Success' : 'Failed'}</Badge>}
    {vmStatus !== undefined && <span className="min-w-0">{vmStatus}</span>}
  </span>
)
