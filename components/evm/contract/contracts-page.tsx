import { boundFields } from '#components/chain/filter-form.tsx'
import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { contractListEndpoints } from '#lib/evm/contract/contract.ts'
import { boundNames } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { contractList } from './contract-list.tsx'
import { Contracts } from './contracts.tsx'

const pageSize = 50

/** The contracts of a chain, by their creation. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.contracts,
  kind: 'Contracts',
  filters: boundNames,
  params: chainParams,
  questions: ({ chain, filters, part }) => ({
    contracts: callTo(contractListEndpoints.evmContracts, { chain, ...filters, ...part(pageSize) }),
  }),
  list: ['contracts'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `The newest contracts on ${place}, with who created them.`,
  }),
  body: (page) => {
    const { state, filters, questions, answers } = page
    const isLive = state.source === 'index' && Object.keys(filters).length === 0
    return (
      <>
        <ChainListTitle state={state} kind="Contracts" />
        <EvmListPanel
          page={page}
          title="Contracts"
          noun="contracts"
          certain="No transaction of this chain created a contract."
          fields={boundFields}
          filterTitle="Filter"
          aside={() => isLive && <LiveSwitch />}
          notice={() => (
            <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
              Contracts that other contracts created are not listed.
            </p>
          )}
          question={questions.contracts}
          answer={answers.contracts}
          list={contractList}
          List={Contracts}
          view={{ state, isLive }}
        />
      </>
    )
  },
})
