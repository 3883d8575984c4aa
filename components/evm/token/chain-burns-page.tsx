import { chainParams } from '#components/evm/parts/params.ts'
import { Erc20Panel, erc20Input, erc20Names } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20BurnList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { Erc20Burns } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { callTo } from '#lib/pages/question.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.erc20Burns,
  kind: 'ERC20 burns',
  filters: erc20Names,
  params: chainParams,
  questions: (page) => ({ events: callTo(erc20Endpoints.erc20Burns, erc20Input(page)) }),
  list: ['events'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `ERC20 burns on ${place}, newest first.`,
  }),
  body: (page) => (
    <Erc20Panel
      page={page}
      names={erc20Names}
      title="ERC20 burns"
      certain="There are no ERC20 burns on this chain."
      question={page.questions.events}
      answer={page.answers.events}
      list={erc20BurnList}
      List={Erc20Burns}
    />
  ),
})
