import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import * as params from '#lib/evm/api/params.ts'
import { approvalListEndpoints } from '#lib/evm/approvals/contract.ts'
import { addressEndpoints } from '#lib/evm/wallet/contract.ts'
import { known, pagedShape, rowCursor, rowLimit } from '#lib/mcp/arguments.ts'
import { wholeList } from '#lib/mcp/page.ts'
import { type McpTool, mcpTool } from '#lib/mcp/tool.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'
import { askedChain, type EvmServices, headOf, pageAnswer, readPlaces } from './asked-chain.ts'

const getAddress = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_address',
    title: 'Address',
    description:
      'What an address is: wallet, contract, token or smart account, its label, balance, number of transactions sent, first and last indexed ' +
      'transaction, who created it, and for tokens whether it looks like spam.',
    input: addressEndpoints.evmAddress.input,
    answer: async ({ chain: wanted, address }, call) => {
      const asked = await askedChain(services, wanted, call)
      const { chain } = asked
      const { client, explorer } = services
      const { answer } = await call.ask((context) => explorer.evmAddress({ address, chain }, context))
      const isContract = answer.kind !== 'wallet' && answer.code_bytes !== 0
      const [newest, oldest, creation, rating] = await Promise.all([
        askIfKnown(call, (context) => client.walletTransactions({ address, chain, limit: 1 }, context)),
        askIfKnown(call, (context) => client.walletTransactions({ address, chain, limit: 1, order: 'ASC' }, context)),
        isContract
          ? askIfKnown(call, (context) => explorer.evmContractCreation({ address, chain }, context))
          : undefined,
        answer.kind === 'token'
          ? askIfKnown(call, (context) => explorer.evmContractRating({ address, chain }, context))
          : undefined,
      ])
      const { balance, block_number, ...facts } = answer
      return {
        ...headOf(asked),
        block: block_number ?? asked.block,
        facts: {
          ...known(facts),
          ...(balance !== null && { balance, balance_decimal: asked.coin(balance), coin: asked.symbol }),
          first_transaction: momentOf(oldest?.result[0]),
          last_transaction: momentOf(newest?.result[0]),
          ...(creation && { created: known({ ...creation, address: null }) }),
          ...(rating && { possible_spam: rating.possible_spam, verified: rating.verified }),
        },
        hint: 'list_transactions, list_token_transfers, list_balances, list_nfts and list_approvals have the details of an address; get_contract and get_token those of a contract.',
      }
    },
  })

const momentOf = (row: { hash: string; block_timestamp: string; block_number: string } | undefined) =>
  row ? { time: row.block_timestamp, block: row.block_number, hash: row.hash } : null

/** At most so many chains are asked for their balances at once. */
const chainsMax = 12

const listBalances = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'list_balances',
    title: 'Balances',
    description:
      'The coin and ERC20 tokens of an address now, on one chain or all of them, with values in USD where this server has prices.',
    input: z.object({
      address: params.address().describe('The wallet or contract.'),
      chain: params.chain(),
      all_chains: parameters
        .boolean()
        .default(false)
        .describe(`true asks the first ${chainsMax} chains instead of one.`),
      include_spam: parameters
        .boolean()
        .default(false)
        .describe('true lists tokens too that are spam or have no known decimals.'),
      limit: rowLimit(),
      cursor: rowCursor(),
    }),
    answer: async ({ address, chain, all_chains, include_spam, limit, cursor }, call) => {
      const places = all_chains
        ? (await readPlaces(services, call)).slice(0, chainsMax)
        : [await askedChain(services, chain, call)]
      const given = { address, folded: include_spam, limit: 100 }
      const answers = all_chains
        ? await Promise.all(
            places.map((asked) =>
              askIfKnown(call, (context) => services.explorer.evmHoldings({ ...given, chain: asked.chain }, context)),
            ),
          )
        : [
            (await call.ask((context) => services.explorer.evmHoldings({ ...given, chain: places[0]?.chain }, context)))
              .answer,
          ]
      const rows = answers.flatMap((answer, at) => (answer ? holdingRows(places[at]?.chain, answer) : []))
      const [only] = answers
      const silent = places.filter((_, at) => answers[at] === undefined).map((asked) => asked.chain)
      const asked = places[0]
      const shared =
        all_chains || !asked
          ? { chain: null, block: null, coverage: null }
          : { ...headOf(asked), block: only?.block_number ?? asked.block }
      const page = await wholeList(rows, cursor)
      return {
        ...shared,
        facts: known({
          folded: all_chains ? null : only?.folded,
          value_usd: all_chains ? null : only?.value?.usd,
          note: all_chains ? null : only?.note,
          chains_that_gave_no_answer: silent.length > 0 ? silent : null,
        }),
        list: { name: 'balances', page: limited(page, limit) },
      }
    },
  })

type Holdings = Awaited<ReturnType<EvmServices['explorer']['evmHoldings']>>

const holdingRows = (chain: string | undefined, { native, tokens, block_number }: Holdings) => [
  known({
    chain,
    block: block_number,
    symbol: native.symbol,
    amount: native.balance,
    amount_decimal: native.balance_formatted,
    usd: native.usd_value,
  }),
  ...tokens.map((token) =>
    known({
      chain,
      token: token.token_address,
      symbol: token.symbol,
      name: token.name,
      amount: token.balance,
      amount_decimal: token.balance_formatted,
      usd: token.usd_value,
      verified: token.verified_contract,
      folded: token.folded,
    }),
  ),
]

/** A whole list, shown in pages. */
const limited = <Row>({ rows, cursorAfter }: Awaited<ReturnType<typeof wholeList<Row>>>, limit: number) => ({
  rows: rows.slice(0, limit),
  cursorAfter,
})

const listNfts = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'list_nfts',
    title: 'NFTs of a wallet',
    description: 'The NFTs that a wallet owns now, with their collections, names and numbers of copies.',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      include_spam: parameters.boolean().default(false).describe('true lists NFTs too that look like spam.'),
      limit: rowLimit(),
      cursor: rowCursor(),
    }),
    answer: async ({ address, chain, include_spam, ...paging }, call) => {
      const asked = await askedChain(services, chain, call)
      const given = { address, chain: asked.chain, exclude_spam: !include_spam, normalizeMetadata: true }
      return await pageAnswer(asked, call, {
        name: 'nfts',
        paging,
        ask: (page, context) => services.client.walletNfts({ ...given, ...page }, context),
        shape: (nft) =>
          known({
            collection: nft.token_address,
            collection_name: nft.name,
            symbol: nft.symbol,
            token_id: nft.token_id,
            name: nft.normalized_metadata?.name,
            amount: nft.amount,
            standard: nft.contract_type,
            possible_spam: nft.possible_spam,
            verified: nft.verified_collection,
          }),
      })
    },
  })

const listApprovals = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'list_approvals',
    title: 'Approvals of a wallet',
    description:
      'Who may still take what from a wallet: ERC20 allowances, whole collections and single NFTs, newest first, each with its spender and risks ' +
      '(unlimited, whole collection, unused, old, a spender that is a wallet, destroyed or unverified).',
    input: z.object(pagedShape(approvalListEndpoints.evmApprovals.input.shape)),
    answer: async ({ address, chain, ...paging }, call) => {
      const asked = await askedChain(services, chain, call)
      return await pageAnswer(asked, call, {
        name: 'approvals',
        paging,
        ask: (page, context) => services.explorer.evmApprovals({ address, chain: asked.chain, ...page }, context),
        shape: (row) =>
          known({
            kind: row.kind,
            token: row.token.address,
            token_symbol: row.token.symbol,
            token_name: row.token.name,
            token_id: row.token_id,
            spender: row.spender.address,
            spender_label: row.spender.address_label,
            spender_kind: row.spender.kind,
            amount: row.value,
            amount_decimal: row.value_formatted,
            usd_at_risk: row.usd_at_risk,
            risks: row.risks.join(', ') || null,
            approved_at: row.block_timestamp,
            transaction: row.transaction_hash,
            possible_spam: row.token.possible_spam,
          }),
      })
    },
  })

export const addressTools = (services: EvmServices) => ({
  getAddress: getAddress(services),
  listBalances: listBalances(services),
  listNfts: listNfts(services),
  listApprovals: listApprovals(services),
})
