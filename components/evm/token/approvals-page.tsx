import { chainParams } from '#components/evm/parts/params.ts'
import { Erc20Panel, erc20Input, erc20Names } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { erc20ApprovalList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { Erc20Approvals } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { callTo } from '#lib/pages/question.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.erc20Approvals,
  kind: 'ERC20 approvals',
  filters: erc20Names,
  params: chainParams,
  questions: (page) => ({ events: callTo(erc20Endpoints.erc20Approvals, erc20Input(page)) }),
  list: ['events'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `ERC20 approvals on ${place}, newest first.`,
  }),
  body: (page) => (
    <Erc20Panel
      page={page}
      names={erc20Names}
      title="ERC20 approvals"
      certain="There are no ERC20 approvals on this chain."
      question={page.questions.events}
      answer={page.answers.events}
      list={erc20ApprovalList}
      List={Erc20Approvals}
    />
  ),
})
