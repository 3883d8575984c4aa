import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTab } from '#components/evm/frames/wallet/about-tab.ts'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Filters } from '#lib/format/filters.ts'
import { StorageForm } from './storage-form.tsx'
import { StorageTable } from './storage-table.tsx'

type Place = { chain: string; address: string }

const storageQuestion = (place: Place, { block }: Filters, entry: { variable?: string; keys?: string } = {}) =>
  evmExplorerCall('evmContractStorage', { ...place, ...entry, ...(block !== undefined && { block_number: block }) })

/** The state variables of a verified contract, private ones too, and entries of mappings by key. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletStorage,
  kind: 'Storage',
  of: 'Contract',
  filters: ['variable', 'keys', 'block'],
  isListed: false,
  place: addressPlace,
  questions: ({ state, chain, address, filters }) => {
    const isOwn = state.source !== 'hosted'
    const { variable, keys } = filters
    const entry = variable !== undefined && keys !== undefined && { variable, keys }
    return {
      storage: isOwn ? storageQuestion({ chain, address }, filters) : undefined,
      entry: isOwn && entry ? storageQuestion({ chain, address }, filters, entry) : undefined,
      ...frameQuestions(state, address),
    }
  },
  about: (page) => aboutTab('Storage', page, page.filters.variable),
  body: async ({ chain, path, state, filters, questions, answers }) => {
    const [answer, entry] = await Promise.all([answers.storage, answers.entry])
    if (!answer || !questions.storage)
      return <NoContract>Storage on {state.title} is read from a node, and this server has none for it.</NoContract>
    if (answer.fault)
      return (
        <Panel aria-label="Storage">
          <FaultState {...answer.fault} />
        </Panel>
      )
    const { result, block_number } = answer.data
    if (result === null)
      return (
        <NoContract>
          Variables are shown for contracts that were verified with a storage layout; this server has none for this
          address.
        </NoContract>
      )
    const keyed = result.filter(({ kind }) => kind === 'mapping' || kind === 'list')
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {entry && questions.entry && (
          <Panel title="Entry" aside={<SourceLink title="Entry" call={questions.entry} />}>
            {entry.fault ? (
              <p role="alert" className="px-4 py-3 text-bad text-sm">
                {entry.fault.message}
              </p>
            ) : (
              <StorageTable chain={chain} label="Entry" variables={entry.data.result ?? []} />
            )}
          </Panel>
        )}
        <Panel
          title="Storage"
          aside={
            <>
              After block {groupedNumber(block_number)}
              <SourceLink title="Storage" call={questions.storage} />
            </>
          }
        >
          <StorageForm action={path} values={filters} variables={keyed} />
          <StorageTable chain={chain} label="Variables" variables={result} />
        </Panel>
      </div>
    )
  },
})
