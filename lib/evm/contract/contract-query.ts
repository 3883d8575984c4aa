import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { abiIndex, type DescribedContract, type KnownInterface } from '#lib/evm/abi/abi-index.ts'
import type { KnownSources } from '#lib/evm/abi/contract-sources.ts'
import { contractAbilities } from '#lib/evm/bytecode/abilities.ts'
import type { FoundFunction } from '#lib/evm/bytecode/standards.ts'
import { tailAuxdata } from '#lib/evm/bytecode/tail-auxdata.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { ContractState, ReadCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractSourceEndpoints, EvmContractCode } from './code-contract.ts'
import type { contractEndpoints, EvmContract } from './contract.ts'
import { compilerSettings, licenseOf, lineCount } from './contract-source.ts'
import { implementationsMax, needsNodeForContracts, runningCodes } from './contract-state.ts'
import { constructorParameters } from './creation-code.ts'
import { inspectContract } from './inspect-contract.ts'

/** `plain` code never forwards; `none` forwards to nothing now; `no_code` is an account. */
const noProxy: ReadonlySet<string> = new Set(['plain', 'none', 'no_code'])

/** The kind of proxy that a contract is; null for other contracts. */
const proxyKindOf = (proxy: DescribedContract['proxy']): string | null =>
  proxy && !noProxy.has(proxy.kind) ? proxy.kind : null

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

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A multihash (hex digits) as CID of version 0: in base 58, as Solidity's metadata names files on IPFS. */
export const ipfsCid = (digits: string): string => {
  let left = BigInt(`0x0${digits}`)
  let text = ''
  while (left > 0n) {
    text = `${alphabet[Number(left % 58n)]}${text}`
    left /= 58n
  }
  return text
}

const describeMs = 2_500
/** The bytecode, the ABI and the compiler settings of a contract. */
export const contractCodeQuery =
  (context: EvmQueryContext): Service<typeof contractSourceEndpoints>['evmContractCode'] =>
  async ({ address, ...input }, call): Promise<EvmContractCode> => {
    const chain = context.served.resolve(input.chain)
    if (!context.node.code || !isHex(address)) throw needsNodeForContracts(chain)
    const block = await stateBlockOf(context, chain, undefined)
    const [code, described] = await Promise.all([
      context.node.code(chain, address, block, call?.signal),
      context.abis?.describe(chain, { address, block: block.number }, describeMs),
    ])
    const bytes = toBytes(code)
    const sources =
      isHex(code) && bytes.length > 0 ? await context.sources?.find(chain, { address, code }, call?.signal) : undefined
    const abi = described?.interfaces.find((one) => one.address === address)
    const items = sources?.abi ?? abi?.items
    const given = sources ? undefined : abi?.given
    const proxy = described?.proxy
    return {
      address,
      block_number: String(block.number),
      code,
      code_bytes: bytes.length,
      code_hash: toHex(keccak256(bytes)),
      metadata: metadataOf(code),
      proxy: proxyKindOf(proxy),
      implementations: (proxy?.implementations ?? []).slice(0, implementationsMax),
      abi_source: sources?.by ?? abi?.by ?? null,
      abi: items ? JSON.stringify(items, null, 2) : null,
      abi_given_by: given?.by ?? null,
      abi_given_at: momentText(given?.at ?? null),
      accepts_abi:
        bytes.length > 0 && (items === undefined || given !== undefined) && context.givenAbis?.policy === 'everyone',
      sources: sources ? sourcesRecord(sources) : null,
    }
  }

const metadataOf = (code: string): EvmContractCode['metadata'] => {
  const tail = tailAuxdata(code.slice(2))
  if (!tail) return null
  const { hash, solc = null } = tail
  return {
    solc,
    hash_kind: hash?.kind ?? null,
    hash: hash ? (hash.kind === 'ipfs' ? ipfsCid(hash.digits) : `0x${hash.digits}`) : null,
  }
}

const sourcesRecord = (sources: KnownSources): NonNullable<EvmContractCode['sources']> => {
  const { by, match, name, file, language, libraries, constructorArguments, files, abi } = sources
  return {
    by: by === 'sourcify' || by === 'artifacts' ? by : 'server',
    verified_through: sources.verifiedThrough ?? null,
    verified_at: momentText(sources.verifiedAt ?? null),
    runtime_match: match.runtime ?? null,
    creation_match: match.creation ?? null,
    name,
    file,
    language,
    compiler_version: sources.compilerVersion,
    ...compilerSettings(sources.settings),
    license: licenseOf(files[file] ?? ''),
    libraries: Object.entries(libraries).map(([library, address]) => ({ name: library, address })),
    constructor_arguments: constructorArguments ?? null,
    constructor_params: constructorArguments === undefined ? null : constructorParameters(abi, constructorArguments),
    files: Object.entries(files).map(([path, text]) => ({
      path,
      bytes: Buffer.byteLength(text),
      lines: lineCount(text),
    })),
  }
}
