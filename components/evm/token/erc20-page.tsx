import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { addressPlace } from '#components/evm/parts/places.ts'
import { erc20Input, tokenErc20Names } from '#components/evm/parts/transfers/erc20-filters.ts'
import { Erc20Panel } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20TransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { aboutToken } from './about-token.ts'
import { headQuestions } from './token-questions.ts'
import { TokenTransfers } from './token-transfers.tsx'

/** The transfers of units of an ERC404 contract, whose front page lists its NFTs. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenErc20,
  kind: 'ERC20 transfers',
  of: 'Token',
  filters: tokenErc20Names,
  place: addressPlace,
  questions: (page) => ({
    transfers: evmCall('erc20Transfers', erc20Input(page, { contract_addresses: [page.address] })),
    ...headQuestions(page.state, page.address),
  }),
  list: ['transfers'],
  about: (page, answers) => aboutToken(page, answers),
  // Of all others, the front page lists the transfers or there are none.
  redirectTo: async ({ chain, address }, answers) =>
    (await answers.collection)?.data?.contract_type === 'ERC404' ? undefined : evmPaths.token({ chain, address }),
  body: async (page) => (
    <Erc20Panel
      page={page}
      names={tokenErc20Names}
      title="ERC20 transfers"
      certain="This token has no ERC20 transfers."
      isWhole={(await page.answers.collection)?.data?.status === 'SYNCED'}
      question={page.questions.transfers}
      answer={page.answers.transfers}
      list={erc20TransferList}
      List={TokenTransfers}
    />
  ),
})
