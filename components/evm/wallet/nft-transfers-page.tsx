import { boundFields, type FilterField } from '#components/chain/filter-form.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { boundNames } from '#lib/format/filters.ts'
import { aboutTab } from './about-tab.ts'
import { frameQuestions } from './wallet-questions.ts'
import { WalletNftTransfers } from './wallet-transfer-pages.tsx'

const pageSize = 50
/** Its values are the interface's: which side of the transfer the wallet is on. */
const fields: readonly FilterField[] = [
  ...boundFields,
  {
    name: 'direction',
    title: 'Direction',
    choices: [
      ['both', 'In and out'],
      ['to', 'In'],
      ['from', 'Out'],
    ],
  },
]

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletNftTransfers,
  kind: 'NFT transfers',
  of: 'Address',
  filters: [...boundNames, 'direction'],
  place: addressPlace,
  questions: ({ state, chain, address, filters: { direction: side, ...bounds }, part }) => {
    const direction: 'from' | 'to' | 'both' = side === 'from' || side === 'to' ? side : 'both'
    return {
      transfers: evmCall('walletNftTransfers', { chain, address, ...bounds, direction, ...part(pageSize) }),
      ...frameQuestions(state, address),
    }
  },
  list: ['transfers'],
  about: (page) => aboutTab('NFT transfers', page),
  body: (page) => (
    <EvmListPanel
      page={page}
      title="NFT transfers"
      noun="NFT transfers"
      certain="This address has no NFT transfers."
      fields={fields}
      filterTitle="Filter"
      question={page.questions.transfers}
      answer={page.answers.transfers}
      list={nftTransferList}
      List={WalletNftTransfers}
      view={{ chain: page.chain, wallet: page.address }}
    />
  ),
})
