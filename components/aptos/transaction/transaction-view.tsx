import { Fragment, Suspense } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { AssetLink } from '#components/aptos/parts/asset-link.tsx'
import { assetWords } from '#components/aptos/parts/asset-words.ts'
import { moduleHref } from '#components/aptos/parts/move-type-name.tsx'
import { TokenLink } from '#components/aptos/parts/token-link.tsx'
import { shortFunction } from '#components/aptos/parts/values/function-name.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { structName } from '#lib/aptos/api/format/move-type.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlockSummary, AptosTransaction } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot, aptosRoot, aptosTestnetRoot } from '#lib/aptos/api/roots.ts'
import type { AptosBalanceChanges } from '#lib/aptos/transaction/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Ask, Call } from '#lib/pages/question.ts'
import { BalancePanel } from './balance-panel.tsx'
import { ChangeList, EventList } from './event-list.tsx'
import { type AptosPart, aptosTransactionMoves } from './parts.ts'
import { PayloadPanel } from './payload-panel.tsx'
import { aptosTransactionSentence } from './sentence.ts'
import { SignaturePanel } from './signature-panel.tsx'
import { AptosTransactionFacts } from './transaction-facts.tsx'

const nameMax = 40

/** The sentence of a transaction, with links to what it names. */
const SentenceLine = ({ parts, network }: { parts: readonly AptosPart[]; network: AptosNetwork }) => (
  <p className="wrap-anywhere text-balance leading-7 [&_a]:underline [&_a]:decoration-line [&_a]:underline-offset-4">
    {parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
      <Fragment key={index}>
        {index > 0 && !(part.kind === 'text' && /^[.,;]/.test(part.text)) && ' '}
        <PartView part={part} network={network} />
      </Fragment>
    ))}
  </p>
)

const PartView = ({ part, network }: { part: AptosPart; network: AptosNetwork }) => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'account':
      return <AccountLink address={part.address} network={network} className="max-w-44" />
    case 'token':
      return <TokenLink id={part.id} name={cutText(part.name, nameMax)} network={network} />
    case 'function':
      return <FunctionLink name={part.name} network={network} />
    case 'asset': {
      const { amount, decimals, asset_id } = part.change
      const size = amount.replace('-', '')
      return (
        <>
          {decimals === null ? `${groupedNumber(size)} units of` : <Amount value={size} decimals={decimals} />}{' '}
          <AssetLink id={asset_id} {...assetWords(part.change)} network={network} />
        </>
      )
    }
  }
}

const FunctionLink = ({ name, network }: { name: string; network: AptosNetwork }) => {
  const parts = structName(name)
  if (!parts) return cutText(shortFunction(name), nameMax)
  return (
    <Link href={`${moduleHref(parts, network)}#${parts.struct}`} title={name} className="font-mono text-accent text-sm">
      {shortFunction(name)}
    </Link>
  )
}

/** Longer JSON would outweigh the rest of the page: the API response is linked instead. */
const charactersMax = 12_000

/** The whole transaction as the API returns it. */
const RawJson = ({
  value,
  apiHref,
  call,
  isOpen = false,
}: {
  value: unknown
  apiHref: string
  call: Call
  isOpen?: boolean
}) => {
  const text = JSON.stringify(value, null, 2)
  return (
    <Panel
      title="Raw"
      aside={
        <>
          <a href={apiHref} className="text-accent hover:underline">
            API response
          </a>
          {text.length <= charactersMax && <CopyButton value={text} label="Copy JSON" />}
          <SourceLink title="Raw" call={call} />
        </>
      }
    >
      {text.length > charactersMax ? (
        <p className="px-4 py-3 text-muted text-sm">
          {groupedNumber(text.length)} characters of JSON: open the API response to read them.
        </p>
      ) : (
        <details open={isOpen}>
          <summary className="list-item list-inside px-4 py-3 text-muted text-sm">Show JSON</summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-auto border-line border-t bg-sunken px-4 py-3 font-mono text-xs leading-5"
          >
            {text}
          </pre>
        </details>
      )}
    </Panel>
  )
}

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
  const api = (network === 'testnet' ? aptosTestnetRoot : aptosRoot).basePath
  const apiHref = block
    ? `${api}/blocks/by_version/${version}?with_transactions=true`
    : `${aptosExplorerRoot.basePath}/aptos/versions/${version}?network=${network}`
  const facts = { transaction, block, blockError, network, call }
  if (transaction.raw_reason !== undefined)
    return (
      <div className="space-y-4">
        <SentenceLine parts={aptosTransactionSentence(transaction, undefined)} network={network} />
        <AptosTransactionFacts {...facts} />
        {transaction.raw !== undefined && <RawJson value={transaction.raw} apiHref={apiHref} call={call} isOpen />}
      </div>
    )
  return (
    <div className="space-y-4">
      <Suspense fallback={<SentenceLine parts={aptosTransactionSentence(transaction, undefined)} network={network} />}>
        <Sentence transaction={transaction} balances={balances} network={network} />
      </Suspense>
      <AptosTransactionFacts {...facts} />
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
  const moves = await aptosTransactionMoves(transaction, await balances?.answer)
  return <SentenceLine parts={aptosTransactionSentence(transaction, moves)} network={network} />
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
