import { NetworkListTitle } from '#components/aptos/frames/network-list-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { AptosIndexMark } from '#components/aptos/parts/index-mark.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { assetStatus, networkParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { aptosActivityApi } from '#lib/aptos/activity/contract.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosLedgerApi } from '#lib/aptos/transaction/ledger-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { callTo } from '#lib/pages/question.ts'
import { functionCallList } from './function-call-list.tsx'
import { FunctionCalls, LedgerTransactions } from './ledger-transactions.tsx'
import { ledgerTransactionList } from './transaction-list.tsx'

const choices = [
  { kind: undefined, title: 'User transactions' },
  { kind: 'all', title: 'All' },
] as const

/** The value of the `kind` filter that a URL names; undefined for transactions of users. */
const shownKind = (text: string | undefined): 'all' | undefined => choices.find(({ kind }) => kind === text)?.kind

/** Links to the transactions of users, and to all. */
const KindChoice = ({ network, chosen }: { network: AptosNetwork; chosen: 'all' | undefined }) => (
  <nav aria-label="Kinds of transaction" className="mb-4 overflow-x-auto">
    <ul className="flex gap-2">
      {choices.map(({ kind, title }) => (
        <li key={title}>
          <ChoiceLink
            href={aptosPath(aptosPaths.transactions(), network, { kind })}
            keepScroll
            aria-current={kind === chosen ? 'true' : undefined}
          >
            {title}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  </nav>
)

const pageSize = 50
const calledMax = 120

const functionFields = [
  { name: 'function', title: 'Entry function', placeholder: '0x1::aptos_account::transfer', isWide: true },
]

/** The transactions of a network, from the newest. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.transactions,
  kind: 'Transactions',
  isSelfNamed: true,
  filters: ['network', 'kind', 'function'],
  params: networkParams,
  questions: ({ network, status, filters: { kind, function: called }, part }) => ({
    transactions:
      status?.source === 'hosted' || called !== undefined
        ? undefined
        : callTo(aptosLedgerApi.aptosTransactions, { network, kind: shownKind(kind), ...part(pageSize) }),
    calls:
      called === undefined
        ? undefined
        : callTo(aptosActivityApi.aptosFunctionTransactions, { function: called, network, ...part(pageSize) }),
  }),
  list: ['transactions', 'calls'],
  about: ({ place, filters: { kind, function: called } }) => ({
    title:
      called === undefined
        ? `${shownKind(kind) ? 'All transactions' : 'Transactions'} of ${place}`
        : `${cutText(called, calledMax)}: transactions of ${place}`,
    place,
    summary:
      called === undefined
        ? `The newest transactions of ${place}: sender, function, gas fee and status.`
        : `The transactions of ${place} that called ${cutText(called, calledMax)}.`,
  }),
  body: (page) => {
    const { network, status, place, filters, questions, answers } = page
    const { kind: _, ...values } = filters
    const own = { ...page, filters: values, status: assetStatus(status) }
    return (
      <>
        <NetworkListTitle network={network} kind={`Transactions of ${place}`} />
        {filters.function === undefined && questions.transactions && (
          <KindChoice network={network} chosen={shownKind(filters.kind)} />
        )}
        {questions.transactions && answers.transactions && (
          <AptosListPanel
            page={own}
            title="Transactions"
            noun="transactions"
            certain="No transaction of this kind is among the newest."
            fields={status?.index ? functionFields : undefined}
            filterTitle="Filter by function"
            question={questions.transactions}
            answer={answers.transactions}
            list={ledgerTransactionList}
            List={LedgerTransactions}
            view={{ network }}
          />
        )}
        {questions.calls && answers.calls && (
          <AptosListPanel
            page={own}
            title="Transactions"
            noun="transactions"
            certain="No transaction called this function."
            fields={functionFields}
            filterTitle="Filter by function"
            aside={() => status && <AptosIndexMark status={status} />}
            question={questions.calls}
            answer={answers.calls}
            list={functionCallList}
            List={FunctionCalls}
            view={{ network }}
          />
        )}
        {!questions.transactions && !questions.calls && (
          <NotIndexedState title="Not available here">
            This needs an Aptos full node, and this server has none.
          </NotIndexedState>
        )}
      </>
    )
  },
})
