import { boundFields } from '#components/chain/filter-form.tsx'
import { TwinNotice } from '#components/evm/frames/wallet/twin-notice.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { SearchedBlocks } from '#components/evm/parts/lists/searched-blocks.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import {
  isSearched,
  transactionInput,
  walletTransactionFields,
  walletTransactionNames,
} from '#components/evm/parts/transactions/transaction-filters.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { transactionEndpoints, transactionListEndpoints } from '#lib/evm/transaction/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { FoundTransactions, WalletTransactions } from './wallet-transactions.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletTransactions,
  kind: 'Transactions',
  of: 'Address',
  filters: walletTransactionNames,
  params: addressParams,
  questions: ({ state, chain, address, filters, part }) => {
    const asked = { chain, address, ...part(pageSize) }
    const isFound = isSearched(filters)
    return {
      transactions: isFound
        ? undefined
        : callTo(transactionEndpoints.walletTransactions, { ...asked, ...filters, names: true }),
      found: isFound
        ? callTo(transactionListEndpoints.evmTransactions, { ...asked, ...transactionInput(filters, state) })
        : undefined,
      ...frameQuestions(state, address),
    }
  },
  list: ['transactions', 'found'],
  about: (page) => aboutTab('Transactions', page),
  body: (page) => {
    const { state, chain, address, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    const panel = {
      page,
      title: 'Transactions',
      noun: 'transactions',
      certain: 'This address has no transactions.',
      fields: state.source === 'hosted' ? boundFields : walletTransactionFields(state),
      filterTitle: 'Filter',
      list: transactionList,
    }
    if (questions.found && answers.found)
      return (
        <EvmListPanel
          {...panel}
          notice={(found) => <SearchedBlocks found={found} />}
          question={questions.found}
          answer={answers.found}
          List={FoundTransactions}
          view={{ chain, symbol: state.symbol, decimals: state.decimals, wallet: address }}
        />
      )
    if (!questions.transactions || !answers.transactions) return null
    return (
      <EvmListPanel
        {...panel}
        aside={() => isLive && <LiveSwitch />}
        notice={({ result }) => <TwinNotice chain={chain} wallet={address} rows={result} />}
        question={questions.transactions}
        answer={answers.transactions}
        List={WalletTransactions}
        view={{ state, isLive }}
      />
    )
  },
})
