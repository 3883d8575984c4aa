import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, isHex, wordOf } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { proxyCode } from '#lib/evm/abi/proxy-code.ts'
import { entryPoints } from '#lib/evm/api/entry-points.ts'
import { readBytecode } from '#lib/evm/bytecode/read-bytecode.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { contractKind } from '#lib/evm/chain/stored/contract-kind.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import { nativeBalanceAt, nonceAt } from '#lib/evm/holdings/native-balance.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { AccountCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { needsNodeForBalances, stateBlockOf, stateKey } from '#lib/evm/query/state-block.ts'
import type { addressEndpoints, EvmAddress } from './contract.ts'

/**
 * `getNonce(address,uint192)` of an EntryPoint, `entryPoint()` and `getNonce()` of an account, and `createAccount(address,uint256)` of
 * the factories that follow the reference implementation.
 */
const selectors = {
  nonceOf: '0x35567e1a',
  entryPoint: '0xb0d691fe',
  ownNonce: '0xd087d288',
  createAccount: '0x5fbfb9cf',
} as const
const wordBytes = 32

/** The kind of an account by its code after a block. Throws ServiceErrors where no node can read it. */
export const accountCode = async (
  context: Pick<EvmQueryContext, 'node' | 'stateReads'>,
  chain: ServedChain,
  address: string,
  { block, signal }: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<AccountCode> => {
  const { code } = context.node
  if (!code || !isHex(address)) throw needsNodeForBalances(chain)
  const read = async (limit: AbortSignal): Promise<AccountCode> => {
    const bytes = toBytes(await code(chain, address, block, limit))
    const proxy = proxyCode(bytes)
    const found = { bytes: bytes.length, delegate: null, operationRole: null }
    if (proxy.kind === 'no_code') return { ...found, account: null }
    if (proxy.kind === 'constant' && proxy.pattern === 'eip7702')
      return { ...found, delegate: proxy.implementation, account: 'eip7702', operationRole: 'account' }
    if (proxy.kind === 'forwarding' && proxy.isSafe) return { ...found, account: 'safe' }
    const atEntryPoint = await roleAtEntryPoint(context, chain, address, { block, signal: limit })
    const createsAccounts = readBytecode(bytes).selectors.includes(selectors.createAccount)
    const operationRole = atEntryPoint !== 'account' && createsAccounts ? 'factory' : atEntryPoint
    return { ...found, operationRole, account: atEntryPoint === 'account' ? 'erc4337' : null }
  }
  return await context.stateReads.codes.read(stateKey(chain, block, address), read, signal)
}

/**
 * The part of a contract in ERC-4337. An account: an EntryPoint has counted an operation of it, or it names one and has a nonce
 * there. Paymasters name an EntryPoint too, but have no nonce.
 */
const roleAtEntryPoint = async (
  { node }: Pick<EvmQueryContext, 'node'>,
  chain: ServedChain,
  address: Hex,
  { block, signal }: { block: StateBlock; signal: AbortSignal },
): Promise<'account' | 'paymaster' | null> => {
  const { callContracts } = node
  if (!callContracts) return null
  const nonceOf: Hex = `${selectors.nonceOf}${wordOf(address)}${wordOf(0)}`
  const calls: ContractCall[] = [
    { to: address, data: selectors.entryPoint },
    { to: address, data: selectors.ownNonce },
    ...entryPoints.map((to) => ({ to, data: nonceOf })),
  ]
  const answers = await callContracts(chain, calls, block, signal)
  const [named, own, ...nonces] = answers.map((answer) =>
    typeof answer !== 'string' && answer.length === wordBytes ? toHex(answer) : undefined,
  )
  const isNamed = entryPoints.some((one) => named === `0x${wordOf(one)}`)
  const hasOperations = nonces.some((nonce) => nonce !== undefined && BigInt(nonce) > 0n)
  if (hasOperations || (isNamed && own !== undefined)) return 'account'
  return isNamed ? 'paymaster' : null
}

/** A sender that no contract knows, and the amount that it sends: enough not to be taken for dust. */
const sender: Hex = `0x${'51'.repeat(20)}`
const amount = 10n ** 17n
const gas = 500_000
const timeoutMs = 3_000

/**
 * Where native coin goes that a delegated account (EIP-7702) receives, as the node simulates it after a block: the address
 * that gets at least as much in the same transaction. Delegates that do so mostly sweep accounts whose keys were stolen.
 * Undefined where the coin stays, or no node can simulate it.
 */
export const forwardsTo = async (
  { node, stateReads }: Pick<EvmQueryContext, 'node' | 'stateReads'>,
  chain: ServedChain,
  address: string,
  { block, signal }: { block: StateBlock; signal: AbortSignal | undefined },
): Promise<Hex | undefined> => {
  const { simulate } = node
  if (!simulate || !isHex(address)) return undefined
  const read = async (limit: AbortSignal): Promise<Hex | undefined> => {
    const payment = { from: sender, to: address, value: amount, data: '0x' as const, gas }
    const transaction = { ...payment, balances: [{ address: sender, balance: 10n * amount }] }
    using soon = timeLimit(timeoutMs)
    const { coinMoves } = await simulate(chain, transaction, block, AbortSignal.any([limit, soon.signal]))
    return coinMoves?.find(({ from, to, value }) => from === address && to !== sender && value >= amount)?.to
  }
  try {
    return await stateReads.forwards.read(stateKey(chain, block, address), read, signal)
  } catch (error) {
    // Without an answer in time, or from a node that does not simulate, nothing is known.
    if (signal?.aborted || !isServiceError(error)) throw error
    return undefined
  }
}

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
