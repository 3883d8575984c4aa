import { boundFields } from '#components/chain/filter-form.tsx'
import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { bodyListEndpoints } from '#lib/evm/block/lists-contract.ts'
import { boundNames } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { Uncles } from './body-lists.tsx'
import { BodyNote, bodyState } from './body-note.tsx'
import { uncleList } from './uncle-list.tsx'

const pageSize = 50
const noun = 'uncles'

/** The uncles that blocks of a chain include. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.uncles,
  kind: 'Uncles',
  filters: boundNames,
  params: chainParams,
  questions: ({ chain, filters, part }) => ({
    uncles: callTo(bodyListEndpoints.evmUncles, { chain, ...filters, ...part(pageSize) }),
  }),
  list: ['uncles'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Uncles (ommers) of ${place}, by the block that includes them.`,
  }),
  body: async (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    const { data } = await answers.uncles
    return (
      <>
        <ChainListTitle state={state} kind="Uncles" />
        <EvmListPanel
          page={{ ...page, state: bodyState(state, noun, data) }}
          title="Uncles"
          noun={noun}
          certain="No block of this chain includes an uncle. Only chains with proof of work have them."
          fields={boundFields}
          filterTitle="Filter"
          aside={() => isLive && <LiveSwitch />}
          notice={(found) => found.result.length > 0 && <BodyNote noun={noun} data={found} />}
          question={questions.uncles}
          answer={answers.uncles}
          list={uncleList}
          List={Uncles}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
