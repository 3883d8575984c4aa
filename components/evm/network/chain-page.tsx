import { Suspense } from 'react'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { SourceBeside } from '#components/source/source-link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { chainEndpoints, type EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { ChainOverview, indexState, networkOverviewQuestions } from './chain-overview.tsx'
import { ChainStateRow } from './chain-state-row.tsx'

/** Whether there is more to say of a chain's state than how much of it is indexed. */
const needsWords = ({ status, error, decoding_percent, set_aside_blocks, refused_nodes, notices }: EvmChainState) =>
  status !== 'SYNCED' ||
  error !== null ||
  decoding_percent !== null ||
  set_aside_blocks !== undefined ||
  (refused_nodes ?? notices) !== undefined

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.chain,
  kind: 'Chain',
  isSelfNamed: true,
  params: chainParams,
  questions: ({ state }) => ({ chains: callTo(chainEndpoints.evmChains, {}), ...networkOverviewQuestions(state) }),
  list: ['transactions'],
  about: ({ state }) => {
    const { title, indexed_block } = state
    return {
      title,
      place: title,
      summary: `The newest blocks and transactions on ${title}.`,
      facts: [
        ['State', indexState(state)],
        ['Indexed block', indexed_block === null ? 'not yet' : groupedNumber(indexed_block)],
      ],
    }
  },
  body: async ({ state, questions, answers }) => {
    const overview = async () => {
      const [blocks, transactions, activity, price] = await Promise.all([
        answers.blocks,
        answers.transactions,
        answers.activity,
        answers.price,
      ])
      return <ChainOverview state={state} overview={{ blocks, transactions, activity, price }} />
    }
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PageTitle
          picture={<ChainIcon icon={state.icon} colour={state.colour} size={40} />}
          tools={<PageToolsButton />}
          kind={state.title}
          aside={<IndexMark state={state} />}
        />
        {needsWords(state) && (
          <Panel aria-label="State">
            <SourceBeside title="State" call={questions.chains}>
              <ul>
                <ChainStateRow state={state} />
              </ul>
            </SourceBeside>
          </Panel>
        )}
        {/* A hosted service may be slow: the rest of the page does not wait for it. */}
        {state.source === 'hosted' ? <Suspense>{overview()}</Suspense> : await overview()}
      </div>
    )
  },
})
