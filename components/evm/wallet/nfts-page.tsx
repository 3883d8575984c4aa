import { FaultState } from '#components/chain/fault-state.tsx'
import { type FilterField, FilterForm } from '#components/chain/filter-form.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { nftGallery } from '#components/evm/parts/nfts/listed-nft.ts'
import { WalletNfts } from '#components/evm/parts/nfts/nft-pages.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { listOf, withFilters } from '#lib/format/filters.ts'
import { aboutTab } from './about-tab.ts'
import { frameQuestions } from './wallet-questions.ts'

const pageSize = 24
const fields: readonly FilterField[] = [
  { name: 'token_addresses', title: 'Only these collections', placeholder: '0x…, separated by commas', isWide: true },
  {
    name: 'exclude_spam',
    title: 'Spam',
    choices: [
      ['false', 'Collapsed'],
      ['true', 'Hidden'],
    ],
  },
]

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletNfts,
  kind: 'NFTs',
  of: 'Wallet',
  filters: ['token_addresses', 'exclude_spam'],
  place: addressPlace,
  questions: ({ state, chain, address, filters, part }) => {
    const token_addresses = listOf(filters.token_addresses)
    return {
      nfts: {
        ...evmCall('walletNfts', {
          ...{ chain, address, normalizeMetadata: true, media_items: true, ...part(pageSize) },
          ...(token_addresses && { token_addresses }),
          ...(filters.exclude_spam === 'true' && { exclude_spam: true }),
        }),
        brief: true,
      },
      ...frameQuestions(state, address),
    }
  },
  list: ['nfts'],
  about: (page) => aboutTab('NFTs', page),
  body: async ({ state, chain, filters, path, questions, answers }) => {
    const { data, fault } = await answers.nfts
    const { input } = questions.nfts
    return (
      <Panel aria-label="NFTs">
        <FilterForm
          action={path}
          title="Filter by collection"
          fields={fields}
          values={filters}
          faults={fault?.details}
          aside={<ListTools title="NFTs" call={questions.nfts} hasFailed={fault !== undefined} />}
        />
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <WalletNfts key={withFilters(path, filters)} chain={chain} input={input} first={firstPage(nftGallery, data)}>
            <NothingListed
              state={state}
              noun="NFTs"
              isFiltered={Object.keys(filters).length > 0}
              certain="This wallet holds no NFTs."
            />
          </WalletNfts>
        )}
      </Panel>
    )
  },
})
