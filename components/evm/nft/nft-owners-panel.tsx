import { FaultState } from '#components/chain/fault-state.tsx'
import type { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer } from '#lib/pages/question.ts'
import { nftHolderList } from './nft-holder-list.tsx'
import { NftHolders } from './nft-holders.tsx'

/** Owners of an ERC1155 token and their amounts. */
export const NftOwnersPanel = ({
  chain,
  isPartial,
  question,
  answer: { data, fault },
}: {
  chain: string
  isPartial: boolean
  question: ReturnType<typeof evmExplorerCall<'evmNftOwners'>>
  answer: Answer<Output<EvmExplorerApi['evmNftOwners']>>
}) => {
  return (
    <Panel
      title="Owners"
      aside={
        <>
          {data && (
            <>
              {data.owners === null ? 'over 2,000' : groupedNumber(data.owners)} {isPartial && 'indexed '}
            </>
          )}
          <ListTools title="Owners" call={question} hasFailed={fault !== undefined} />
        </>
      }
    >
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <NftHolders input={question.input} first={firstPage(nftHolderList, data)} view={{ chain }} total={data.owners}>
          <EmptyState title={isPartial ? 'No owners in the indexed blocks' : 'No owners'} />
        </NftHolders>
      )}
    </Panel>
  )
}
