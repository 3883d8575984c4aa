import { Suspense } from 'react'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { TransactionsSkeleton } from '#components/aptos/parts/block-skeleton.tsx'
import { accountPlace } from '#components/aptos/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { aptosTabPaths } from '#lib/aptos/contract/tab-paths.ts'
import { counted } from '#lib/format/amount.ts'
import { AccountFrame } from './account-frame.tsx'
import { AccountOverview, overviewQuestion } from './account-overview.tsx'
import { accountQuestions } from './account-questions.ts'
import { accountTransactionList } from './account-transaction-list.tsx'
import { AccountTransactions } from './account-transactions.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'

const pageSize = 50

/** The transactions stream in after the account's facts. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.account,
  kind: 'Aptos account',
  filters: ['network'],
  place: accountPlace,
  questions: ({ address, network, status, part }) => ({
    ...accountQuestions(address, network, status),
    overview: status?.source === 'hosted' ? undefined : overviewQuestion(address, network),
    transactions: aptosExplorerCall('aptosAccountTransactions', { address, network, ...part(pageSize) }),
  }),
  list: ['transactions'],
  about: async ({ address, place }, answers) => {
    const sent = (await answers.account)?.data?.sequence_number
    return {
      title: address,
      place,
      summary: sent ? `An Aptos account that has sent ${counted(sent, 'numbered transaction')}.` : 'An Aptos account.',
    }
  },
  // The hosted service has no other list for an account.
  redirectTo: ({ address, network, status }) =>
    status?.source === 'hosted' ? aptosPath(aptosTabPaths.accountNftTransfers({ address }), network) : undefined,
  Frame: AccountFrame,
  body: async ({ address, network, questions, answers }) => {
    const account = (await answers.account)?.data
    const count = Math.min(pageSize, Number(account?.sequence_number ?? 0))
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {answers.overview && (
          <Suspense key={`overview ${network} ${address}`} fallback={<OverviewSkeleton />}>
            <AccountOverview answer={answers.overview} address={address} network={network} />
          </Suspense>
        )}
        {account && !account.exists && (
          <Panel aria-label="Transactions">
            <EmptyState title="No transactions sent">
              NFTs that it received or holds are listed under the other tabs.
            </EmptyState>
          </Panel>
        )}
        {account?.exists && (
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
