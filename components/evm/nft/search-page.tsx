import { Search } from 'lucide'
import { boundFields, type FilterField, FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { listOf } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { NftListsHeading } from './nft-lists-heading.tsx'
import { nftSearchList } from './nft-search-list.tsx'
import { NftSearchResults } from './nft-search-results.tsx'

/** The interface's `filter` values, most used first: the first is the default. */
const nftSearchChoices = [
  ['global', 'Everything'],
  ['name', 'Name'],
  ['description', 'Description'],
  ['attributes', 'Attributes'],
  ['name,description', 'Name or description'],
  ['name,attributes', 'Name or attributes'],
  ['description,attributes', 'Description or attributes'],
  ['name,description,attributes', 'Name, description or attributes'],
] as const

const nftSearchNames = ['q', 'filter', 'addresses', 'from_block', 'to_block', 'from_date', 'to_date'] as const

/** Filters of a search besides the text and fields; the bounds apply to the mint. */
const nftSearchFields: readonly FilterField[] = [
  { name: 'addresses', title: 'Only these collections', placeholder: '0x…, separated by commas', isWide: true },
  ...boundFields.map((field) => ({ ...field, title: `Minted ${field.title.toLowerCase().replace('(utc)', '(UTC)')}` })),
]

const fieldClasses = 'h-11 rounded-lg border border-line bg-surface px-3 text-base'

/** The search text and the fields to search. A plain GET form that keeps the other filters. */
const NftSearchForm = ({
  action,
  values,
  fault,
}: {
  action: string
  values: Readonly<Record<string, string | undefined>>
  /** The error of the search text. */
  fault: string | undefined
}) => (
  // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers in use
  <form role="search" aria-label="NFTs" action={action} className="flex flex-wrap items-start gap-2">
    <label htmlFor="nft-words" className="relative min-w-56 flex-1">
      <span className="sr-only">Words in the name, description or attributes</span>
      <Icon of={Search} size={17} className="absolute top-3.5 left-3.5 text-muted" />
      <input
        id="nft-words"
        name="q"
        type="search"
        defaultValue={values.q}
        required
        minLength={3}
        maxLength={256}
        placeholder="Words in a name, description or attribute"
        aria-invalid={fault !== undefined}
        aria-describedby={fault && 'nft-words-fault'}
        className={`w-full pl-10 aria-invalid:border-bad ${fieldClasses}`}
      />
      {fault && (
        <span id="nft-words-fault" role="alert" className="mt-1 block text-bad text-xs">
          {fault}
        </span>
      )}
    </label>
    <label htmlFor="nft-filter" className="max-sm:flex-1">
      <span className="sr-only">Search in</span>
      <select id="nft-filter" name="filter" defaultValue={values.filter ?? ''} className={`w-full ${fieldClasses}`}>
        {nftSearchChoices.map(([choice, words], index) => (
          <option key={choice} value={index === 0 ? '' : choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
    {nftSearchNames
      .filter((name) => name !== 'q' && name !== 'filter' && values[name] !== undefined)
      .map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
    <Button type="submit" look="primary" className="h-11">
      Search
    </Button>
  </form>
)

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.nftSearch,
  kind: 'NFT search',
  isListed: false,
  filters: nftSearchNames,
  params: chainParams,
  questions: ({ chain, filters: { q, filter, addresses, ...bounds }, part }) => {
    const field = nftSearchChoices.find(([choice]) => choice === filter)?.[0]
    const input = {
      ...{ chain, ...bounds, ...part(pageSize) },
      ...(addresses && { addresses: listOf(addresses) }),
      ...(field && { filter: field }),
    }
    return { nfts: callTo(nftEndpoints.searchNfts, { ...input, q: q ?? '' }) }
  },
  list: ['nfts'],
  about: async ({ state: { title: place, index_complete }, filters: { q } }, answers) => {
    if (q === undefined) return { title: `on ${place}`, place, summary: `Search NFTs on ${place} by their metadata.` }
    const found = (await answers.nfts).data?.result.length ?? 0
    const what = found > 0 ? 'NFTs' : index_complete ? 'No NFT' : 'No NFT in the indexed blocks'
    return { title: q, place, summary: `${what} on ${place} with these words in their metadata: ${q}.` }
  },
  body: async ({ state, chain, path, filters, questions, answers }) => {
    const { q, filter } = filters
    const form = {
      action: path,
      title: 'Filter by collection, block or mint time',
      fields: nftSearchFields,
      values: filters,
      kept: { q, filter },
    }
    const fault = q === undefined ? undefined : (await answers.nfts).fault
    return (
      <>
        <NftListsHeading state={state} chain={chain} kind="NFT search">
          <span className="text-muted">All words must match; the last one may be incomplete.</span>
        </NftListsHeading>
        <NftSearchForm
          key={q}
          action={path}
          values={filters}
          fault={fault?.details.find(({ name }) => name === 'q')?.message}
        />
        {q === undefined ? (
          <Panel aria-label="Results" className="mt-4">
            <FilterForm {...form} />
            <EmptyState title="What are you looking for?">
              Searches names, descriptions and attributes of NFTs whose metadata has been fetched.
            </EmptyState>
          </Panel>
        ) : (
          <ListPanel
            title="Results"
            className="mt-4"
            filters={form}
            question={questions.nfts}
            answer={answers.nfts}
            list={nftSearchList}
            List={NftSearchResults}
            view={{ chain }}
            nothing={
              <NothingListed state={state} noun="NFTs" isFiltered certain="No NFT on this chain matches these words." />
            }
          />
        )}
      </>
    )
  },
})
