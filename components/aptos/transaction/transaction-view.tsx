import { aptosCall } from '#components/aptos/parts/aptos-calls.ts'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import type { AptosBlockSummary, AptosTransaction } from '#lib/aptos/contract/records.ts'
import type { Ask } from '#lib/pages/question.ts'
import { ChangeList } from './change-list.tsx'
import { EventList } from './event-list.tsx'
import { PayloadPanel } from './payload/payload-panel.tsx'
import { SignaturePanel } from './payload/signature-panel.tsx'
import { RawJson } from './raw-json.tsx'
import { TransactionFacts } from './transaction-facts.tsx'
import { transactionSentence } from './transaction-sentence.ts'

type TransactionViewProps = {
  transaction: AptosTransaction
  block: AptosBlockSummary
  network: AptosNetwork
  ask: Ask
  /** The start of its long lists, as in the URL. */
  from: { events: unknown; changes: unknown }
}

/** All details of one transaction. Sections appear for the fields that its kind has. */
export const TransactionView = ({ transaction, block, network, ask, from }: TransactionViewProps) => {
  const version = transaction.version ?? block.first_version
  const partAt = (name: 'events' | 'changes') => (first: number) =>
    aptosPath(aptosPaths.transaction({ version }), network, { [name]: String(first) })
  const call = aptosCall('blockByVersion', { version, network, with_transactions: true })
  const api = network === 'testnet' ? '/api/aptos-testnet' : '/api/aptos'
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">{transactionSentence(transaction)}</p>
      <TransactionFacts transaction={transaction} block={block} network={network} call={call} />
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
      <RawJson value={transaction} apiHref={`${api}/blocks/by_version/${version}?with_transactions=true`} call={call} />
    </div>
  )
}
