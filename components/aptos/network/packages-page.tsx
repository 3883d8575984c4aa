import { NetworkListTitle } from '#components/aptos/frames/network-list-title.tsx'
import { AptosIndexMark } from '#components/aptos/parts/index-mark.tsx'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { assetStatus, networkParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import { aptosActivityApi } from '#lib/aptos/activity/contract.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { callTo } from '#lib/pages/question.ts'
import { Packages } from './ledger-transactions.tsx'
import { packageList } from './package-list.tsx'

const pageSize = 25

/** The packages that were last published or upgraded on a network. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.packages,
  kind: 'Packages',
  isSelfNamed: true,
  filters: ['network'],
  params: networkParams,
  questions: ({ network, status, part }) => ({
    packages: status?.index ? callTo(aptosActivityApi.aptosPackages, { network, ...part(pageSize) }) : undefined,
  }),
  list: ['packages'],
  about: ({ place }) => ({
    title: `Packages of ${place}`,
    place,
    summary: `The packages of Move modules that were last published or upgraded on ${place}.`,
  }),
  body: (page) => {
    const { network, status, place, questions, answers } = page
    return (
      <>
        <NetworkListTitle network={network} kind={`Packages of ${place}`} />
        {questions.packages && answers.packages ? (
          <AptosListPanel
            page={{ ...page, status: assetStatus(status) }}
            title="Packages"
            noun="packages"
            certain="No package was published on this network."
            aside={() => status && <AptosIndexMark status={status} />}
            question={questions.packages}
            answer={answers.packages}
            list={packageList}
            List={Packages}
            view={{ network }}
          />
        ) : (
          <NotIndexedState title="Not available here">
            This needs an index of this network, and this server has none.
          </NotIndexedState>
        )}
      </>
    )
  },
})
