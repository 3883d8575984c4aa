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
import { Withdrawals } from './body-lists.tsx'
import { BodyNote, bodyState } from './body-note.tsx'
import { withdrawalList } from './withdrawal-list.tsx'

const pageSize = 50
const noun = 'withdrawals'

/** Payments to the validators of a chain, by EIP-4895. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.withdrawals,
  kind: 'Withdrawals',
  filters: boundNames,
  params: chainParams,
  questions: ({ chain, filters, part }) => ({
    withdrawals: callTo(bodyListEndpoints.evmWithdrawals, { chain, ...filters, ...part(pageSize) }),
  }),
  list: ['withdrawals'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `Withdrawals of validators on ${place}, newest first.`,
  }),
  body: async (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    const { data } = await answers.withdrawals
    return (
      <>
        <ChainListTitle state={state} kind="Withdrawals" />
        <EvmListPanel
          page={{ ...page, state: bodyState(state, noun, data) }}
          title="Withdrawals"
          noun={noun}
          certain="No block of this chain paid a validator. Withdrawals began with the Shanghai upgrade, on chains with validators of their own."
          fields={boundFields}
          filterTitle="Filter"
          aside={() => isLive && <LiveSwitch />}
          notice={(found) => found.result.length > 0 && <BodyNote noun={noun} data={found} />}
          question={questions.withdrawals}
          answer={answers.withdrawals}
          list={withdrawalList}
          List={Withdrawals}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
