import { sql } from 'kysely'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { publicationsOf, publishing } from '#lib/aptos/account/publications.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { type SentNodeTransaction, sentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { type AptosAssetActivityRow, calledIndexed } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfers.ts'
import {
  type AptosNftContext,
  type AptosNftServiceOptions,
  indexedAptosChain,
  ledgerCoverage,
  newestFirstPage,
  nftContext,
  tellingCoverage,
} from '#lib/aptos/query/context.ts'
import type { NetworkNodes } from '#lib/aptos/query/node-context.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { CursorPosition } from '#lib/store/cursors.ts'
import { aptosAccountActivityQuery } from './account-activity.ts'
import type { AptosActivityApi } from './contract.ts'

/** Transactions that called an entry function, from the index of their gas fees. */
const aptosFunctionTransactions =
  (context: AptosNftContext): Service<AptosActivityApi>['aptosFunctionTransactions'] =>
  async ({ function: name, network, limit, cursor }) => {
    const chainId = await indexedAptosChain(context, network)
    const spellings = spellingsOf(name)
    const page = await newestFirstPage<AptosAssetActivityRow>(context, {
      binding: { route: 'aptosFunctionTransactions', filters: { chainId, name } },
      limit,
      cursor,
      read: (before, count) => readCalls(context, chainId, spellings, { before, count }),
      keyOf: (row) => [row.transaction_version],
    })
    return {
      cursor: page.cursor,
      result: page.rows.map((row) => ({
        version: String(row.transaction_version),
        timestamp: microsecondsText(row.transaction_timestamp),
        sender: row.owner_address && toHex(row.owner_address),
        function: name,
        success: row.is_transaction_success === 1,
        gas_fee: row.amount,
      })),
    }
  }

/** The newest transactions of several functions, below a version: a range of the index for each. */
const readCalls = async (
  { store }: AptosNftContext,
  chainId: number,
  functions: readonly string[],
  { before, count }: { before: CursorPosition['key'] | undefined; count: number },
): Promise<AptosAssetActivityRow[]> => {
  const below = before ? sql`and transaction_version < ${before[0]}` : sql``
  const found = await Promise.all(
    functions.map((called) =>
      sql<AptosAssetActivityRow>`select * from aptos_asset_activities
        where chain_id = ${chainId} and entry_function = ${called} ${below}
          and ${calledIndexed(sql.ref('event_index'), sql.ref('entry_function'))}
        order by transaction_version desc limit ${count}`.execute(store.db),
    ),
  )
  return found
    .flatMap(({ rows }) => rows)
    .sort((a, b) => b.transaction_version - a.transaction_version)
    .slice(0, count)
}

/** Nodes write an address short or with its leading zeros, and rows have it as the node did. */
const spellingsOf = (name: string): string[] => {
  const [address = '', ...rest] = name.split('::')
  return [...new Set([name, [aptosAddress(address) ?? address, ...rest].join('::')])]
}

const readsAtOnce = 8
const modulesMax = 20
const nameMax = 128

const withChanges = z.looseObject({ changes: z.array(z.unknown()) })
const moduleWrite = z.object({
  type: z.literal('write_module'),
  data: z.object({ abi: z.object({ name: z.string().max(nameMax) }) }),
})

/** The names of the modules that a transaction wrote. */
const writtenModules = (transaction: SentNodeTransaction): string[] =>
  (withChanges.safeParse(transaction).data?.changes ?? [])
    .flatMap((change) => moduleWrite.safeParse(change).data?.data.abi.name ?? [])
    .slice(0, modulesMax)

/** Packages as they were published and upgraded: transactions from the index, and what they published from a full node. */
const aptosPackages =
  (context: AptosNftContext, nodes: NetworkNodes): Service<AptosActivityApi>['aptosPackages'] =>
  async ({ network = context.defaultNetwork, limit, cursor }, call) => {
    const chainId = await indexedAptosChain(context, network)
    const page = await newestFirstPage<AptosAssetActivityRow>(context, {
      binding: { route: 'aptosPackages', filters: { chainId } },
      limit,
      cursor,
      read: (before, count) => readCalls(context, chainId, publishing, { before, count }),
      keyOf: (row) => [row.transaction_version],
    })
    const node = nodes[network]
    const reads = pLimit(readsAtOnce)
    const published = async (version: number) => {
      try {
        const [found] = (await node?.transactions(version, 1, call?.signal)) ?? []
        const sent = sentNodeTransaction.safeParse(found).data
        return sent && { ...publicationsOf([sent])[0], modules: writtenModules(sent) }
      } catch (error) {
        // The index knows that it was published: what a node does not tell is unknown.
        if (isServiceError(error)) return undefined
        throw error
      }
    }
    const succeeded = page.rows.filter(({ is_transaction_success }) => is_transaction_success === 1)
    const result = await Promise.all(
      succeeded.map(async ({ transaction_version, transaction_timestamp, owner_address }) => {
        const found = await reads(() => published(transaction_version))
        return {
          package_name: found?.package_name ?? null,
          code_address: found?.code_address ?? null,
          upgrade_number: found?.upgrade_number ?? null,
          transaction_version: String(transaction_version),
          transaction_timestamp: new Date(transaction_timestamp / 1_000).toISOString(),
          sender: owner_address && toHex(owner_address),
          modules: found?.modules ?? [],
        }
      }),
    )
    return { cursor: page.cursor, result }
  }

/**
 * Transactions of accounts and functions, and published packages, from the own index; the coverage is that of the versions indexed with coins and NFTs.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosActivityService = (
  options: AptosNftServiceOptions,
  nodes: NetworkNodes = {},
): Service<AptosActivityApi> => {
  const context = nftContext(options)
  const service = {
    aptosAccountActivity: aptosAccountActivityQuery(context),
    aptosFunctionTransactions: aptosFunctionTransactions(context),
    aptosPackages: aptosPackages(context, nodes),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}
