import type { Hex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { Compiler } from './compile-contract.ts'
import { matchContract } from './match-contract.ts'
import type { ContractName, StandardJson } from './standard-json.ts'
import { VerificationFault } from './verification-fault.ts'
import type { VerifiedBy, VerifiedContract } from './verified-contract.ts'

/** What its author says a contract was compiled from. */
export type VerificationRequest = {
  input: StandardJson
  contract: ContractName
  compilerVersion: string
  by: VerifiedBy
}

/** The transaction that created a contract, and its input. */
export type Creation = { hash: Hex; input: Hex }

/** A deployed contract. Its creation is looked up after compiling, by when a new block is likely to be indexed. */
type Deployed = { address: Hex; runtime: Hex; findCreation: () => Promise<Creation | undefined> }

/** Compiles the sources, and compares the result with the code that the chain has now. @throws VerificationFault */
export const verifyContract = async (
  { input, contract, compilerVersion, by }: VerificationRequest,
  { address, runtime, findCreation }: Deployed,
  compiler: Compiler,
  { now, signal }: { now: () => number; signal?: AbortSignal },
): Promise<VerifiedContract> => {
  const compiled = await compiler.compile(input, contract, compilerVersion, signal)
  if (compiled.contract.evm.deployedBytecode.object === '')
    throw new VerificationFault('no_match', `${contract.name} has no code: it is an interface or abstract.`)
  const creation = await findCreation()
  const match = matchContract(compiled.contract, { address, runtime, creation: creation?.input })
  if (match === undefined)
    throw new VerificationFault(
      'no_match',
      'The compiled code differs from the deployed code. Check the compiler version, the settings and the sources.',
    )
  const { abi, metadata, storageLayout, devdoc, userdoc, evm } = compiled.contract
  return {
    address,
    verifiedAt: now(),
    verifiedBy: by,
    codeHash: hashOf(runtime.slice(2)),
    creationTransaction: match.creation && creation?.hash,
    match,
    ...contract,
    language: input.language,
    compilerVersion: compiled.compilerVersion,
    settings: input.settings,
    abi,
    storageLayout,
    documentation: { devdoc, userdoc },
    metadata,
    creationCode: evm.bytecode.object,
  }
}

/** EIP-7702: an account that runs the code of another address. */
const delegation = /^0xef0100[0-9a-f]{40}$/

/** The code at an address after the newest block. @throws VerificationFault without one */
export const deployedCode = async (pool: NodePool, address: Hex, signal?: AbortSignal): Promise<Hex> => {
  const code = parseBytes(await pool.call('eth_getCode', [address, 'latest'], { signal }), 'eth_getCode')
  if (code === '0x' || delegation.test(code))
    throw new VerificationFault('contract_not_deployed', 'There is no contract at this address.')
  return `0x${code.slice(2)}`
}
