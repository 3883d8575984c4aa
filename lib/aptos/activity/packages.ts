import pLimit from 'p-limit'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { publicationsOf, publishing } from '#lib/aptos/account/publications.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { type SentTransaction, sentTransaction } from '#lib/aptos/chain/rpc/account.ts'
import type { AptosAssetActivityRow } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import type { NetworkNodes } from '#lib/aptos/query/network-nodes.ts'
import { newestFirstPage } from '#lib/aptos/query/newest-first-page.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { AptosActivityApi } from './contract.ts'
import { readCalls } from './function-transactions.ts'

const readsAtOnce = 8
const modulesMax = 20
const nameMax = 128

const withChanges = z.looseObject({ changes: z.array(z.unknown()) })
const moduleWrite = z.object({
  type: z.literal('write_module'),
  data: z.object({ abi: z.object({ name: z.string().max(nameMax) }) }),
})

/** The names of the modules that a transaction wrote. */
const writtenModules = (transaction: SentTransaction): string[] =>
  (withChanges.safeParse(transaction).data?.changes ?? [])
    .flatMap((change) => moduleWrite.safeParse(change).data?.data.abi.name ?? [])
    .slice(0, modulesMax)

/** Packages as they were published and upgraded: transactions from the index, and what they published from a full node. */
export const aptosPackages =
  (context: AptosNftContext, nodes: NetworkNodes): Service<AptosActivityApi>['aptosPackages'] =>
  async ({ network = context.defaultNetwork, limit, cursor }, call) => {
    const chainId = await indexedChain(context, network)
    const page = await newestFirstPage<AptosAssetActivityRow>(context, {
      binding: { route: 'aptosPackages', filters: { chainId } },
      limit,
      cursor,
      read: (before, count) => readCalls(context, chainId, publishing, before, count),
      keyOf: (row) => [row.transaction_version],
    })
    const node = nodes[network]
    const reads = pLimit(readsAtOnce)
    const published = async (version: number) => {
      try {
        const [found] = (await node?.transactions(version, 1, call?.signal)) ?? []
        const sent = sentTransaction.safeParse(found).data
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
