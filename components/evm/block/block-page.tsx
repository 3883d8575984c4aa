import { FaultState } from '#components/chain/fault-state.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { blockPlace } from '#components/evm/parts/places.ts'
import { transactionList } from '#components/evm/parts/transactions/transaction-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { isNotServed } from '#components/to-answer.ts'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/states/state.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { aboutBlock } from './about-block.ts'
import { blockQuestions } from './block-question.ts'
import { BlockTransactions } from './block-transactions.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.block,
  kind: 'Block',
  place: blockPlace,
  questions: async ({ ask, chain, block, part }) => {
    const { questions, listed } = await blockQuestions(ask, chain, block)
    return { ...questions, transactions: evmExplorerCall('evmBlockTransactions', { ...listed, ...part(pageSize) }) }
  },
  list: ['transactions'],
  about: async ({ state, block }, answers) => aboutBlock(state, block, (await answers.block).data),
  body: async ({ chain, block, state: { symbol, decimals, source }, questions, answers }) => {
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
          total={() => found.transaction_count}
          nothing={<EmptyState title="No transactions">This block contains no transactions.</EmptyState>}
        />
      )
    return (
      <Panel>
        {source === 'hosted' && isNotServed(fault) ? (
          <NotIndexedState
            title="The hosted service does not list the transactions of a block"
            action={
              <Link href={evmTabPaths.blockNftTransfers({ chain, block })} className={buttonClasses()}>
                Show its NFT transfers
              </Link>
            }
          >
            {fault.message}
          </NotIndexedState>
        ) : (
          <FaultState {...fault} />
        )}
      </Panel>
    )
  },
})
