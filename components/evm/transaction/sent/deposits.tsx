import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { findChain } from '#lib/evm/api/chains.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSentTransaction } from '#lib/evm/origin/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

const listedMax = 20

type Deposit = NonNullable<EvmSentTransaction['l1_deposit']>
type Part = { state: EvmChainState; sent: EvmSentTransaction; call: Call }

/** A transaction on another chain: a link if it is served here. */
const OnChain = ({ chain, hash }: { chain: string | null; hash: string }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    {chain ? <OwnTransaction chain={chain} hash={hash} /> : <Copied value={hash} label="Copy transaction hash" />}
    {chain && <span className="text-muted">on {findChain(chain)?.title ?? chain}</span>}
  </span>
)

const OwnTransaction = ({ chain, hash }: { chain: string; hash: string }) => (
  <Copied value={hash} label="Copy transaction hash">
    <Link href={evmPaths.transaction({ chain, hash })} className="address min-w-0">
      <Hash value={hash} />
    </Link>
  </Copied>
)

const Copied = ({ value, label, children }: { value: string; label: string; children?: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-1">
    {children || <Hash value={value} className="min-w-0 font-mono" />}
    <CopyButton value={value} label={label} />
  </span>
)

/** Deposits to rollups that this transaction made, and where they arrived. */
export const RollupDeposits = ({ state, sent: { transaction_hash: hash, rollup_deposits }, call }: Part) => (
  <Panel
    title={
      rollup_deposits.length === 1
        ? 'Deposit to a rollup'
        : `${groupedNumber(rollup_deposits.length)} deposits to rollups`
    }
    aside={<RecordAside title="Deposits to rollups" call={call} />}
  >
    {rollup_deposits.slice(0, listedMax).map((deposit) => (
      <Facts key={deposit.log_index}>
        <Fact long wide label="On the rollup">
          {deposit.rollup_transaction_hash && (
            <OnChain chain={deposit.rollup_chain} hash={deposit.rollup_transaction_hash} />
          )}
          {deposit.rollup_chain === null && (
            <span className="text-muted">
              {deposit.rollup_transaction_hash
                ? 'Computed from the log, which any contract can emit. No chain served here is known to have it, so whether it arrived is not known.'
                : 'No chain served here is known to have it, so whether it arrived is not known: any contract can emit such a log.'}
            </span>
          )}
        </Fact>
        <Fact label="Minted there">
          <Amount exact value={deposit.mint} {...coinOf(deposit.rollup_chain, state)} />
        </Fact>
        <Fact label="Value">
          <Amount exact value={deposit.value} {...coinOf(deposit.rollup_chain, state)} />
        </Fact>
        <Fact long label="From, on the rollup">
          <RollupAddress chain={deposit.rollup_chain} address={deposit.from} />
        </Fact>
        <Fact long label="To, on the rollup">
          {deposit.to ? <RollupAddress chain={deposit.rollup_chain} address={deposit.to} /> : 'creates a contract'}
        </Fact>
        <Fact long label={deposit.message_number === null ? 'Portal' : 'Bridge'}>
          <AddressLink chain={state.chain} address={deposit.portal} label={deposit.portal_label} />
        </Fact>
        <Fact label="Log">
          <Link
            href={`${evmTabPaths.transactionLogs({ chain: state.chain, hash })}?log=${deposit.log_index}#log-${deposit.log_index}`}
            className="text-accent hover:underline"
          >
            {groupedNumber(deposit.log_index)}
          </Link>
        </Fact>
        <Fact label="Gas limit">{groupedNumber(deposit.gas_limit)}</Fact>
        {deposit.message_number !== null && <Fact label="Message">{groupedNumber(deposit.message_number)}</Fact>}
      </Facts>
    ))}
    {rollup_deposits.length > listedMax && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        All {groupedNumber(rollup_deposits.length)} deposits are in the API.
      </p>
    )}
  </Panel>
)

/** The native coin of the rollup; that of the L1 where the rollup is not known, as nearly all rollups have it. */
const coinOf = (rollup: string | null, l1: EvmChainState) => {
  const { symbol, decimals } = (rollup && findChain(rollup)) || l1
  return { symbol, decimals }
}

const RollupAddress = ({ chain, address }: { chain: string | null; address: string }) =>
  chain ? <AddressLink chain={chain} address={address} /> : <Hash value={address} />

/** Where a deposit on a rollup comes from. */
export const L1Deposit = ({
  state: { chain, symbol, decimals },
  deposit,
  call,
}: Omit<Part, 'sent'> & { deposit: Deposit }) => (
  <Panel title={titleOf(deposit)} aside={<RecordAside title="Deposit" call={call} />}>
    <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{sentenceOf(deposit)}</p>
    <Facts>
      {deposit.l1_transaction_hash && (
        <Fact long wide label="L1 transaction">
          <OnChain chain={deposit.l1_chain} hash={deposit.l1_transaction_hash} />
        </Fact>
      )}
      {deposit.l1_block_number !== null && (
        <Fact label="L1 block">
          {deposit.l1_chain ? (
            <Link
              href={evmPaths.block({ chain: deposit.l1_chain, block: deposit.l1_block_number })}
              className="text-accent hover:underline"
            >
              {groupedNumber(deposit.l1_block_number)}
            </Link>
          ) : (
            groupedNumber(deposit.l1_block_number)
          )}
        </Fact>
      )}
      {deposit.mint !== null && !deposit.is_l1_attributes && (
        <Fact label="Minted here">
          <Amount exact value={deposit.mint} decimals={decimals} symbol={symbol} />
        </Fact>
      )}
      {deposit.message_number !== null && <Fact label="Message">{groupedNumber(deposit.message_number)}</Fact>}
      {deposit.source_hash !== null && (
        <Fact long wide label="Source hash">
          <Copied value={deposit.source_hash} label="Copy source hash" />
        </Fact>
      )}
      {deposit.ticket_transaction_hash !== null && (
        <Fact long wide label="Created by">
          <OwnTransaction chain={chain} hash={deposit.ticket_transaction_hash} />
        </Fact>
      )}
      {deposit.redeem_transaction_hash !== null && (
        <Fact long wide label="Redeemed by">
          <OwnTransaction chain={chain} hash={deposit.redeem_transaction_hash} />
        </Fact>
      )}
    </Facts>
  </Panel>
)

const titleOf = ({ is_l1_attributes, ticket_transaction_hash }: Deposit): string => {
  if (is_l1_attributes) return 'L1 attributes'
  return ticket_transaction_hash === null ? 'Deposit from the L1' : 'Retryable ticket'
}

const sentenceOf = ({ stack, is_l1_attributes, l1_transaction_hash, ticket_transaction_hash }: Deposit): string => {
  if (is_l1_attributes)
    return 'The rollup’s own first transaction of the block. It tells contracts the newest L1 block that the rollup knows.'
  if (ticket_transaction_hash !== null)
    return 'This transaction redeems a retryable ticket: a call that was paid for on the L1. Nobody signed it here.'
  if (l1_transaction_hash !== null)
    return 'A transaction on the L1 made this deposit. Nobody signed it here, and its gas was paid for there.'
  return stack === 'arbitrum'
    ? 'Nobody signed this transaction here. It comes from the L1: on the chains served here, its transaction there was not found.'
    : 'Nobody signed this transaction here. It comes from the L1, or the rollup itself made it in an upgrade: on the chains served here, its transaction on the L1 was not found.'
}
