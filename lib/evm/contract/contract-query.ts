import type { Service } from '#lib/api/endpoint.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import type { DescribedContract, KnownInterface } from '#lib/evm/abi/abi-port.ts'
import { contractAbilities } from '#lib/evm/bytecode/abilities.ts'
import type { FoundFunction } from '#lib/evm/bytecode/function-list.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { ContractState, ReadCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { contractEndpoints, EvmContract } from './contract.ts'
import { implementationsMax, runningCodes } from './contract-state.ts'
import { inspectContract } from './inspect-contract.ts'
import { needsNodeForContracts } from './needs-node.ts'
import { proxyKindOf } from './proxy-kind.ts'

/** What a contract is, by its code, its ABI and its answers. */
export const contractQuery =
  (context: EvmQueryContext): Service<typeof contractEndpoints>['evmContract'] =>
  async ({ address, ...input }, call): Promise<EvmContract> => {
    const chain = context.served.resolve(input.chain)
    if (!isHex(address)) throw needsNodeForContracts(chain)
    const { block, described, state } = await inspectContract(context, chain, address, call?.signal)
    const { proxy, interfaces } = described
    const implementations = proxy?.implementations ?? []
    const labelOf = labelsOn(context.known, chain.id)
    const isContract = (state.codes[0]?.bytes ?? 0) > 0
    const known = new Map(interfaces.map((one) => [one.address, one]))
    const proxyKind = proxyKindOf(proxy)
    return {
      address,
      block_number: String(block.number),
      is_contract: isContract,
      codes: state.codes.map((code, index) => codeRecord(code, index, known.get(code.address), labelOf(code.address))),
      implementation_count: implementations.length,
      proxy: proxyKind,
      standards: [...state.standards],
      roles: state.roles.map((role) => ({ ...role, label: labelOf(role.address) })),
      has_unlisted_roles: state.hasUnlistedRoles,
      abilities: isContract ? abilitiesOf(state, described) : [],
    }
  }

const codeRecord = (
  { address, bytes, hash, facts }: ReadCode,
  index: number,
  abi: KnownInterface | undefined,
  label: string | null,
): EvmContract['codes'][number] => {
  const match = abi?.match
  return {
    address,
    label,
    role: index === 0 ? 'own' : 'implementation',
    code_bytes: bytes,
    code_hash: hash,
    function_count: abi ? functionsInAbi(abi).length : facts.selectors.length || null,
    abi_source: abi?.by ?? null,
    match: match === 'exact_match' || match === 'match' ? match : null,
  }
}

/** In the ABI where one is known, otherwise in the bytecode. */
const abilitiesOf = ({ codes, isPaused }: ContractState, { proxy, interfaces }: DescribedContract) => {
  const proven = interfaces.filter(({ by }) => by !== 'given')
  const known = new Map<Hex, KnownInterface>(proven.map((one) => [one.address, one]))
  const running = runningCodes(codes)
  const functions = running.flatMap(({ address, facts }): FoundFunction[] => {
    const abi = known.get(address)
    const inAbi = abi ? functionsInAbi(abi) : []
    const named = new Set(inAbi.map(({ selector }) => selector))
    const more = facts.selectors.filter((selector) => !named.has(selector))
    return [
      ...inAbi,
      ...more.map((selector): FoundFunction => ({ selector, signature: null, address, source: 'bytecode' })),
    ]
  })
  const isListWhole =
    (proxy?.implementations.length ?? 0) <= implementationsMax &&
    running.every(({ address, facts }) => known.has(address) || facts.selectors.length > 0)
  return contractAbilities({ functions, isListWhole, codes, isPaused, proxyKind: proxy?.kind }).map(
    ({ functions: found, ...ability }) => ({ ...ability, functions: [...found] }),
  )
}

const functionsInAbi = ({ address, items }: KnownInterface): FoundFunction[] =>
  [...(abiIndex(items)?.functions ?? [])].flatMap(([selector, [first]]) =>
    first && isHex(selector) ? [{ selector, signature: first.signature, address, source: 'abi' as const }] : [],
  )
