import { chainParams } from '#components/evm/parts/params.ts'
import { erc20TransferNames } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { Erc20TransfersPanel, erc20TransferQuestions } from '#components/evm/parts/transfers/erc20-transfers-panel.tsx'
import { Erc20Transfers } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.erc20Transfers,
  kind: 'ERC20 transfers',
  filters: erc20TransferNames,
  params: chainParams,
  questions: (page) => erc20TransferQuestions(page),
  list: ['transfers', 'found'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `ERC20 transfers on ${place}, newest first.`,
  }),
  body: (page) => (
    <Erc20TransfersPanel
      page={page}
      names={erc20TransferNames}
      title="ERC20 transfers"
      certain="There are no ERC20 transfers on this chain."
      List={Erc20Transfers}
    />
  ),
})
