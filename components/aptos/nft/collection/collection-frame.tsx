import { type ReactNode, Suspense } from 'react'
import { AptosNote } from '#components/aptos/frames/aptos-note.tsx'
import { AptosTitle } from '#components/aptos/frames/aptos-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { FactsAndDays } from '#components/aptos/parts/days/facts-and-days.tsx'
import { DigitalAssetPanel, DigitalAssetSkeleton } from '#components/aptos/parts/digital-asset-panel.tsx'
import { objectQuestion } from '#components/aptos/parts/object-question.ts'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { SmallPicture } from '#components/nft/small-picture.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { Ask } from '#lib/pages/question.ts'
import { CollectionFacts } from './collection-facts.tsx'
import { collectionQuestions } from './collection-questions.ts'

/** The header and tabs of every page of a collection. */
export const CollectionFrame = async ({
  ask,
  id,
  network,
  status,
  children,
}: {
  ask: Ask
  id: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const questions = collectionQuestions(id, network)
  const object = objectQuestion(id, network)
  const { data, fault } = await ask(questions.collection)
  const days = data && (await ask(questions.days))
  return (
    <>
      <AptosTitle
        page={{ network, status }}
        title={
          <span className="inline-flex items-center gap-3">
            <SmallPicture media={data?.media} className="size-12" />
            <bdi className="wrap-anywhere">{data?.collection_name.trim() || 'Aptos collection'}</bdi>
          </span>
        }
        kind="collection"
        subject={id}
        copyLabel="Copy collection id"
      >
        {data && <StandardBadge standard={data.token_standard} />}
      </AptosTitle>
      <AptosNote network={network} kind="collection" subject={id} />
      <FactsAndDays
        fault={fault}
        days={days}
        status={status}
        call={questions.days}
        nothing="No activity of its tokens is indexed."
      >
        {data && (
          <CollectionFacts collection={data} network={network} isPartial={status?.index?.index_complete === false} />
        )}
      </FactsAndDays>
      {data?.token_standard === 'v2' && (
        <div className="mt-4">
          <Suspense fallback={<DigitalAssetSkeleton kind="collection" />}>
            <DigitalAssetPanel answer={ask(object)} question={object} network={network} />
          </Suspense>
        </div>
      )}
      <TabBar
        label="Collection"
        tabs={[
          { title: 'Transfers', href: aptosPath(aptosPaths.collection({ id }), network) },
          { title: 'Tokens', href: aptosPath(aptosTabPaths.collectionTokens({ id }), network) },
          { title: 'Traits', href: aptosPath(aptosTabPaths.collectionTraits({ id }), network) },
          { title: 'Owners', href: aptosPath(aptosTabPaths.collectionOwners({ id }), network) },
        ]}
      />
      {children}
    </>
  )
}
