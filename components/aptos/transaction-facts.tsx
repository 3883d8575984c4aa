import Link from 'next/link'
import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosBlockSummary, AptosTransaction } from '#lib/aptos/contract/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { AccountLink } from './account-link.tsx'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'
import { isoOfMicros, utcOfMicros } from './micro-time.ts'
import { decimalOf, textOf } from './move-json.ts'

/** APT is counted in octas, 10^-8. */
const aptDecimals = 8

type TransactionFactsProps = { transaction: AptosTransaction; block: AptosBlockSummary; network: AptosNetwork }

/** Whatever a kind of transaction has of these is shown; what it has not is left out. */
export const TransactionFacts = ({ transaction, block, network }: TransactionFactsProps) => {
  const micros = decimalOf(transaction.timestamp) ?? block.block_timestamp
  const proposer = textOf(transaction.proposer)
  return (
    <Panel aria-label="Transaction">
      <Facts>
        <Fact label="Hash" wide>
          <Hash value={transaction.hash} />
          <CopyButton value={transaction.hash} label="Copy transaction hash" />
        </Fact>
        <Fact label="Status" wide>
          <Status success={transaction.success} vmStatus={transaction.vm_status} />
        </Fact>
        <Fact label="Block">
          <Link
            href={aptosPath(explorerPath.aptosBlock(block.block_height), network)}
            prefetch={false}
            className="font-mono text-accent hover:underline"
          >
            {block.block_height}
          </Link>
        </Fact>
        <Fact label="Time">
          <Timestamp iso={isoOfMicros(micros)} />
          <span className="block text-muted text-xs">{utcOfMicros(micros)}</span>
        </Fact>
        {transaction.sender !== undefined && (
          <Fact label="Sender" wide>
            <AccountLink address={transaction.sender} network={network} />
            <CopyButton value={transaction.sender} label="Copy sender" />
          </Fact>
        )}
        {proposer !== undefined && (
          <Fact label="Proposer" wide>
            <AccountLink address={proposer} network={network} />
          </Fact>
        )}
        <GasFacts transaction={transaction} />
        <NumberFact label="Sequence number" value={transaction.sequence_number} />
        <NumberFact label="Replay protection" value={transaction.replay_protection_nonce} />
        <NumberFact label="Epoch" value={transaction.epoch} />
        <NumberFact label="Round" value={transaction.round} />
        <ExpiryFact seconds={decimalOf(transaction.expiration_timestamp_secs)} />
        <TextFact label="Validator kind" value={transaction.validator_transaction_type} />
        <TextFact label="State change hash" value={transaction.state_change_hash} />
        <TextFact label="Event root hash" value={transaction.event_root_hash} />
        <TextFact label="State checkpoint" value={transaction.state_checkpoint_hash} />
        <TextFact label="Accumulator root" value={transaction.accumulator_root_hash} />
      </Facts>
    </Panel>
  )
}

const Status = ({ success, vmStatus }: { success: boolean | undefined; vmStatus: string | undefined }) => (
  <span className="flex flex-wrap items-center gap-2">
    {success !== undefined && <Badge tone={success ? 'good' : 'bad'}>{success ? 'Success' : 'Failed'}</Badge>}
    {vmStatus !== undefined && <span className="break-words">{vmStatus}</span>}
  </span>
)

const GasFacts = ({ transaction }: { transaction: AptosTransaction }) => {
  const used = decimalOf(transaction.gas_used)
  const price = decimalOf(transaction.gas_unit_price)
  const most = decimalOf(transaction.max_gas_amount)
  if (used === undefined || price === undefined) return <NumberFact label="Gas used" value={used} />
  return (
    <>
      <Fact label="Fee">
        <Amount value={(BigInt(used) * BigInt(price)).toString()} decimals={aptDecimals} symbol="APT" exact />
      </Fact>
      <Fact label="Gas">
        {groupedNumber(used)}
        {most !== undefined && <span className="text-muted"> of {groupedNumber(most)}</span>}
        <span className="text-muted"> at {groupedNumber(price)} octas</span>
      </Fact>
    </>
  )
}

const ExpiryFact = ({ seconds }: { seconds: string | undefined }): ReactNode => {
  if (seconds === undefined) return null
  const iso = isoOfMicros(`${seconds}000000`)
  // Some wallets say "never" by a time beyond every calendar.
  return <Fact label="Valid until">{iso === '' ? groupedNumber(seconds) : <Timestamp iso={iso} />}</Fact>
}

const NumberFact = ({ label, value }: { label: string; value: unknown }) => {
  const number = decimalOf(value)
  return number === undefined ? null : <Fact label={label}>{groupedNumber(number)}</Fact>
}

const TextFact = ({ label, value }: { label: string; value: unknown }) => {
  const text = textOf(value)
  return text === undefined ? null : (
    <Fact label={label}>{text.startsWith('0x') ? <Hash value={text} /> : text.replaceAll('_', ' ')}</Fact>
  )
}
