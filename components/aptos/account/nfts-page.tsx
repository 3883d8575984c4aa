import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { AccountTokens } from '#components/aptos/parts/lists/token-galleries.tsx'
import { heldTokenGallery } from '#components/aptos/parts/lists/token-gallery.ts'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { accountParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { AccountFrame, accountQuestions } from './account-frame.tsx'

const pageSize = 50

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.accountNfts,
  kind: 'NFTs',
  of: 'Aptos account',
  filters: ['network'],
  params: accountParams,
  NotFound: notThere('account'),
  questions: ({ address, network, status, part }) => ({
    ...accountQuestions(address, network, status),
    list: callTo(aptosNftExplorerApi.aptosAccountTokens, { address, network, ...part(pageSize) }),
  }),
  list: ['list'],
  about: ({ address, place }) => ({
    title: address,
    place,
    summary: `NFTs held by the Aptos account ${shortText(address)}.`,
  }),
  redirectTo: ({ address, network, status }) =>
    status?.source === 'hosted' ? aptosPath(aptosTabPaths.accountNftTransfers({ address }), network) : undefined,
  Frame: AccountFrame,
  body: (page) => (
    <AptosListPanel
      page={page}
      title="NFTs held"
      noun="NFTs"
      certain="This account holds no NFTs."
      hasHeading
      question={page.questions.list}
      answer={page.answers.list}
      list={heldTokenGallery}
      List={AccountTokens}
      view={{ network: page.network }}
    />
  ),
})
