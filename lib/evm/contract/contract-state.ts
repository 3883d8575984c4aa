import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { readBytecode } from '#lib/evm/bytecode/read-bytecode.ts'
import {
  erc165,
  erc165Interfaces,
  type FoundStandard,
  selectorOfSignature,
  standardsBySelectors,
} from '#lib/evm/bytecode/standards.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { ContractState, ReadCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { addressAnswered, boolIn, type CallAt, type FoundRole, readMembers, readOwners } from './read-roles.ts'

/** For chains without a node of their own. */
export const needsNodeForContracts = (chain: ServedChain): ServiceError =>
  new ServiceError('not_available', `Contracts on ${chain.title} cannot be read here: this requires a node.`)

const asked = [erc165.own, erc165.invalid, ...erc165Interfaces.map(({ id }) => id)]

/** The standards of a contract: those that it reports by ERC-165, and those whose functions it has. */
const readStandards = async (
  address: Hex,
  call: CallAt,
  selectors: ReadonlySet<Hex>,
  mayHave: (selector: Hex) => boolean,
): Promise<FoundStandard[]> => {
  const byFunctions = standardsBySelectors(selectors)
  if (!mayHave(erc165.own)) return byFunctions
  const answers = await call(
    address,
    asked.map((id): Hex => `${erc165.own}${id.slice(2).padEnd(64, '0')}`),
  )
  const [own, invalid, ...reported] = answers.map(boolIn)
  if (own !== true || invalid !== false) return byFunctions
  const found = erc165Interfaces.filter((_, index) => reported[index] === true)
  return [
    { name: 'ERC-165', title: 'Reports its interfaces', source: 'erc165' },
    ...found.map(({ name, title }): FoundStandard => ({ name, title, source: 'erc165' })),
    ...byFunctions,
  ]
}

/** Code of more contracts is not read; a diamond may have hundreds. */
export const implementationsMax = 12
const codesAtOnce = 4

const paused = selectorOfSignature('paused()')
const owner = selectorOfSignature('owner()')
/** EIP-1967. */
const slots: Readonly<Record<'admin' | 'beacon', Hex>> = {
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
}

type Context = Pick<EvmQueryContext, 'node'>

/** What a contract and the code it runs say after a block. Throws ServiceErrors where no node can read it. */
export const readContractState = async (
  { node }: Context,
  chain: ServedChain,
  contract: { address: Hex; proxyKind: string | undefined; implementations: readonly Hex[] },
  { block, signal }: { block: StateBlock; signal: AbortSignal },
): Promise<ContractState> => {
  const { code, callContracts, storage } = node
  if (!code || !callContracts || !storage) throw needsNodeForContracts(chain)
  const { address, proxyKind } = contract
  const read = async (one: Hex): Promise<ReadCode> => {
    const bytes = toBytes(await code(chain, one, block, signal))
    return { address: one, bytes: bytes.length, hash: toHex(keccak256(bytes)), facts: readBytecode(bytes) }
  }
  const addresses = [address, ...contract.implementations.slice(0, implementationsMax)]
  const codes = await inParallel(addresses, codesAtOnce, read)
  if (codes[0]?.bytes === 0) return { codes, standards: [], roles: [], hasUnlistedRoles: false, isPaused: undefined }
  const running = runningCodes(codes)
  const selectors = new Set(running.flatMap(({ facts }) => facts.selectors))
  // Where a dispatcher could not be read, a function may be there all the same.
  const isAnyUnread = running.some(({ facts }) => facts.selectors.length === 0)
  const mayHave = (selector: Hex): boolean => isAnyUnread || selectors.has(selector)
  const call: CallAt = async (to, data) =>
    data.length === 0
      ? []
      : await callContracts(
          chain,
          data.map((one) => ({ to, data: one })),
          block,
          signal,
        )

  const [standards, owners, members, admins, [pausedAnswer]] = await Promise.all([
    readStandards(address, call, selectors, mayHave),
    readOwners(address, call, mayHave),
    readMembers(address, call, mayHave),
    proxyKind?.startsWith('eip1967')
      ? readAdmins(address, (at) => storage(chain, address, at, block, signal), call)
      : [],
    mayHave(paused) ? call(address, [paused]) : [],
  ])
  return {
    codes,
    standards,
    roles: [...owners, ...admins, ...members.roles],
    hasUnlistedRoles: members.isUnlisted,
    isPaused: boolIn(pausedAnswer),
  }
}

/** The codes that have functions: of a proxy without functions of its own, only the implementations. */
export const runningCodes = (codes: readonly ReadCode[]): readonly ReadCode[] => {
  const [own, ...implementations] = codes
  return own && implementations.length > 0 && own.facts.selectors.length === 0 ? implementations : codes
}

/** Who can upgrade a proxy by EIP-1967: its admin, the owner of that, and of its beacon. */
const readAdmins = async (
  address: Hex,
  readSlots: (slots: readonly Hex[]) => Promise<readonly Hex[]>,
  call: CallAt,
): Promise<FoundRole[]> => {
  const words = await readSlots([slots.admin, slots.beacon])
  const [admin, beacon] = words.map((word) => {
    const found = addressAnswered(toBytes(word))
    return found !== undefined && /[1-9a-f]/.test(found.slice(2)) && found !== address ? found : undefined
  })
  const ownerOf = async (of: Hex | undefined, role: string): Promise<FoundRole[]> => {
    if (of === undefined) return []
    const [answer] = await call(of, [owner])
    const found = addressAnswered(answer)
    return found ? [{ role, address: found, source: `owner() of ${of}` }] : []
  }
  const [adminOwner, beaconOwner] = await Promise.all([
    ownerOf(admin, 'proxy admin owner'),
    ownerOf(beacon, 'beacon owner'),
  ])
  return [
    ...(admin ? [{ role: 'proxy admin', address: admin, source: 'EIP-1967 admin slot' }] : []),
    ...adminOwner,
    ...(beacon ? [{ role: 'beacon', address: beacon, source: 'EIP-1967 beacon slot' }] : []),
    ...beaconOwner,
  ]
}
