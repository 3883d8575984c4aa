import { Suspense } from 'react'
import { assetWords } from '#components/aptos/parts/asset-words.ts'
import { FactSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { aptosTransactionParams } from '#components/aptos/parts/params.ts'
import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { shortFunction } from '#components/aptos/parts/values/function-name.tsx'
import { isoOfMicros } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { minuteOf, shortText } from '#components/kit/short-text.ts'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlock, AptosBlockSummary, AptosTransaction } from '#lib/aptos/api/records.ts'
import { aptosBlockApi } from '#lib/aptos/block/contract.ts'
import type { AptosVersion } from '#lib/aptos/transaction/contract.ts'
import { aptosTransactionApi } from '#lib/aptos/transaction/contract.ts'
import { groupedNumber, shortAmount } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { QuestionFault } from '#lib/pages/question.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'
import { type AptosPart, aptosTransactionMoves } from './parts.ts'
import { AwaitedView, PendingView, pendingQuestion } from './pending-view.tsx'
import { aptosTransactionSentence } from './sentence.ts'
import { TransactionTabs } from './transaction-tabs.tsx'
import { TransactionView } from './transaction-view.tsx'

const nameMax = 40

const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

/** The sentence as plain text, for search engines and link previews. */
export const aptosSentenceText = (parts: readonly AptosPart[]): string => joined(parts.map(partText))

/** Words are separated by spaces, punctuation is not. */
const joined = (words: readonly string[]): string =>
  words.reduce(
    (sentence, word) => (sentence === '' || /^[.,;]/.test(word) ? sentence + word : `${sentence} ${word}`),
    '',
  )

const partText = (part: AptosPart): string => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'account':
      return shortAddress(part.address)
    case 'function':
      return shortFunction(part.name)
    case 'token':
      return cutText(part.name, nameMax) || 'an unnamed token'
    case 'asset': {
      const { amount, decimals } = part.change
      const { symbol, name } = assetWords(part.change)
      const size = amount.replace('-', '')
      const shown = decimals === null ? `${groupedNumber(size)} units of` : shortAmount(size, decimals)
      return `${shown} ${symbol || name}`
    }
  }
}

/** Placeholder for a transaction's facts and what follows them. */
const TransactionSkeleton = () => (
  <div className="space-y-4" aria-busy="true">
    <Skeleton className="w-96 max-w-full" />
    <Panel aria-label="Loading the transaction">
      <Facts>
        <FactSkeleton label="Hash" />
        <Fact label="Status" wide>
          <Skeleton className="my-1 w-48" />
        </Fact>
        <FactSkeleton label="Block" width="w-24" />
        <FactSkeleton label="Time" width="w-32" />
        <FactSkeleton label="Sender" />
      </Facts>
    </Panel>
    <Panel title="Payload">
      <Skeleton className="m-4 h-24" />
    </Panel>
    <Panel title="Events">
      <Skeleton className="m-4 h-40" />
    </Panel>
  </div>
)

/**
 * The block's header decides whether the page exists; the transaction, which the interface returns within its block, streams in
 * after it. Where no source has that block, a node of ours may still have the transaction.
 */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.transaction,
  kind: 'Aptos transaction',
  params: aptosTransactionParams,
  NotFound: notThere('transaction'),
  questions: ({ version, network, status, pendingHash, isAwaited }) => ({
    pending: pendingHash === undefined || isAwaited ? undefined : pendingQuestion(pendingHash, network),
    header:
      pendingHash === undefined
        ? { ...callTo(aptosBlockApi.blockByVersion, { version, network }), part: 'header' }
        : undefined,
    whole:
      pendingHash === undefined
        ? {
            ...callTo(aptosBlockApi.blockByVersion, { version, network, with_transactions: true }),
            isWhole: true,
            keep: (block: AptosBlock) => ({
              ...block,
              transactions: block.transactions?.filter((one) => one.version === version) ?? null,
            }),
          }
        : undefined,
    alone:
      pendingHash === undefined && status?.source !== 'hosted'
        ? callTo(aptosTransactionApi.aptosVersion, { version, network })
        : undefined,
    balances:
      pendingHash === undefined && status?.source !== 'hosted'
        ? callTo(aptosTransactionApi.aptosBalanceChanges, { version, network })
        : undefined,
  }),
  about: async ({ version, place, pendingHash }, answers) => {
    if (pendingHash !== undefined)
      return { title: pendingHash, place, summary: `The Aptos transaction ${shortText(pendingHash)} is pending.` }
    const { transaction, block } = await readTransaction(version, answers)
    const title = version
    if (!transaction) return { title, place, summary: `Details of the Aptos transaction ${version}.` }
    return {
      title,
      place,
      summary: aptosSentenceText(
        aptosTransactionSentence(transaction, await aptosTransactionMoves(transaction, await answers.balances)),
      ),
      facts: [
        ['Kind', transactionKind(transaction.type).title],
        ...(block ? [['Block', block.block_height] as const] : []),
        ...timeFact(transaction.timestamp ?? block?.block_timestamp),
        ...(transaction.sender ? [['Sender', shortText(transaction.sender)] as const] : []),
        ...(transaction.success == null ? [] : [['Success', transaction.success ? 'yes' : 'no'] as const]),
      ],
    }
  },
  body: async ({ ask, version, network, status, query, pendingHash, isAwaited, questions, answers }) => {
    if (isAwaited && pendingHash !== undefined) return <AwaitedView hash={pendingHash} network={network} />
    if (questions.pending && answers.pending && pendingHash !== undefined)
      return (
        <PendingView
          ask={ask}
          answer={await answers.pending}
          call={questions.pending}
          hash={pendingHash}
          network={network}
        />
      )
    const Transaction = async () => {
      const { transaction, block, fault, source } = await readTransaction(version, answers)
      const call = questions[source]
      if (!transaction || !call)
        return (
          <Panel>
            <FaultState
              code={fault?.code ?? 'upstream_failed'}
              message={fault?.message ?? 'The node returned the block without this transaction.'}
            />
          </Panel>
        )
      const from = { events: query.events, changes: query.changes }
      return (
        <TransactionView
          transaction={transaction}
          block={block}
          blockError={fault?.message}
          call={call}
          network={network}
          from={from}
          ask={ask}
          balances={questions.balances && { question: questions.balances, answer: answers.balances }}
        />
      )
    }
    return (
      <>
        <TransactionTabs version={version} network={network} status={status} tab="transaction" />
        <Suspense key={`${network} ${version}`} fallback={<TransactionSkeleton />}>
          <Transaction />
        </Suspense>
      </>
    )
  },
})

type Asked = {
  header?: Promise<Answer<unknown>> | undefined
  whole?: Promise<Answer<AptosBlock>> | undefined
  alone?: Promise<Answer<AptosVersion>> | undefined
}

type Found = {
  transaction?: AptosTransaction | undefined
  block?: AptosBlockSummary | undefined
  /** Why one of them is missing. */
  fault?: QuestionFault | undefined
  /** The question that the transaction is from. */
  source: 'whole' | 'alone'
}

const readTransaction = async (version: string, answers: Asked): Promise<Found> => {
  const header = await answers.header
  const whole = header?.fault ? undefined : await answers.whole
  const block = whole?.data
  const transaction = block?.transactions?.find((one) => one.version === version)
  if (transaction) return { transaction, block, source: 'whole' }
  const alone = (await answers.alone)?.data
  const fault = whole?.fault ?? header?.fault
  return { transaction: alone?.transaction, block: alone?.block ?? undefined, fault, source: 'alone' }
}

const timeFact = (micros: string | null | undefined): [string, string][] =>
  micros == null ? [] : [['Time', minuteOf(isoOfMicros(micros))]]
