import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { mendTransaction, wholeBlock } from '#lib/aptos/block/whole-block.ts'
import { aptCoinType, pairedMetadata } from '#lib/aptos/chain/decode/asset-ids.ts'
import { missingBlock } from '#lib/aptos/chain/rpc/ledger-reader.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { type FullNodeTransaction, isOdd } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { ShownAsset } from '#lib/aptos/chain/tables.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { AptosSimulationApi, AptosTransactionApi, AptosVersion } from './contract.ts'
import { balanceChanges, type DescribeAssets, type MovedAsset, simulateOnFullNode } from './simulate.ts'
import { stateChanges } from './state-changes.ts'

/** Assets that the node is asked for; a hostile transaction may move any number. */
const lookUpsMax = 12
const textMax = 128

const described = z.object({
  name: z.string().transform((text) => text.slice(0, textMax).toWellFormed()),
  symbol: z.string().transform((text) => text.slice(0, textMax).toWellFormed()),
  decimals: z.number().int().min(0).max(255),
})

const apt = { coin_type: aptCoinType, name: 'Aptos Coin', symbol: 'APT', decimals: 8 }
const aptId = pairedMetadata(aptCoinType)

/** The names of assets by the index, and otherwise by the newest state of the node, where they rarely change. */
const describeAssets =
  (
    node: AptosNode,
    indexed: (ids: readonly Uint8Array[]) => Promise<ReadonlyMap<string, ShownAsset>>,
    signal?: AbortSignal,
  ): DescribeAssets =>
  async (assets) => {
    const known = new Map<string, Partial<ShownAsset>>(await indexed(assets.map(({ id }) => id)))
    const missing = assets.filter(({ id }) => known.get(toHex(id))?.name == null)
    for (const { id } of missing) if (toHex(id) === aptId) known.set(aptId, apt)
    const asked = missing.filter(({ id }) => toHex(id) !== aptId).slice(0, lookUpsMax)
    const found = await Promise.all(asked.map((asset) => lookUp(node, asset, signal)))
    for (const [index, { id }] of asked.entries()) {
      const fields = found[index]
      if (fields) known.set(toHex(id), { ...known.get(toHex(id)), ...fields })
    }
    return known
  }

const lookUp = async (node: AptosNode, { id, coinType }: MovedAsset, signal: AbortSignal | undefined) => {
  try {
    if (coinType !== null) {
      const at = coinType.slice(0, coinType.indexOf('::'))
      const coin = described.safeParse(await node.resource(at, `0x1::coin::CoinInfo<${coinType}>`, signal))
      if (coin.success) return coin.data
    }
    return described.safeParse(await node.resource(toHex(id), '0x1::fungible_asset::Metadata', signal)).data
  } catch (error) {
    // Without names, amounts are shown in the smallest unit.
    if (isServiceError(error)) return undefined
    throw error
  }
}

/** A transaction of which all parts can be read. @throws ServiceError like `transactionAt`, `upstream_failed` for others. */
const readTransaction = async (
  node: AptosNode,
  version: string,
  signal?: AbortSignal,
): Promise<FullNodeTransaction> => {
  const found = await transactionAt(node, version, signal)
  if (isOdd(found)) throw new ServiceError('upstream_failed', String(found.raw_reason))
  return found
}

/**
 * The committed transaction of a version, which may be an `oddTransaction`. @throws ServiceError `not_found` beyond the ledger,
 * `not_available` if it is pruned.
 */
const transactionAt = async (node: AptosNode, version: string, signal?: AbortSignal): Promise<FullNodeTransaction> => {
  const number = Number(version)
  const name = { by: 'version', number: version } as const
  if (!Number.isSafeInteger(number)) throw missingBlock(name, 'unknown', await node.ledgerInfo(signal))
  const [found] = await node.transactions(number, 1, signal)
  if (found?.version === version) return found
  throw new ServiceError('upstream_failed', `The Aptos node returned no transaction of version ${version}.`)
}

/** Transactions and their effects, from full nodes; the index only adds names of assets. */
export const createAptosTransactionService = ({
  nodes,
  defaultNetwork,
  indexedAssets,
  now,
}: AptosNodeContext): Service<AptosTransactionApi & AptosSimulationApi> => ({
  aptosVersion: async ({ network = defaultNetwork, version }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    const transaction = mendTransaction(await transactionAt(node, version, signal))
    return { transaction, ...(await headerOf(node, Number(version), signal)) }
  },
  aptosBalanceChanges: async ({ network = defaultNetwork, version }, context) => {
    const node = nodeOf(nodes, network)
    const transaction = await readTransaction(node, version, context?.signal)
    return balanceChanges(
      transaction,
      describeAssets(node, (ids) => indexedAssets(network, ids), context?.signal),
    )
  },
  aptosSimulation: async ({ network = defaultNetwork, ...call }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    const describe = describeAssets(node, (ids) => indexedAssets(network, ids), signal)
    return simulateOnFullNode({ node, describe, now, signal }, call)
  },
  aptosStateChanges: async ({ network = defaultNetwork, version, limit, offset }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    return stateChanges(await readTransaction(node, version, signal), node.state, { offset, limit, signal })
  },
})

/** The header of a version's block; what the node lacks or does not answer is no reason to withhold the transaction. */
const headerOf = async (
  node: AptosNode,
  version: number,
  signal?: AbortSignal,
): Promise<Pick<AptosVersion, 'block' | 'block_error'>> => {
  try {
    const { transactions: _, ...block } = await wholeBlock(
      node,
      await node.blockByVersion(version, false, signal),
      false,
      signal,
    )
    return { block, block_error: null }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { block: null, block_error: error.message }
  }
}
