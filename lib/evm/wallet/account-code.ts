import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Hex, isHex, wordOf } from '#lib/base/hex.ts'
import { proxyCode } from '#lib/evm/abi/proxy-code.ts'
import { entryPoints } from '#lib/evm/api/entry-points.ts'
import { readBytecode } from '#lib/evm/bytecode/read-bytecode.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { AccountCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { needsNodeForBalances, stateKey } from '#lib/evm/query/state-block.ts'

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
