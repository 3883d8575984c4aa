import type { AptosTransaction } from '#lib/aptos/chain/rpc/block.ts'
import { missingBlock } from '#lib/aptos/chain/rpc/missing-block.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { isOdd } from '#lib/aptos/chain/rpc/odd-transaction.ts'
import { ServiceError } from '#lib/base/errors.ts'

/** A transaction of which all parts can be read. @throws ServiceError like `transactionAt`, `upstream_failed` for others. */
export const readTransaction = async (
  node: AptosNode,
  version: string,
  signal?: AbortSignal,
): Promise<AptosTransaction> => {
  const found = await transactionAt(node, version, signal)
  if (isOdd(found)) throw new ServiceError('upstream_failed', String(found.raw_reason))
  return found
}

/**
 * The committed transaction of a version, which may be an `oddTransaction`. @throws ServiceError `not_found` beyond the ledger,
 * `not_available` if it is pruned.
 */
export const transactionAt = async (
  node: AptosNode,
  version: string,
  signal?: AbortSignal,
): Promise<AptosTransaction> => {
  const number = Number(version)
  const name = { by: 'version', number: version } as const
  if (!Number.isSafeInteger(number)) throw missingBlock(name, 'unknown', await node.ledgerInfo(signal))
  const [found] = await node.transactions(number, 1, signal)
  if (found?.version === version) return found
  throw new ServiceError('upstream_failed', `The Aptos node returned no transaction of version ${version}.`)
}
