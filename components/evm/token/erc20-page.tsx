import { aboutToken, headQuestions } from '#components/evm/frames/token/about-token.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { tokenErc20TransferNames } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { Erc20TransfersPanel, erc20TransferQuestions } from '#components/evm/parts/transfers/erc20-transfers-panel.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { TokenTransfers } from './token-transfers.tsx'

/** The transfers of units of an ERC404 contract, whose front page lists its NFTs. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenErc20,
  kind: 'ERC20 transfers',
  of: 'Token',
  filters: tokenErc20TransferNames,
  params: addressParams,
  questions: (page) => ({
    ...erc20TransferQuestions(page, { contract_addresses: [page.address] }),
    ...headQuestions(page.state, page.address),
  }),
  list: ['transfers', 'found'],
  about: (page, answers) => aboutToken(page, answers),
  // Of all others, the front page lists the transfers or there are none.
  redirectTo: async ({ chain, address }, answers) =>
    (await answers.collection)?.data?.contract_type === 'ERC404' ? undefined : evmPaths.token({ chain, address }),
  body: async (page) => (
    <Erc20TransfersPanel
      page={page}
      names={tokenErc20TransferNames}
      title="ERC20 transfers"
      certain="This token has no ERC20 transfers."
      isOneToken
      isWhole={(await page.answers.collection)?.data?.status === 'SYNCED'}
      List={TokenTransfers}
    />
  ),
})
