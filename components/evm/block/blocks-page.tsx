import { boundFields } from '#components/chain/filter-form.tsx'
import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { blockEndpoints } from '#lib/evm/block/contract.ts'
import { boundNames } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { blockList } from './block-list.tsx'
import { Blocks } from './blocks.tsx'

const pageSize = 50

/** The blocks of a chain. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.blocks,
  kind: 'Blocks',
  filters: boundNames,
  params: chainParams,
  questions: ({ chain, filters, part }) => ({
    blocks: callTo(blockEndpoints.evmBlocks, { chain, ...filters, ...part(pageSize) }),
  }),
  list: ['blocks'],
  about: ({ state: { title: place } }) => ({
    title: `of ${place}`,
    place,
    summary: `The blocks of ${place}, newest first.`,
  }),
  body: (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    return (
      <>
        <ChainListTitle state={state} kind="Blocks" />
        <EvmListPanel
          page={page}
          title="Blocks"
          noun="blocks"
          certain="This chain has no blocks yet."
          fields={state.source === 'hosted' ? undefined : boundFields}
          aside={() => isLive && <LiveSwitch />}
          question={questions.blocks}
          answer={answers.blocks}
          list={blockList}
          List={Blocks}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
