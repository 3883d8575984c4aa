import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import * as params from '#lib/aptos/api/params.ts'
import { badParameter } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { exactAmount } from '#lib/format/amount.ts'
import { known, rowCursor, rowLimit } from '#lib/mcp/arguments.ts'
import { askPage, mapPage, type Page, wholeList } from '#lib/mcp/page.ts'
import { type McpTool, mcpTool, type ToolCall } from '#lib/mcp/tool.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'
import { type AptosServices, type Ledger, ledgerChain, readLedgerState } from './ledger.ts'

type Asking = {
  services: AptosServices
  ledger: Ledger
  call: ToolCall
  id: string
  cursor: string | undefined
  limit: number
}
type Found = { facts: Record<string, unknown>; list?: { name: string; page: Page<unknown> }; hint?: string }

/** An id in the form of its kind. @throws invalid_request that names the parameter `id` */
const read = <Value>(schema: z.ZodType<Value>, id: string): Value => {
  const parsed = schema.safeParse(id)
  if (parsed.success) return parsed.data
  throw badParameter('id', parsed.error.issues[0]?.message ?? 'is not valid')
}

const decimal = (amount: string | null, decimals: number | null): string | null =>
  amount === null || decimals === null ? null : exactAmount(amount, decimals)

/** Microseconds, as the ledger writes times. */
const timeOf = (timestamp: unknown): string | null =>
  typeof timestamp === 'string' && /^\d{1,17}$/.test(timestamp)
    ? new Date(Number(timestamp) / 1_000).toISOString()
    : null

const account = async ({ services, ledger: { network }, call, id, cursor, limit }: Asking): Promise<Found> => {
  const address = read(params.address(), id)
  const { explorer } = services
  const overview = await askIfKnown(call, (context) => explorer.aptosAccountOverview({ address, network }, context))
  const page = await askPage(
    { cursor, limit },
    async (paging) =>
      (await call.ask((context) => explorer.aptosAccountActivity({ address, network, ...paging }, context))).answer,
  )
  const { balances = [], stakes: _, delegations: __, vesting: ___, vesting_search: ____, ...facts } = overview ?? {}
  return {
    facts: known({
      ...facts,
      balances: balances.map(({ asset_type, symbol, amount, decimals }) =>
        known({ asset_type, symbol, amount, amount_decimal: decimal(amount, decimals) }),
      ),
    }),
    list: {
      name: 'activity',
      page: mapPage(page, (row) =>
        known({
          ...row,
          changes: row.changes.length === 0 ? null : row.changes,
          nft_transfer_count: row.nft_transfer_count || null,
        }),
      ),
    },
    hint: 'kind=transaction with a version shows what it did.',
  }
}

const transaction = async ({ services, ledger: { network }, call, id, cursor }: Asking): Promise<Found> => {
  const { explorer } = services
  const version = /^\d+$/.test(id)
    ? read(params.u64(), id)
    : (
        await call.ask((context) =>
          explorer.aptosTransaction({ transaction_hash: read(params.transactionHash(), id), network }, context),
        )
      ).answer.version
  const [found, balances] = await Promise.all([
    call.ask((context) => explorer.aptosVersion({ version: String(version), network }, context)),
    askIfKnown(call, (context) => explorer.aptosBalanceChanges({ version: String(version), network }, context)),
  ])
  const whole: unknown = found.answer.transaction
  const { changes, events, payload, signature: _, ...facts } = isFields(whole) ? whole : {}
  return {
    facts: known({
      ...facts,
      time: timeOf(facts.timestamp),
      block_height: found.answer.block?.block_height,
      payload,
      gas: balances?.gas,
      change_count: Array.isArray(changes) ? changes.length : null,
      balance_changes: balances?.result.map((row) => known(row)),
    }),
    list: { name: 'events', page: await wholeList(Array.isArray(events) ? events : [], cursor) },
  }
}

const block = async ({ services, ledger: { network }, call, id }: Asking): Promise<Found> => {
  const height = read(params.u64(), id)
  const { answer } = await call.ask((context) =>
    services.client.blockByHeight({ block_height: height, network, with_transactions: false }, context),
  )
  const { transactions: _, ...facts } = answer
  return {
    facts: { ...facts, time: timeOf(facts.block_timestamp) },
    hint: 'kind=transaction with a version from first_version to last_version shows one of its transactions.',
  }
}

const module = async ({ services, ledger: { network }, call, id, cursor }: Asking): Promise<Found> => {
  const [address = '', name = ''] = id.split('::')
  const given = { address: read(params.address(), address), module: read(params.identifier(), name), network }
  const { answer } = await call.ask((context) => services.explorer.aptosModule(given, context))
  const { functions, structs, bytecode: _, source, ...facts } = answer
  return {
    facts: known({ ...facts, struct_names: structs.map((struct) => struct.name), has_source: source !== null }),
    list: {
      name: 'functions',
      page: mapPage(await wholeList(functions, cursor), (one) =>
        known({ ...one, params: one.params.join(', '), return: one.return.join(', ') }),
      ),
    },
  }
}

const asset = async ({ services, ledger: { network }, call, id, cursor, limit }: Asking): Promise<Found> => {
  const asset_type = read(params.assetType(), id)
  const { explorer } = services
  const { answer } = await call.ask((context) => explorer.aptosAsset({ asset_type, network }, context))
  const page = await askPage(
    { cursor, limit },
    async (paging) =>
      (await call.ask((context) => explorer.aptosAssetHolders({ asset_type, network, ...paging }, context))).answer,
  )
  return {
    facts: known({ ...answer, supply_decimal: decimal(answer.supply, answer.decimals) }),
    list: { name: 'holders', page: mapPage(page, (row) => known(row)) },
  }
}

const kinds = { account, transaction, block, module, asset } as const

export const aptosGet = (services: AptosServices): McpTool =>
  mcpTool({
    name: 'aptos_get',
    title: 'Aptos',
    description:
      'An account with its balances and activity, a transaction (version or hash) with its events and balance changes, a block (height), a module ' +
      '(address::name) with its functions, or a coin or fungible asset with its holders, on Aptos.',
    input: z.object({
      kind: parameters.oneOf(Object.keys(kinds) as (keyof typeof kinds)[]).describe('What `id` is of.'),
      id: parameters.text({ max: 1_000 }).describe('Address, version, hash, height, address::module or asset type.'),
      chain: ledgerChain(),
      limit: rowLimit(),
      cursor: rowCursor(),
    }),
    answer: async ({ kind, id, chain, limit, cursor }, call) => {
      const ledger = await readLedgerState(services, chain, call)
      const { block, coverage } = ledger
      return {
        chain: ledger.chain,
        block,
        coverage,
        ...(await kinds[kind]({ services, ledger, call, id: id.trim(), cursor, limit })),
      }
    },
  })
