import { Suspense } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlockSummary, AptosTransaction } from '#lib/aptos/api/records.ts'
import type { AptosBalanceChanges } from '#lib/aptos/transaction/contract.ts'
import type { Answer, Ask, Call } from '#lib/pages/question.ts'
import { ChangeList } from './change-list.tsx'
import { EventList } from './event-list.tsx'
import { BalancePanel } from './moves/balance-panel.tsx'
import { PayloadPanel } from './payload/payload-panel.tsx'
import { SignaturePanel } from './payload/signature-panel.tsx'
import { RawJson } from './raw-json.tsx'
import { transactionSentence } from './sentence/sentence.ts'
import { SentenceLine } from './sentence/sentence-line.tsx'
import { transactionMoves } from './sentence/transaction-moves.ts'
import { TransactionFacts } from './transaction-facts.tsx'

type BalanceAnswer = { question: Call; answer: Promise<Answer<AptosBalanceChanges>> | undefined }

type TransactionViewProps = {
  transaction: AptosTransaction
  /** Undefined if no source has it; `blockError` says why. */
  block: AptosBlockSummary | undefined
  blockError: string | undefined
  /** Where the transaction is from. */
  call: Call
  network: AptosNetwork
  ask: Ask
  /** How balances changed; undefined if no node is asked. */
  balances: BalanceAnswer | undefined
  /** The start of its long lists, as in the URL. */
  from: { events: unknown; changes: unknown }
}

/** All details of one transaction. Sections appear for the fields that its kind has. */
export const TransactionView = (props: TransactionViewProps) => {
  const { transaction, block, blockError, call, network, ask, balances, from } = props
  const version = transaction.version ?? ''
  const partAt = (name: 'events' | 'changes') => (first: number) =>
    aptosPath(aptosPaths.transaction({ version }), network, { [name]: String(first) })
  const api = network === 'testnet' ? '/api/aptos-testnet' : '/api/aptos'
  const apiHref = block
    ? `${api}/blocks/by_version/${version}?with_transactions=true`
    : `/api/explorer/aptos/versions/${version}?network=${network}`
  const facts = { transaction, block, blockError, network, call }
  if (transaction.raw_reason !== undefined)
    return (
      <div className="space-y-4">
        <SentenceLine parts={transactionSentence(transaction, undefined)} network={network} />
        <TransactionFacts {...facts} />
        {transaction.raw !== undefined && <RawJson value={transaction.raw} apiHref={apiHref} call={call} isOpen />}
      </div>
    )
  return (
    <div className="space-y-4">
      <Suspense fallback={<SentenceLine parts={transactionSentence(transaction, undefined)} network={network} />}>
        <Sentence transaction={transaction} balances={balances} network={network} />
      </Suspense>
      <TransactionFacts {...facts} />
      {balances && transaction.type === 'user_transaction' && (
        <Suspense fallback={<BalanceSkeleton />}>
          <Balances balances={balances} network={network} />
        </Suspense>
      )}
      {transaction.payload != null && (
        <PayloadPanel payload={transaction.payload} call={call} network={network} ask={ask} version={version} />
      )}
      {transaction.events !== undefined && (
        <EventList
          events={transaction.events}
          changes={transaction.changes}
          network={network}
          from={from.events}
          href={partAt('events')}
          call={call}
        />
      )}
      <ChangeList
        changes={transaction.changes}
        network={network}
        from={from.changes}
        href={partAt('changes')}
        call={call}
      />
      {transaction.signature != null && (
        <SignaturePanel signature={transaction.signature} network={network} call={call} />
      )}
      <RawJson value={transaction} apiHref={apiHref} call={call} />
    </div>
  )
}

type MovedProps = { network: AptosNetwork; balances: BalanceAnswer | undefined }

const Sentence = async ({ transaction, balances, network }: MovedProps & { transaction: AptosTransaction }) => {
  const moves = await transactionMoves(transaction, await balances?.answer)
  return <SentenceLine parts={transactionSentence(transaction, moves)} network={network} />
}

const Balances = async ({ balances, network }: MovedProps) => {
  const answer = await balances?.answer
  return balances && answer ? <BalancePanel answer={answer} network={network} call={balances.question} /> : null
}

const BalanceSkeleton = () => (
  <Panel title="Balance changes">
    <Skeleton className="m-4 h-16" />
  </Panel>
)
