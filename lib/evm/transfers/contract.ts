import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { searchedPage } from '#lib/evm/api/records/envelopes.ts'
import { erc20Event } from '#lib/evm/api/records/erc20.ts'
import { nftTransfer } from '#lib/evm/api/records/nfts.ts'
import { suspicionFields } from '#lib/evm/api/records/suspicion.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const found =
  'newest first. A request examines a bounded number of transfers: `searched_to_block` says how far it came, and a page may have ' +
  'fewer records than `limit`, even none, and still a cursor.'

const input = () => ({
  chain: params.chain(),
  ...params.erc20Lists(),
  ...params.transferFilters(),
  ...params.bounds(),
  ...params.paging(),
})

const exampleInput = {
  chain: 'eth',
  wallet_addresses: [examples.wallet],
  direction: 'in' as const,
  hide_spam: true,
  limit: 25,
}
const unsuspicious = { is_imitation: false, imitates: null, is_zero_value: false, is_dust: null, spam_reasons: [] }
const exampleOf = <Item>(item: Item) => ({
  cursor: examples.nextCursor,
  searched_to_block: '16141217',
  result: [item],
})

/** Token transfers by more filters than the lists of the interface have. */
export const transferEndpoints = endpointsOf(evmExplorerRoot, {
  evmErc20Transfers: endpoint({
    path: '/evm/erc20-transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Search ERC20 transfers',
    description: `ERC20 transfers by token, wallet, direction, counterparty, amount and time, ${found}`,
    tag,
    input: z.object({
      ...input(),
      min_amount: params.minAmount(),
      hide_spam: params.hideSpam(
        'transfers of nothing, tokens flagged as spam (`possible_spam`), and dust: transfers worth less than a cent at the ' +
          'current price, where there is one, that the wallet of `wallet_addresses` did not send.',
      ),
    }),
    output: searchedPage(erc20Event.extend(suspicionFields)),
    example: { input: exampleInput, output: exampleOf({ ...examples.erc20Event, ...unsuspicious, is_dust: false }) },
  }),
  evmNftTransfers: endpoint({
    path: '/evm/nft-transfers',
    paged: 'cursor',
    isKept: true,
    summary: 'Search NFT transfers',
    description: `NFT transfers by collection, token, wallet, direction, counterparty and time, ${found}`,
    tag,
    input: z.object({
      ...input(),
      token_id: params
        .tokenId()
        .optional()
        .describe('Only this token. Requires exactly one collection in `contract_addresses`.'),
      hide_spam: params.hideSpam('transfers of nothing and collections flagged as spam (`possible_spam`).'),
    }),
    output: searchedPage(nftTransfer.extend(suspicionFields)),
    example: { input: exampleInput, output: exampleOf({ ...examples.nftTransfer, ...unsuspicious }) },
  }),
})
