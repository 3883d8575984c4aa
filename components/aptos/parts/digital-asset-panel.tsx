import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosDigitalAsset } from '#lib/aptos/asset/digital-asset-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { AccountLink } from './account-link.tsx'
import type { AptosNetwork } from './aptos-path.ts'
import { FactSkeleton } from './fact-skeleton.tsx'
import { StatePanel } from './state-panel.tsx'

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
