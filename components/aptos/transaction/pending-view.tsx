import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosTransactionState } from '#lib/aptos/transaction/pending-contract.ts'
import { aptosPendingApi } from '#lib/aptos/transaction/pending-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Answer, type Ask, type Call, callTo } from '#lib/pages/question.ts'
import { PayloadPanel } from './payload-panel.tsx'

const octaDecimals = 8
/** The page follows a transaction for ten minutes: hardly any is valid for longer. */
const refreshesMax = 150

/** The question that the page of a pending transaction shows. */
export const pendingQuestion = (hash: string, network: AptosNetwork) =>
  callTo(aptosPendingApi.aptosPendingTransaction, { transaction_hash: hash, network })

/** A transaction that waits in a mempool. Once it is committed, the page of its version replaces this one. */
export const PendingView = ({
  answer: { data, fault },
  call,
  hash,
  network,
  ask,
}: {
  ask: Ask
  answer: Answer<AptosTransactionState>
  call: Call
  hash: string
  network: AptosNetwork
}) => (
  <>
    <FollowedTitle hash={hash} network={network} />
    {fault && (
      <Panel aria-label="Transaction">
        <FaultState {...fault} />
      </Panel>
    )}
    {data?.transaction && (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p role="status" className="text-muted text-sm">
          It waits in the mempool of a full node. This page shows it as soon as it is committed.
        </p>
        <Panel aria-label="Transaction">
          <PendingFacts transaction={data.transaction} network={network} />
          <SourceFoot title="Transaction" call={call} />
        </Panel>
        <PayloadPanel payload={data.transaction.payload} call={call} network={network} ask={ask} />
      </div>
    )}
  </>
)

/** A transaction that a wallet has just sent: a node may learn of it a moment later. */
export const AwaitedView = ({ hash, network }: { hash: string; network: AptosNetwork }) => (
  <>
    <FollowedTitle hash={hash} network={network} />
    <p role="status" className="text-sm">
      Not yet known to the node of this server. If a wallet has just sent it, this page shows it as soon as the node
      knows it.
    </p>
  </>
)

const FollowedTitle = ({ hash, network }: { hash: string; network: AptosNetwork }) => (
  <>
    <PageTitle tools={<PageToolsButton />} kind="Pending Aptos transaction">
      <Copied value={hash} label="Copy transaction hash">
        <Hash value={hash} />
      </Copied>
      <NetworkBadge network={network} />
    </PageTitle>
    <RefreshWhile timesMax={refreshesMax} />
  </>
)

const PendingFacts = ({
  transaction,
  network,
}: {
  transaction: NonNullable<AptosTransactionState['transaction']>
  network: AptosNetwork
}) => {
  const { sender, sequence_number, max_gas_amount, gas_unit_price, expires_at } = transaction
  const most =
    max_gas_amount === null || gas_unit_price === null
      ? null
      : (BigInt(max_gas_amount) * BigInt(gas_unit_price)).toString()
  return (
    <Facts>
      <Fact label="Status" wide>
        <Badge tone="warn">Pending</Badge>
      </Fact>
      <Fact label="Sender" wide long>
        <AccountLink address={sender} network={network} />
      </Fact>
      {sequence_number !== null && <Fact label="Sequence number">{groupedNumber(sequence_number)}</Fact>}
      {most !== null && (
        <Fact label="Highest fee">
          <Amount value={most} decimals={octaDecimals} symbol="APT" exact />
        </Fact>
      )}
      {max_gas_amount !== null && (
        <Fact label="Gas">
          at most {groupedNumber(max_gas_amount)}
          {gas_unit_price !== null && <span className="text-muted"> at {groupedNumber(gas_unit_price)} octas</span>}
        </Fact>
      )}
      {expires_at !== null && (
        <Fact label="Valid until">
          <Timestamp iso={expires_at} />
        </Fact>
      )}
    </Facts>
  )
}
