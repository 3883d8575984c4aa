import { toHex } from '#lib/base/bytes.ts'
import { type Hex, wordOf, zeroHash } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { selectorOfSignature } from '#lib/evm/bytecode/standards.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import { readBool } from '#lib/evm/token-metadata/read-contracts.ts'

/** Calls a contract: the results are in the order of the call data. */
export type CallAt = (to: Hex, data: readonly Hex[]) => Promise<readonly CallAnswer[]>

export type FoundRole = { role: string; address: Hex; source: string }

const wordBytes = 32
const addressBytes = 20

/** The address in an answer of one word. */
export const addressAnswered = (answer: CallAnswer | undefined): Hex | undefined => {
  if (answer === undefined || typeof answer === 'string' || answer.length !== wordBytes) return undefined
  if (answer.subarray(0, wordBytes - addressBytes).some((byte) => byte !== 0)) return undefined
  return toHex(answer.subarray(wordBytes - addressBytes))
}

export const boolIn = (answer: CallAnswer | undefined): boolean | undefined =>
  answer === undefined || typeof answer === 'string' || answer.length !== wordBytes
    ? undefined
    : (readBool(answer) ?? undefined)

const countIn = (answer: CallAnswer | undefined): number | undefined => {
  if (answer === undefined || typeof answer === 'string' || answer.length !== wordBytes) return undefined
  const count = BigInt(toHex(answer))
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(count)
}

const wordIn = (answer: CallAnswer | undefined): Hex | undefined =>
  answer === undefined || typeof answer === 'string' || answer.length !== wordBytes ? undefined : toHex(answer)

const ownerFunctions = [
  { role: 'owner', signature: 'owner()' },
  { role: 'owner', signature: 'getOwner()' },
  { role: 'pending owner', signature: 'pendingOwner()' },
  { role: 'admin', signature: 'admin()' },
  { role: 'governance', signature: 'governance()' },
  { role: 'guardian', signature: 'guardian()' },
] as const

/** Owners that a contract names by the usual functions; those of unset pending owners are left out. */
export const readOwners = async (
  address: Hex,
  call: CallAt,
  mayHave: (selector: Hex) => boolean,
): Promise<FoundRole[]> => {
  const asked = ownerFunctions.filter(({ signature }) => mayHave(selectorOfSignature(signature)))
  const answers = await call(
    address,
    asked.map(({ signature }) => selectorOfSignature(signature)),
  )
  const found = asked.flatMap(({ role, signature }, index): FoundRole[] => {
    const named = addressAnswered(answers[index])
    if (named === undefined || (named === zeroAddress && role !== 'owner')) return []
    return [{ role, address: named, source: signature }]
  })
  return found.filter(
    (one, index) => !found.slice(0, index).some(({ role, address }) => role === one.role && address === one.address),
  )
}

/** OpenZeppelin's AccessControl: the default role, and constants that contracts have for others. */
const defaultRole = zeroHash
const roleConstants = [
  'MINTER_ROLE',
  'PAUSER_ROLE',
  'UPGRADER_ROLE',
  'ADMIN_ROLE',
  'OPERATOR_ROLE',
  'BURNER_ROLE',
  'GOVERNOR_ROLE',
  'PROPOSER_ROLE',
  'EXECUTOR_ROLE',
  'KEEPER_ROLE',
]
const hasRole = selectorOfSignature('hasRole(bytes32,address)')
const memberCount = selectorOfSignature('getRoleMemberCount(bytes32)')
const member = selectorOfSignature('getRoleMember(bytes32,uint256)')
/** Of one role. */
const membersMax = 5

/** Members of roles, where the contract can list them; `isUnlisted` where it has roles and cannot. */
export const readMembers = async (
  address: Hex,
  call: CallAt,
  mayHave: (selector: Hex) => boolean,
): Promise<{ roles: FoundRole[]; isUnlisted: boolean }> => {
  if (!mayHave(hasRole)) return { roles: [], isUnlisted: false }
  if (!mayHave(memberCount)) return { roles: [], isUnlisted: true }
  const constants = roleConstants.filter((name) => mayHave(selectorOfSignature(`${name}()`)))
  const values = await call(
    address,
    constants.map((name) => selectorOfSignature(`${name}()`)),
  )
  const known = constants.flatMap((name, index) => {
    const id = wordIn(values[index])
    return id === undefined || id === defaultRole ? [] : [{ name, id }]
  })
  const all = [{ name: 'DEFAULT_ADMIN_ROLE', id: defaultRole }, ...known]
  const counts = await call(
    address,
    all.map(({ id }): Hex => `${memberCount}${id.slice(2)}`),
  )
  const places = all.flatMap(({ name, id }, index) => {
    const members = Math.min(membersMax, countIn(counts[index]) ?? 0)
    return Array.from({ length: members }, (_, at) => ({ name, data: `${member}${id.slice(2)}${wordOf(at)}` as const }))
  })
  const members = await call(
    address,
    places.map(({ data }) => data),
  )
  return {
    roles: places.flatMap(({ name }, index) => {
      const found = addressAnswered(members[index])
      return found ? [{ role: name, address: found, source: 'getRoleMember(bytes32,uint256)' }] : []
    }),
    isUnlisted: counts.every((answer) => countIn(answer) === undefined),
  }
}
