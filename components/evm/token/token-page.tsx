import { aboutToken, headQuestions, hostedTokenOf } from '#components/evm/frames/token/about-token.ts'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { nftGallery } from '#components/evm/parts/lists/listed-nft.ts'
import { ContractNfts } from '#components/evm/parts/lists/nft-pages.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import { tokenErc20TransferNames } from '#components/evm/parts/transfers/erc20-panel.tsx'
import { Erc20TransfersPanel, erc20TransferQuestions } from '#components/evm/parts/transfers/erc20-transfers-panel.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { TokenTransfers } from './token-transfers.tsx'

const pageSize = 18
const noTransfers = { transfers: undefined, found: undefined }

/** The items of a collection, or the transfers of an ERC20 token. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.token,
  kind: 'Token',
  filters: tokenErc20TransferNames,
  params: async (at) => {
    const place = await addressParams(at)
    const [token, words] = await Promise.all([
      tokenOf(at.ask, place.state, place.address),
      hostedTokenOf(at.ask, place.state, place.address),
    ])
    return { ...place, isCoin: (token ?? words)?.contract_type === 'ERC20', isWhole: token?.status === 'SYNCED' }
  },
  questions: (page) => {
    const { state, chain, address, isCoin, part } = page
    const input = { chain, address, normalizeMetadata: true, media_items: true, ...part(pageSize) }
    return {
      items: isCoin ? undefined : { ...callTo(nftEndpoints.contractNfts, input), brief: true },
      ...(isCoin ? erc20TransferQuestions(page, { contract_addresses: [address] }) : noTransfers),
      ...headQuestions(state, address),
    }
  },
  list: ['items', 'transfers', 'found'],
  about: (page, answers) => aboutToken(page, answers),
  body: (page) => {
    const { chain, isCoin, isWhole, questions, answers } = page
    if (isCoin)
      return (
        <Erc20TransfersPanel
          page={page}
          names={tokenErc20TransferNames}
          title="Transfers"
          certain="This token has no transfers."
          isOneToken
          isWhole={isWhole}
          List={TokenTransfers}
        />
      )
    if (!questions.items || !answers.items) return null
    return (
      <EvmListPanel
        page={page}
        title="Items"
        noun="NFTs"
        certain="This contract has no NFTs."
        isWhole={isWhole}
        question={questions.items}
        answer={answers.items}
        list={nftGallery}
        List={ContractNfts}
        view={{ chain }}
      />
    )
  },
})
