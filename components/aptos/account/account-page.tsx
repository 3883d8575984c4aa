import { Suspense } from 'react'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { TransactionsSkeleton } from '#components/aptos/parts/block-skeleton.tsx'
import { accountPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { counted } from '#lib/format/amount.ts'
import { AccountFrame } from './account-frame.tsx'
import { accountQuestions } from './account-questions.ts'
import { accountTransactionList } from './account-transaction-list.tsx'
import { AccountTransactions } from './account-transactions.tsx'

const pageSize = 50

/** The transactions stream in after the account's facts. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.account,
  kind: 'Aptos account',
  filters: ['network'],
  place: accountPlace,
  questions: ({ address, network, part }) => ({
    ...accountQuestions(address, network),
    transactions: aptosExplorerCall('aptosAccountTransactions', { address, network, ...part(pageSize) }),
  }),
  list: ['transactions'],
  about: async ({ address, place }, answers) => {
    const { data } = await answers.account
    return {
      title: address,
      place,
      summary: `An Aptos account that has sent ${counted(data?.sequence_number ?? '0', 'numbered transaction')}.`,
      facts: [],
    }
  },
  body: async ({ ask, address, network, status, questions, answers }) => {
    const { data: account } = await answers.account
    const count = Math.min(pageSize, Number(account?.sequence_number ?? 0))
    const Transactions = async () => {
      const { data, fault } = await answers.transactions
      return (
        <Panel
          title="Transactions sent"
          aside={<ListTools title="Transactions sent" call={questions.transactions} hasFailed={fault !== undefined} />}
        >
          {fault ? (
            <FaultState {...fault} />
          ) : (
            <AccountTransactions
              input={questions.transactions.input}
              first={firstPage(accountTransactionList, data)}
              view={{ network }}
            >
              <EmptyState title="No transactions">
                This account has not sent a transaction with a sequence number.
              </EmptyState>
            </AccountTransactions>
          )}
        </Panel>
      )
    }
    return (
      <AccountFrame ask={ask} address={address} network={network} status={status}>
        {account?.exists && (
          <Suspense key={`${network} ${address}`} fallback={<TransactionsSkeleton count={count} />}>
            <Transactions />
          </Suspense>
        )}
        {account && !account.exists && (
          <Panel aria-label="Transactions">
            <EmptyState title="No transactions sent">
              NFTs that it received or holds are listed under the other tabs.
            </EmptyState>
          </Panel>
        )}
      </AccountFrame>
    )
  },
})
