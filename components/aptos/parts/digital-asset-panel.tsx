import type { ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosDigitalAsset } from '#lib/aptos/asset/digital-asset-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { AccountLink } from './account-link.tsx'
import type { AptosNetwork } from './aptos-path.ts'

/** Placeholder for a fact; without `width` for a hash or an address. */
export const FactSkeleton = ({ label, width, long }: { label: string; width?: string; long?: boolean }) => (
  <Fact label={label} wide={width === undefined} long={long}>
    <Skeleton className={`my-1 ${width ?? 'w-full max-w-2xl'}`} />
  </Fact>
)

/** Placeholder for the facts that come with the transactions. */
export const ProposerSkeleton = () => (
  <>
    <FactSkeleton label="Epoch, round" width="w-24" />
    <FactSkeleton label="Proposer" />
  </>
)

/** Every block but the first has these. */
export const ConsensusSkeleton = () => (
  <Panel title="Consensus" aria-busy="true">
    <Facts>
      <FactSkeleton label="Failed proposers" long />
      <FactSkeleton label="Votes" long />
    </Facts>
  </Panel>
)

const rowsShown = 12

/** Placeholder for a list that fills the screen, or for a shorter one. */
export const TransactionsSkeleton = ({ count }: { count: number }) => (
  <Panel title="Transactions" aria-busy="true" aria-label="Loading the transactions">
    <div className="flex gap-2 border-line border-b px-4 py-2">
      <Skeleton className="h-8 w-20" />
      <Skeleton className="h-8 w-28" />
    </div>
    {Array.from({ length: Math.min(count, rowsShown) }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places that never move
      <div key={index} className="flex h-23 items-center gap-3 border-line border-b px-4 lg:h-10">
        <Skeleton className="w-24" />
        <Skeleton className="w-20" />
        <Skeleton className="grow" />
      </div>
    ))}
  </Panel>
)

type Props<Data> = {
  title: string
  answer: Promise<Answer<Data>>
  question: Question<Data>
  /** Where the node does not have it; the message of the answer if left out. */
  notFound?: string
  children: (data: Data) => ReactNode
}

/** Facts from the state of the node, with the version that they are of. */
export const StatePanel = async <Data extends { ledger_version: string }>({
  title,
  answer,
  question,
  notFound,
  children,
}: Props<Data>) => {
  const { data, fault } = await answer
  if (fault)
    return (
      <Panel title={title}>
        {fault.code === 'not_found' ? (
          <EmptyState title="Not found">{notFound ?? fault.message}</EmptyState>
        ) : (
          <FaultState {...fault} />
        )}
      </Panel>
    )
  return (
    <Panel
      title={title}
      aside={
        <>
          After version {groupedNumber(data.ledger_version)}
          <SourceLink title={title} call={question} />
        </>
      }
    >
      <Facts>{children(data)}</Facts>
    </Panel>
  )
}

const title = 'Terms'
const descriptionMax = 500

const rightTexts: Record<NonNullable<AptosDigitalAsset['creator_may']>[number], string> = {
  name: 'change the name',
  description: 'change the description',
  uri: 'change the link',
  properties: 'change the properties',
  burn: 'burn tokens',
  freeze: 'freeze transfers',
}

const rightsText = ({ creator_may }: AptosDigitalAsset): string => {
  if (creator_may === null) return 'unknown: its module is not 0x4::aptos_token, and may keep rights elsewhere'
  if (creator_may.length === 0) return 'nothing: it cannot be changed, burned or frozen by its creator'
  return creator_may.map((right) => rightTexts[right]).join(', ')
}

/** What the state of the node says of a token v2 or its collection. */
export const DigitalAssetPanel = ({
  network,
  ...panel
}: {
  network: AptosNetwork
  answer: Promise<Answer<AptosDigitalAsset>>
  question: Question<AptosDigitalAsset>
}) => (
  <StatePanel title={title} notFound="It was burned, or the node does not have it yet." {...panel}>
    {(data) => (
      <>
        {data.description && (
          <Fact label="Description" wide long>
            <bdi className="wrap-anywhere">{cutText(data.description, descriptionMax)}</bdi>
          </Fact>
        )}
        <Fact label="Royalty" wide long>
          {data.royalty === null ? (
            <span className="text-muted">none stated</span>
          ) : (
            <>
              {data.royalty.percent} % {data.royalty.is_of_collection && data.kind === 'token' && 'of the collection '}
              <span className="text-muted">to</span>{' '}
              <AccountLink address={data.royalty.payee_address} network={network} />
            </>
          )}
        </Fact>
        <Fact label="Creator can" wide long>
          {rightsText(data)}
        </Fact>
        {data.kind === 'token' && (
          <Fact label="Transferable" wide>
            {data.is_transferable === null ? 'unknown' : data.is_transferable ? 'by its owner' : 'not by its owner'}
          </Fact>
        )}
        {data.creator_address !== null && (
          <Fact label="Creator proven" wide long>
            yes: 0x4::collection records who signed the creation
          </Fact>
        )}
        {data.supply !== null && (
          <Fact label="Supply" wide>
            {groupedNumber(data.supply.current)}{' '}
            <span className="text-muted">
              of {data.supply.maximum === null ? 'any number' : `at most ${groupedNumber(data.supply.maximum)}`},{' '}
              {groupedNumber(data.supply.minted)} minted
            </span>
          </Fact>
        )}
      </>
    )}
  </StatePanel>
)

const labels: Record<AptosDigitalAsset['kind'], readonly string[]> = {
  collection: ['Description', 'Royalty', 'Creator can', 'Creator proven', 'Supply'],
  token: ['Description', 'Royalty', 'Creator can', 'Transferable'],
}

/** As high as the terms of most, so that what stands below does not move. */
export const DigitalAssetSkeleton = ({ kind }: Pick<AptosDigitalAsset, 'kind'>) => (
  <Panel title={title} aria-busy="true">
    <Facts>
      {labels[kind].map((label) => (
        <FactSkeleton key={label} label={label} />
      ))}
    </Facts>
  </Panel>
)
