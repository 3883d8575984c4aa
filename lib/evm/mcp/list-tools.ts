import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import * as params from '#lib/evm/api/params.ts'
import { logEndpoints } from '#lib/evm/events/contract.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { transactionListEndpoints } from '#lib/evm/transaction/contract.ts'
import { transferEndpoints } from '#lib/evm/transfers/contract.ts'
import { addDealing, noEvidence, suspicionOf } from '#lib/format/look-alike.ts'
import { known, pagedShape, rowCursor, rowLimit } from '#lib/mcp/arguments.ts'
import { type McpTool, mcpTool } from '#lib/mcp/tool.ts'
import { askedChain, type EvmServices, pageAnswer } from './asked-chain.ts'

type Searched = { searched_to_block?: string | null }
const searchedFacts = (answer: object): Record<string, unknown> => {
  const { searched_to_block: block } = answer as Searched
  return block === undefined || block === null ? {} : { searched_to_block: block }
}

const transactionInput = z.object(pagedShape(transactionListEndpoints.evmTransactions.input.shape))

const listTransactions = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'list_transactions',
    title: 'Transactions',
    description:
      'Transactions of an address, or of the whole chain, newest first, with filters by direction, other side, method, status, value, blocks and dates. ' +
      'Coin that contracts moved and token transfers are not in it: see list_token_transfers and get_transaction.',
    input: transactionInput,
    answer: async ({ chain, cursor, limit, ...given }, call) => {
      const asked = await askedChain(services, chain, call)
      const { address, direction, counterparty, status, method, min_value, ...bounds } = given
      const filters = [direction, counterparty, status, method, min_value]
      const isPlain = filters.every((filter) => filter === undefined)
      return await pageAnswer(asked, call, {
        name: 'transactions',
        paging: { cursor, limit },
        ask: (page, context) =>
          asked.isHosted && address !== undefined && isPlain
            ? services.client.walletTransactions({ ...bounds, address, chain: asked.chain, ...page }, context)
            : services.explorer.evmTransactions({ ...given, chain: asked.chain, ...page }, context),
        facts: searchedFacts,
        shape: (row) =>
          known({
            time: row.block_timestamp,
            block: row.block_number,
            hash: row.hash,
            from: row.from_address,
            from_label: row.from_address_label,
            to: row.to_address ?? row.receipt_contract_address,
            to_label: row.to_address_label,
            creates_contract: row.to_address === null ? true : null,
            value: row.value,
            value_decimal: asked.coin(row.value),
            method: methodOf(row),
            fee_decimal: asked.coin(String(BigInt(row.gas_price ?? 0) * BigInt(row.receipt_gas_used ?? 0))),
            failed: row.receipt_status === '0' ? true : null,
          }),
        hint: 'get_transaction with a hash shows what it did.',
      })
    },
  })

const methodOf = ({ method, input }: { method?: unknown; input: string }): unknown => {
  if (typeof method === 'object' && method !== null && 'label' in method) return method.label
  return method ?? (input.length >= 10 ? input.slice(0, 10) : null)
}

const erc20Shape = transferEndpoints.evmErc20Transfers.input.shape
const nftShape = transferEndpoints.evmNftTransfers.input.shape

const listTokenTransfers = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'list_token_transfers',
    title: 'Token transfers',
    description:
      'Transfers of ERC20 tokens or of NFTs (ERC721 and ERC1155), newest first, of an address, a token, or the whole chain. Rows that imitate an ' +
      'address of the wallet have look_alike_of; anyone can make such rows without the wallet.',
    input: z.object({
      chain: params.chain(),
      address: params.address().optional().describe('Only transfers from or to this address.'),
      token: params.address().optional().describe('Only of this contract.'),
      kind: parameters.oneOf(['erc20', 'nft']).default('erc20').describe('ERC20 tokens, or NFTs of both standards.'),
      direction: erc20Shape.direction.describe('Only what `address` received (in) or sent (out).'),
      counterparty: params.address().optional().describe('Only between `address` and this one.'),
      min_amount: erc20Shape.min_amount.describe(
        'ERC20: only transfers of at least so many tokens of `token`, such as 0.5.',
      ),
      token_id: nftShape.token_id.describe('NFTs: only this one of `token`.'),
      hide_spam: parameters.boolean().default(true).describe('false lists transfers of spam too.'),
      ...params.bounds(),
      limit: rowLimit(),
      cursor: rowCursor(),
    }),
    answer: async ({ chain, address, token, kind, min_amount, token_id, cursor, limit, ...rest }, call) => {
      const asked = await askedChain(services, chain, call)
      const given = {
        ...rest,
        chain: asked.chain,
        ...(address !== undefined && { wallet_addresses: [address] }),
        ...(token !== undefined && { contract_addresses: [token] }),
      }
      const base = { name: 'transfers', paging: { cursor, limit }, facts: searchedFacts }
      const look = lookAlikes(address)
      if (kind === 'erc20')
        return await pageAnswer(asked, call, {
          ...base,
          ask: (page, context) => services.explorer.evmErc20Transfers({ ...given, min_amount, ...page }, context),
          shape: (row) =>
            known({
              time: row.block_timestamp,
              block: row.block_number,
              transaction: row.transaction_hash,
              token: row.contract_address,
              symbol: row.token_symbol,
              from: row.from_wallet,
              from_label: row.from_wallet_label,
              to: row.to_wallet,
              to_label: row.to_wallet_label,
              amount: row.value,
              amount_decimal: row.value_decimal,
              possible_spam: row.possible_spam,
              look_alike_of: look({
                from: row.from_wallet,
                to: row.to_wallet,
                value: row.value,
                isSpam: row.possible_spam,
              }),
            }),
        })
      return await pageAnswer(asked, call, {
        ...base,
        ask: (page, context) => services.explorer.evmNftTransfers({ ...given, token_id, ...page }, context),
        shape: (row) =>
          known({
            time: row.block_timestamp,
            block: row.block_number,
            transaction: row.transaction_hash,
            collection: row.token_address,
            token_id: row.token_id,
            standard: row.contract_type,
            from: row.from_address,
            from_label: row.from_address_label,
            to: row.to_address,
            to_label: row.to_address_label,
            amount: row.amount,
            possible_spam: row.possible_spam,
            look_alike_of: look({
              from: row.from_address,
              to: row.to_address,
              value: row.amount ?? '1',
              isSpam: row.possible_spam,
            }),
          }),
      })
    },
  })

type Moved = { from: string | null; to: string | null; value: string; isSpam: boolean }

/** The address that the other side of a row imitates, by the rows of the page before it. */
const lookAlikes = (wallet: string | undefined) => {
  if (wallet === undefined) return () => null
  const evidence = noEvidence(wallet)
  return ({ from, to, value, isSpam }: Moved): string | null => {
    const party = from === wallet ? to : from
    const moves = value !== '0' && !isSpam
    const kind = !moves ? 'nothing' : from === wallet ? 'sent' : 'received'
    const dealing = { party, kind } as const
    const found = suspicionOf(evidence, dealing)
    addDealing(evidence, dealing)
    return found?.imitated?.address ?? null
  }
}

const getLogs = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_logs',
    title: 'Events',
    description:
      'Events by contract, event and indexed arguments, newest first, decoded where the ABI or a signature is known. A page may have few rows, ' +
      'or none, and still continue.',
    input: z.object(pagedShape(logEndpoints.evmLogs.input.shape)),
    answer: async ({ chain, cursor, limit, ...given }, call) => {
      const asked = await askedChain(services, chain, call)
      const page = await pageAnswer(asked, call, {
        name: 'logs',
        paging: { cursor, limit },
        ask: (page, context) => services.explorer.evmLogs({ ...given, chain: asked.chain, ...page }, context),
        facts: (answer) => ('searched' in answer ? { searched: answer.searched } : {}),
        shape: (log) => {
          const event = log.decoded_event ?? log.guessed_event
          const topics = [log.topic0, log.topic1, log.topic2, log.topic3].filter((topic) => topic !== null)
          return known({
            time: log.block_timestamp,
            block: log.block_number,
            transaction: log.transaction_hash,
            log_index: log.log_index,
            contract: log.address,
            contract_label: log.address_label,
            event_signature: event?.signature,
            is_guess: log.decoded_event || !event ? null : true,
            arguments: event && argumentsOf(event.params),
            ...(!event && { topics, data: log.data }),
            token_symbol: log.token?.symbol,
            amount_decimal: log.token && event && amountDecimal(event.params, log.token.decimals),
          })
        },
      })
      // Blocks that are not indexed are read from a node; no searched range means that there were none.
      const isUnsearched = page.facts !== undefined && page.facts.searched === null
      return isUnsearched ? { ...page, coverage: { complete: false, from: null, to: null } } : page
    },
  })

const amountNames = ['value', 'amount', 'wad']

/** The amount of a token's event in whole tokens. */
const amountDecimal = (params: readonly { name: string; value: unknown }[], decimals: number | null): string | null => {
  const amount = params.find(({ name }) => amountNames.includes(name))?.value
  return typeof amount === 'string' && /^\d+$/.test(amount) ? valueDecimal(amount, decimals) : null
}

/** Decoded values by their names. */
export const argumentsOf = (params: readonly { name: string; value: unknown }[]): Record<string, unknown> =>
  Object.fromEntries(params.map(({ name, value }, at) => [name === '' ? String(at) : name, value]))

export const listTools = (services: EvmServices) => ({
  listTransactions: listTransactions(services),
  listTokenTransfers: listTokenTransfers(services),
  getLogs: getLogs(services),
})
