import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isHex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import type { KnownSources } from '#lib/evm/abi/contract-sources.ts'
import { tailAuxdata } from '#lib/evm/bytecode/tail-auxdata.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractSourceEndpoints, EvmContractCode } from './code-contract.ts'
import { compilerSettings } from './compiler-settings.ts'
import { constructorParameters } from './constructor-parameters.ts'
import { implementationsMax } from './contract-state.ts'
import { needsNodeForContracts } from './needs-node.ts'
import { proxyKindOf } from './proxy-kind.ts'
import { licenseOf, lineCount } from './source-text.ts'

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
