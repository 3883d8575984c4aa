import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { contractKind } from '#lib/evm/chain/stored/contract-kind.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import { nativeBalanceAt, nonceAt } from '#lib/evm/holdings/native-balance.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { AccountCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { accountCode } from './account-code.ts'
import type { addressEndpoints, EvmAddress } from './contract.ts'
import { forwardsTo } from './forwards-to.ts'

/** The kind of an address, by its code, or by its token events if no node can read the code. */
export const addressKindQuery =
  (context: EvmQueryContext): Service<typeof addressEndpoints>['evmAddress'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { db } = context.store
    const [read, contract_type] = await Promise.all([
      readAccount(context, chain, address, call?.signal),
      contractKind(db, chain.id, toBytes(address)),
    ])
    const { code, block, balance, nonce } = read ?? {}
    const delegate = code?.delegate ?? null
    const forwards =
      delegate && block ? await forwardsTo(context, chain, address, { block, signal: call?.signal }) : undefined
    const labelOf = labelsOn(context.known, chain.id)
    return {
      address,
      label: labelOf(address),
      kind: kindOf(code, contract_type) ?? ((await creationRow(db, chain.id, address)) ? 'contract' : null),
      contract_type,
      account: code?.account ?? null,
      user_operation_role: code?.operationRole ?? null,
      delegate,
      delegate_label: delegate && labelOf(delegate),
      forwards_to: forwards ?? null,
      code_bytes: code?.bytes ?? null,
      balance: balance === undefined ? null : String(balance),
      nonce: nonce === undefined ? null : String(nonce),
      block_number: block ? String(block.number) : null,
    }
  }

/** A delegated account stays one whatever its delegate emits. */
const kindOf = (code: AccountCode | undefined, token: EvmAddress['contract_type']): EvmAddress['kind'] => {
  if (code?.account === 'eip7702') return 'smart_account'
  if (token !== null) return 'token'
  if (!code) return null
  if (code.account !== null) return 'smart_account'
  return code.bytes > 0 ? 'contract' : 'wallet'
}

type Account = {
  block: StateBlock
  code?: AccountCode | undefined
  balance?: bigint | undefined
  nonce?: bigint | undefined
}

/** Undefined where no block is indexed; each part is left out if no node can read it. */
const readAccount = async (
  context: EvmQueryContext,
  chain: ServedChain,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Account | undefined> => {
  const known = async <T>(reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading
    } catch (error) {
      if (signal?.aborted || !isServiceError(error)) throw error
      return undefined
    }
  }
  const block = await known(stateBlockOf(context, chain, undefined))
  if (!block) return undefined
  const [code, balance, nonce] = await Promise.all([
    known(accountCode(context, chain, address, { block, signal })),
    known(nativeBalanceAt(context, chain, address, block, signal)),
    known(nonceAt(context, chain, address, block, signal)),
  ])
  return code || balance !== undefined || nonce !== undefined ? { block, code, balance, nonce } : undefined
}
