import type { FilterField } from '#components/chain/filter-form.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { nftGallery } from '#components/evm/parts/lists/listed-nft.ts'
import { WalletNfts } from '#components/evm/parts/lists/nft-pages.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { listOf } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'

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
  of: 'Address',
  filters: ['token_addresses', 'exclude_spam'],
  params: addressParams,
  questions: ({ state, chain, address, filters, part }) => {
    const token_addresses = listOf(filters.token_addresses)
    return {
      nfts: {
        ...callTo(nftEndpoints.walletNfts, {
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
  body: (page) => (
    <EvmListPanel
      page={page}
      title="NFTs"
      noun="NFTs"
      certain="This address holds no NFTs."
      fields={fields}
      filterTitle="Filter by collection"
      question={page.questions.nfts}
      answer={page.answers.nfts}
      list={nftGallery}
      List={WalletNfts}
      view={{ chain: page.chain }}
    />
  ),
})
