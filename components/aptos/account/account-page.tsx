import { Suspense } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { FactSkeleton, TransactionsSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams, assetStatus } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosAccountApi } from '#lib/aptos/account/sent-contract.ts'
import { aptosActivityApi } from '#lib/aptos/activity/contract.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { counted } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { AccountFrame, accountQuestions } from './account-frame.tsx'
import { AccountOverview, overviewQuestion } from './account-overview.tsx'
import { accountTransactionList } from './account-transaction-list.tsx'
import { AccountTransactions, AptosAccountActivity } from './account-transactions.tsx'
import { accountActivityList } from './activity-list.tsx'
import { BalanceListSkeleton } from './balance-list.tsx'
import { proposalsQuestion } from './proposal-item.tsx'

/** Sent transactions come from the node, the others from the index. */
const choices = [
  { show: undefined, title: 'Sent' },
  { show: 'received', title: 'Received' },
  { show: 'all', title: 'All' },
] as const

/** The value of the `show` filter that a URL names; undefined for the sent ones. */
const shownDirection = (text: string | undefined): 'received' | 'all' | undefined =>
  choices.find(({ show }) => show === text)?.show

/** Links to the transactions that an account sent or received. */
const DirectionChoice = ({
  address,
  network,
  chosen,
}: {
  address: string
  network: AptosNetwork
  chosen: 'received' | 'all' | undefined
}) => (
  <nav aria-label="Direction of transactions" className="overflow-x-auto">
    <ul className="flex gap-2">
      {choices.map(({ show, title }) => (
        <li key={title}>
          <ChoiceLink
            href={aptosPath(aptosPaths.account({ address }), network, { show })}
            keepScroll
            aria-current={show === chosen ? 'true' : undefined}
          >
            {title}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** Placeholder for the facts that come with an account's resources, as high as those of an ordinary account. */
const OverviewSkeleton = ({ hasSent }: { hasSent: boolean }) => (
  <>
    <Panel title="Control" aria-busy="true">
      <Facts>
        <FactSkeleton label="Kind" />
        <FactSkeleton label="Key rotated" />
        {hasSent && <FactSkeleton label="Last signed with" />}
      </Facts>
    </Panel>
    <Panel title="Coins" aria-busy="true">
      <BalanceListSkeleton />
    </Panel>
  </>
)

const pageSize = 50

const activityQuestion = (
  direction: 'received' | 'all' | undefined,
  input: { address: string; network: AptosNetwork; limit: string | number; cursor?: string },
) =>
  direction === undefined ? undefined : callTo(aptosActivityApi.aptosAccountActivity, { ...input, kind: direction })

/** The transactions stream in after the account's facts. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.account,
  kind: 'Aptos account',
  filters: ['network', 'show'],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, filters, part }) => ({
    ...accountQuestions(address, network, status),
    overview: status?.source === 'hosted' ? undefined : overviewQuestion(address, network),
    transactions: shownDirection(filters.show)
      ? undefined
      : callTo(aptosAccountApi.aptosAccountTransactions, { address, network, ...part(pageSize) }),
    activity: activityQuestion(shownDirection(filters.show), { address, network, ...part(pageSize) }),
  }),
  later: async (page, answers) => {
    const proposals = proposalsQuestion(page, (await answers.overview)?.data)
    return proposals ? [proposals] : []
  },
  list: ['transactions', 'activity'],
  about: async ({ address, place, filters }, answers) => {
    const sent = (await answers.account)?.data?.sequence_number
    const direction = shownDirection(filters.show)
    return {
      title:
        direction === undefined ? address : `${address}: ${direction === 'all' ? 'sent and received' : 'received'}`,
      place,
      summary: sent ? `An Aptos account that has sent ${counted(sent, 'numbered transaction')}.` : 'An Aptos account.',
    }
  },
  // The hosted service has no other list for an account.
  redirectTo: ({ address, network, status }) =>
    status?.source === 'hosted' ? aptosPath(aptosTabPaths.accountNftTransfers({ address }), network) : undefined,
  Frame: AccountFrame,
  body: async (page) => {
    const { address, network, status, filters, questions, answers, ask } = page
    const account = (await answers.account)?.data
    const count = Math.min(pageSize, Number(account?.sequence_number ?? pageSize))
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {account && answers.overview && (
          <Suspense
            key={`overview ${network} ${address}`}
            fallback={<OverviewSkeleton hasSent={account.sequence_number !== '0'} />}
          >
            <AccountOverview answer={answers.overview} address={address} network={network} ask={ask} />
          </Suspense>
        )}
        {status?.index && <DirectionChoice address={address} network={network} chosen={shownDirection(filters.show)} />}
        {questions.activity && answers.activity && (
          <Suspense key={`${filters.show} ${network} ${address}`} fallback={<TransactionsSkeleton count={pageSize} />}>
            <AptosListPanel
              page={{ ...page, filters: { network: filters.network }, status: assetStatus(status) }}
              title={filters.show === 'all' ? 'Transactions' : 'Transactions received'}
              noun="transactions"
              certain="No indexed transaction of this kind moved assets of this account."
              hasHeading
              question={questions.activity}
              answer={answers.activity}
              list={accountActivityList}
              List={AptosAccountActivity}
              view={{ network }}
            />
          </Suspense>
        )}
        {!questions.activity && account && !account.exists && (
          <Panel aria-label="Transactions">
            <EmptyState title="No transactions sent">
              What it received and holds is listed under the other tabs.
            </EmptyState>
          </Panel>
        )}
        {questions.transactions && answers.transactions && account?.exists !== false && (
          <Suspense key={`${network} ${address}`} fallback={<TransactionsSkeleton count={count} />}>
            <ListPanel
              title="Transactions sent"
              hasHeading
              question={questions.transactions}
              answer={answers.transactions}
              list={accountTransactionList}
              List={AccountTransactions}
              view={{ network }}
              nothing={
                <EmptyState title="No transactions">
                  This account has not sent a transaction with a sequence number.
                </EmptyState>
              }
            />
          </Suspense>
        )}
      </div>
    )
  },
})
