import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { erc20Input, walletErc20Names } from '#components/evm/parts/transfers/erc20-filters.ts'
import { Erc20Panel } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20TransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { aboutTab } from './about-tab.ts'
import { frameQuestions } from './wallet-questions.ts'
import { WalletErc20Transfers } from './wallet-transfer-pages.tsx'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletErc20,
  kind: 'ERC20 transfers',
  of: 'Address',
  filters: walletErc20Names,
  place: addressPlace,
  questions: (page) => ({
    events: evmCall('erc20Transfers', erc20Input(page, { wallet_addresses: [page.address] })),
    ...frameQuestions(page.state, page.address),
  }),
  list: ['events'],
  about: (page) => aboutTab('ERC20 transfers', page),
  body: (page) => (
    <Erc20Panel
      page={page}
      names={walletErc20Names}
      title="ERC20 transfers"
      certain="This address has no ERC20 transfers."
      wallet={page.address}
      question={page.questions.events}
      answer={page.answers.events}
      list={erc20TransferList}
      List={WalletErc20Transfers}
    />
  ),
})
