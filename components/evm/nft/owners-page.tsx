import { BarChart } from '#components/chain/bar-chart.tsx'
import { aboutToken, headQuestions } from '#components/evm/frames/token/about-token.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { ownershipEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Call, callTo } from '#lib/pages/question.ts'
import { ownerList } from './owner-list.tsx'
import { ContractOwners } from './owner-pages.tsx'

type Ownership = Output<EvmExplorerApi['evmCollectionOwnership']>

const largestShown = 5

const groupName = ({ from, to }: Ownership['groups'][number]): string => {
  if (to === null) return `${from}+`
  return from === to ? String(from) : `${from}–${to}`
}

/** A percentage, never 0 for an owner. */
const share = (tokens: number, all: number): string => {
  const percent = (100 * tokens) / all
  return percent < 0.1 ? '< 0.1%' : `${percent.toFixed(1)}%`
}

/** The distribution of a collection among its owners, and the largest owners. */
const OwnershipPanel = ({ chain, ownership, call }: { chain: string; ownership: Ownership; call: Call }) => {
  const { owners, holdings, groups, largest, is_counted } = ownership
  if (!is_counted)
    return (
      <Panel title="Distribution" aside={<SourceLink title="Distribution" call={call} />}>
        <p className="p-4 text-muted text-sm">
          More than 100,000 holdings: the distribution is not computed. The list below contains all of them.
        </p>
      </Panel>
    )
  if (!owners || !holdings) return null
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel
        title="Tokens per owner"
        aside={
          <>
            {groupedNumber(owners)} {owners === 1 ? 'owner' : 'owners'}
            <SourceLink title="Tokens per owner" call={call} />
          </>
        }
      >
        <BarChart
          label="Owners by number of tokens"
          bars={groups.map((group) => ({ name: groupName(group), value: group.owners }))}
          titles={['Tokens', 'Owners']}
          areAllNamed
        />
      </Panel>
      <Panel
        title="Largest owners"
        aside={
          <>
            of {groupedNumber(holdings)} holdings
            <SourceLink title="Largest owners" call={call} />
          </>
        }
      >
        <ol>
          {largest.slice(0, largestShown).map(({ owner, owner_label, tokens }) => (
            <li key={owner} className="flex h-11 items-center gap-4 border-line border-b px-4 text-sm last:border-b-0">
              <span className="min-w-0 grow">
                <AddressLink chain={chain} address={owner} label={owner_label} />
              </span>
              <span className="shrink-0">{groupedNumber(tokens)}</span>
              <span className="w-16 shrink-0 text-right text-muted">{share(tokens, holdings)}</span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenOwners,
  kind: 'Owners',
  of: 'Token',
  params: addressParams,
  questions: ({ state, chain, address, part }) => ({
    owners: {
      ...callTo(nftEndpoints.contractNftOwners, { chain, address, normalizeMetadata: true, ...part(pageSize) }),
      brief: true,
    },
    ownership:
      state.source === 'hosted' ? undefined : callTo(ownershipEndpoints.evmCollectionOwnership, { chain, address }),
    ...headQuestions(state, address),
  }),
  list: ['owners'],
  about: (page, answers) => aboutToken(page, answers),
  body: async (page) => {
    const { chain, questions, answers } = page
    const ownership = await answers.ownership
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {ownership?.data && questions.ownership && (
          <OwnershipPanel chain={chain} ownership={ownership.data} call={questions.ownership} />
        )}
        <EvmListPanel
          page={page}
          title="Owners"
          noun="owners"
          certain="This contract has no token owners."
          hasHeading
          aside={() => 'latest change first'}
          question={questions.owners}
          answer={answers.owners}
          list={ownerList}
          List={ContractOwners}
          view={{ chain }}
        />
      </div>
    )
  },
})
