import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { tokenListFields, transfersDay } from '#components/evm/parts/lists/token-list-filters.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import type { Input } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { tokenListEndpoints } from '#lib/evm/token/lists-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { tokenList } from './token-list.tsx'
import { ChainTokens } from './token-pages.tsx'

type Sort = Input<EvmExplorerApi['evmTokens']>['sort']

const pageSize = 50

const fields = tokenListFields(['holders', 'Most holders'])

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.tokens,
  kind: 'Tokens',
  filters: ['search', 'sort'],
  params: chainParams,
  questions: ({ chain, filters: { search, sort }, part }) => ({
    // The API reports invalid parameters.
    tokens: callTo(tokenListEndpoints.evmTokens, { chain, search, sort: sort as Sort, ...part(pageSize) }),
  }),
  list: ['tokens'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `ERC20 tokens on ${place}, with their holders and transfers.`,
  }),
  // The hosted service has no list of tokens.
  redirectTo: ({ state, chain }) => (state.source === 'hosted' ? evmPaths.erc20Transfers({ chain }) : undefined),
  body: (page) => (
    <EvmListPanel
      page={page}
      title="Tokens"
      noun="tokens"
      certain="No ERC20 token was transferred on this chain."
      fields={fields}
      filterTitle="Search and order"
      aside={transfersDay}
      question={page.questions.tokens}
      answer={page.answers.tokens}
      list={tokenList}
      List={ChainTokens}
      view={{ chain: page.chain }}
    />
  ),
})
