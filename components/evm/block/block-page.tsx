import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutBlock } from '#components/evm/frames/block/about-block.ts'
import { blockQuestions } from '#components/evm/frames/block/block-question.ts'
import { blockParams } from '#components/evm/parts/params.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { blockEndpoints } from '#lib/evm/block/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { BlockTransactions } from './block-transactions.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.block,
  kind: 'Block',
  params: blockParams,
  questions: async ({ ask, chain, block, part }) => {
    const { questions, listed } = await blockQuestions(ask, chain, block)
    return { ...questions, transactions: callTo(blockEndpoints.evmBlockTransactions, { ...listed, ...part(pageSize) }) }
  },
  list: ['transactions'],
  about: async ({ state, block }, answers) => aboutBlock(state, block, (await answers.block).data),
  body: async ({ chain, state: { symbol, decimals }, questions, answers }) => {
    const { data: found, fault } = await answers.block
    if (found)
      return (
        <ListPanel
          title="Transactions"
          question={questions.transactions}
          answer={answers.transactions}
          list={transactionList}
          List={BlockTransactions}
          view={{ chain, symbol, decimals }}
          constant={['block', 'age']}
          total={() => found.transaction_count}
          nothing={<EmptyState title="No transactions">This block contains no transactions.</EmptyState>}
        />
      )
    return (
      <Panel>
        <FaultState {...fault} />
      </Panel>
    )
  },
})
