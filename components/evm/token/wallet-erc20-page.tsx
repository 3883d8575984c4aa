import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { walletErc20TransferNames } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { Erc20TransfersPanel, erc20TransferQuestions } from '#components/evm/parts/transfers/erc20-transfers-panel.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { WalletErc20Transfers } from './erc20-transfers.tsx'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletErc20,
  kind: 'ERC20 transfers',
  of: 'Address',
  filters: walletErc20TransferNames,
  params: addressParams,
  questions: (page) => ({
    ...erc20TransferQuestions(page, { wallet_addresses: [page.address] }),
    ...frameQuestions(page.state, page.address),
  }),
  list: ['transfers', 'found'],
  about: (page) => aboutTab('ERC20 transfers', page),
  body: (page) => (
    <Erc20TransfersPanel
      page={page}
      names={walletErc20TransferNames}
      title="ERC20 transfers"
      certain="This address has no ERC20 transfers."
      wallet={page.address}
      List={WalletErc20Transfers}
    />
  ),
})
