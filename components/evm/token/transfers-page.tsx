import { boundFields } from '#components/chain/filter-form.tsx'
import { aboutToken, headQuestions } from '#components/evm/frames/token/about-token.ts'
import { SyncNotice } from '#components/evm/parts/coverage/sync-notice.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { SearchedBlocks } from '#components/evm/parts/lists/searched-blocks.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { ContractNftTransfers } from '#components/evm/parts/transfers/contract-nft-transfers.tsx'
import { FoundNftTransfers } from '#components/evm/parts/transfers/lazy-found-nft.tsx'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { ownershipEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { transferEndpoints } from '#lib/evm/transfers/contract.ts'
import { listOf } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'

const pageSize = 50
/** Filters that the list of a collection does not have. */
const searchedNames = ['wallet_addresses', 'from_date', 'to_date'] as const
const fields = [
  { name: 'token_id', title: 'Only this token', placeholder: 'token id' },
  ...boundFields,
  { name: 'wallet_addresses', title: 'Only these wallets', placeholder: '0x…, separated by commas', isWide: true },
]

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.tokenTransfers,
  kind: 'Transfers',
  of: 'Token',
  filters: [...searchedNames, 'from_block', 'to_block', 'token_id'],
  params: addressParams,
  questions: ({ state, chain, address, filters: { wallet_addresses, ...filters }, part }) => {
    const asked = { chain, ...filters, ...part(pageSize) }
    const wallets = listOf(wallet_addresses)
    const isFound = (wallets ?? filters.from_date ?? filters.to_date) !== undefined
    return {
      transfers: isFound ? undefined : callTo(ownershipEndpoints.evmCollectionTransfers, { ...asked, address }),
      found: isFound
        ? callTo(transferEndpoints.evmNftTransfers, {
            ...asked,
            contract_addresses: [address],
            wallet_addresses: wallets,
          })
        : undefined,
      ...headQuestions(state, address),
    }
  },
  list: ['transfers', 'found'],
  about: (page, answers) => aboutToken(page, answers),
  // An ERC20 token's transfers are on its first page.
  redirectTo: async ({ chain, address }, answers) =>
    (await answers.collection)?.data?.contract_type === 'ERC20' ? evmPaths.token({ chain, address }) : undefined,
  body: async (page) => {
    const { chain, questions, answers } = page
    const collection = (await answers.collection)?.data
    const isGrowing = collection?.status === 'SYNCING' || collection?.status === 'QUEUED'
    const panel = {
      page,
      title: 'Transfers',
      noun: 'transfers',
      certain: 'This contract has no NFT transfers.',
      isWhole: collection?.status === 'SYNCED',
      fields,
      filterTitle: 'Filter',
      list: nftTransferList,
      view: { chain, ...(collection && { token: listedToken(collection) }) },
      isGrowing,
    }
    if (questions.found && answers.found)
      return (
        <EvmListPanel
          {...panel}
          notice={(found) => (
            <>
              {isGrowing && <SyncNotice />}
              <SearchedBlocks found={found} />
            </>
          )}
          question={questions.found}
          answer={answers.found}
          List={FoundNftTransfers}
        />
      )
    if (!questions.transfers || !answers.transfers) return null
    return (
      <EvmListPanel
        {...panel}
        notice={() => isGrowing && <SyncNotice />}
        question={questions.transfers}
        answer={answers.transfers}
        List={ContractNftTransfers}
      />
    )
  },
})
