import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { addressParams } from '#components/evm/parts/params.ts'
import { Erc20Panel, erc20Input, walletErc20Names } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20BurnList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { Erc20Burns } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { callTo } from '#lib/pages/question.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletBurns,
  kind: 'ERC20 burns',
  of: 'Address',
  filters: walletErc20Names,
  params: addressParams,
  questions: (page) => ({
    events: callTo(erc20Endpoints.erc20Burns, erc20Input(page, { wallet_addresses: [page.address] })),
    ...frameQuestions(page.state, page.address),
  }),
  list: ['events'],
  about: (page) => aboutTab('ERC20 burns', page),
  body: (page) => (
    <Erc20Panel
      page={page}
      names={walletErc20Names}
      title="ERC20 burns"
      certain="This address has not burned any ERC20 tokens."
      wallet={page.address}
      question={page.questions.events}
      answer={page.answers.events}
      list={erc20BurnList}
      List={Erc20Burns}
    />
  ),
})
