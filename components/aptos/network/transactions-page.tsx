import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { networkPlace } from '#components/aptos/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/states/state.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { KindChoice, shownKind } from './kind-choice.tsx'
import { LedgerTransactions } from './ledger-transactions.tsx'
import { NetworkListTitle } from './network-list-title.tsx'
import { ledgerTransactionList } from './transaction-list.tsx'

const pageSize = 50

/** The transactions of a network, from the newest. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.transactions,
  kind: 'Transactions',
  isSelfNamed: true,
  filters: ['network', 'kind'],
  place: networkPlace,
  questions: ({ network, status, filters, part }) => ({
    transactions:
      status?.source === 'hosted'
        ? undefined
        : aptosExplorerCall('aptosTransactions', { network, kind: shownKind(filters.kind), ...part(pageSize) }),
  }),
  list: ['transactions'],
  about: ({ place, filters }) => ({
    title: `${shownKind(filters.kind) ? 'All transactions' : 'Transactions'} of ${place}`,
    place,
    summary: `The newest transactions of ${place}: sender, function, gas fee and status.`,
  }),
  body: ({ network, place, filters, questions, answers }) => (
    <>
      <NetworkListTitle network={network} kind={`Transactions of ${place}`} />
      {questions.transactions && answers.transactions ? (
        <>
          <KindChoice network={network} chosen={shownKind(filters.kind)} />
          <ListPanel
            title="Transactions"
            question={questions.transactions}
            answer={answers.transactions}
            list={ledgerTransactionList}
            List={LedgerTransactions}
            view={{ network }}
            nothing={<EmptyState title="No transactions">No transaction of this kind is among the newest.</EmptyState>}
          />
        </>
      ) : (
        <NotIndexedState title="Not available here">
          Transactions are listed from a full node, and this server has none.
        </NotIndexedState>
      )}
    </>
  ),
})
