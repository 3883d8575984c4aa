import { boundFields, type FilterField } from '#components/chain/filter-form.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { dealingFields, spamField } from '#components/evm/parts/lists/filter-fields.ts'
import { SearchedBlocks } from '#components/evm/parts/lists/searched-blocks.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { FoundNftTransfers } from '#components/evm/parts/transfers/lazy-found-nft.tsx'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { transferEndpoints } from '#lib/evm/transfers/contract.ts'
import { boundNames, listOf } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { WalletNftTransfers } from './nft-transfers.tsx'

const pageSize = 50
/** Filters that only the index has. */
const searchedNames = ['counterparty', 'hide_spam'] as const

const fields: readonly FilterField[] = [
  ...dealingFields,
  spamField('Spam collections'),
  ...boundFields,
  {
    name: 'contract_addresses',
    title: 'Only these collections',
    placeholder: '0x…, separated by commas',
    isWide: true,
  },
]

/** As the interface calls the side of the wallet, which older links have too. */
const sides: Readonly<Record<string, 'from' | 'to'>> = { in: 'to', out: 'from', to: 'to', from: 'from' }

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletNftTransfers,
  kind: 'NFT transfers',
  of: 'Address',
  filters: [...boundNames, ...searchedNames, 'direction', 'contract_addresses'],
  params: addressParams,
  questions: ({ state, chain, address, filters, part }) => {
    const { direction = '', contract_addresses, counterparty, hide_spam, ...bounds } = filters
    const side = sides[direction]
    const asked = { chain, ...bounds, contract_addresses: listOf(contract_addresses), ...part(pageSize) }
    const isFound = searchedNames.some((name) => filters[name] !== undefined)
    return {
      transfers: isFound
        ? undefined
        : callTo(nftEndpoints.walletNftTransfers, { ...asked, address, direction: side ?? 'both' }),
      found: isFound
        ? callTo(transferEndpoints.evmNftTransfers, {
            ...asked,
            wallet_addresses: [address],
            direction: side && (side === 'to' ? 'in' : 'out'),
            counterparty,
            hide_spam,
          })
        : undefined,
      ...frameQuestions(state, address),
    }
  },
  list: ['transfers', 'found'],
  about: (page) => aboutTab('NFT transfers', page),
  body: ({ questions, answers, ...page }) => {
    const isHosted = page.state.source === 'hosted'
    const panel = {
      page,
      title: 'NFT transfers',
      noun: 'NFT transfers',
      certain: 'This address has no NFT transfers.',
      fields: isHosted ? fields.filter(({ name }) => !searchedNames.some((one) => one === name)) : fields,
      filterTitle: 'Filter',
      list: nftTransferList,
      view: { chain: page.chain, wallet: page.address },
    }
    if (questions.found && answers.found)
      return (
        <EvmListPanel
          {...panel}
          notice={(found) => <SearchedBlocks found={found} />}
          question={questions.found}
          answer={answers.found}
          List={FoundNftTransfers}
        />
      )
    if (!questions.transfers || !answers.transfers) return null
    return (
      <EvmListPanel {...panel} question={questions.transfers} answer={answers.transfers} List={WalletNftTransfers} />
    )
  },
})
