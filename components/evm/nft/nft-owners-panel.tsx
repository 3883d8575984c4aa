import type { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer } from '#lib/pages/question.ts'
import { nftHolderList } from './nft-holder-list.tsx'
import { NftHolders } from './nft-holders.tsx'

/** Owners of an ERC1155 token and their amounts. */
export const NftOwnersPanel = ({
  chain,
  isPartial,
  question,
  answer,
}: {
  chain: string
  isPartial: boolean
  question: ReturnType<typeof evmExplorerCall<'evmNftOwners'>>
  answer: Promise<Answer<Output<EvmExplorerApi['evmNftOwners']>>>
}) => (
  <ListPanel
    title="Owners"
    hasHeading
    aside={({ owners }) => `${owners === null ? 'over 2,000' : groupedNumber(owners)}${isPartial ? ' indexed' : ''}`}
    question={question}
    answer={answer}
    list={nftHolderList}
    List={NftHolders}
    view={{ chain }}
    total={({ owners }) => owners}
    nothing={<EmptyState title={isPartial ? 'No owners in the indexed blocks' : 'No owners'} />}
  />
)
