import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import { ServiceError } from '#lib/base/errors.ts'
import * as params from '#lib/evm/api/params.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { known } from '#lib/mcp/arguments.ts'
import { mapPage, wholeList } from '#lib/mcp/page.ts'
import { type McpTool, mcpTool } from '#lib/mcp/tool.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'
import { askedChain, type EvmServices, headOf } from './asked-chain.ts'

const holdersMax = 50

const getToken = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_token',
    title: 'Token',
    description:
      'A token or NFT collection: name, symbol, supply, holders, whether it looks like spam and why, and the largest holders if asked for.',
    input: z.object({
      address: params.address().describe('The contract of the token or collection.'),
      chain: params.chain(),
      holders: parameters
        .integer({ min: 0, max: holdersMax })
        .default(0)
        .describe('How many of the largest holders to list.'),
    }),
    answer: async ({ address, chain: wanted, holders }, call) => {
      const asked = await askedChain(services, wanted, call)
      const { explorer } = services
      const given = { address, chain: asked.chain }
      const [token, collection, rating] = await Promise.all([
        askIfKnown(call, (context) => explorer.evmToken(given, context)),
        askIfKnown(call, (context) => explorer.evmCollection(given, context)),
        askIfKnown(call, (context) => explorer.evmContractRating(given, context)),
      ])
      if (!token && !collection?.contract_type) throw new ServiceError('not_found', `No token is known at ${address}.`)
      const isNft = collection?.contract_type === 'ERC721' || collection?.contract_type === 'ERC1155'
      const statistics = isNft
        ? await askIfKnown(call, (context) => explorer.evmCollectionStatistics(given, context))
        : undefined
      const top =
        holders > 0 && token
          ? await call.ask((context) => explorer.evmTokenHolders({ ...given, limit: holders }, context))
          : undefined
      const decimals = token?.decimals ?? null
      return {
        ...headOf(asked, top?.coverage),
        facts: known({
          address,
          standard: collection?.contract_type ?? 'ERC20',
          name: token?.name ?? collection?.name,
          symbol: token?.symbol ?? collection?.symbol,
          decimals,
          supply: token?.supply,
          supply_decimal: token?.supply ? valueDecimal(token.supply, decimals) : null,
          holders: token?.holders ?? statistics?.owners,
          tokens: statistics?.tokens,
          transfers: token?.transfers ?? statistics?.transfers,
          first_block: token?.first_block,
          holder_counts: token?.status,
          percent_held_by_top_10: token?.shares?.top_10,
          possible_spam: rating?.possible_spam,
          verified: rating?.verified,
          rating_reasons: rating?.reasons.map(({ text }) => text),
        }),
        ...(top && {
          list: {
            name: 'top_holders',
            isOfRange: true,
            page: mapPage(await wholeList(top.answer.result, undefined), (row) =>
              known({
                address: row.address,
                address_label: row.address_label,
                balance: row.balance,
                balance_decimal: valueDecimal(row.balance, decimals),
                percent: row.percent,
              }),
            ),
          },
        }),
        hint: 'list_token_transfers with token has its transfers; get_contract what its code can do.',
      }
    },
  })

export const tokenTools = (services: EvmServices) => ({ getToken: getToken(services) })
