import type { Hex } from '#lib/base/hex.ts'
import type { BytecodeFacts } from './read-bytecode.ts'
import { type FoundFunction, signaturesBySelector } from './standards.ts'

type AbilityKind = 'pause' | 'upgrade' | 'mint' | 'destroy'

/** `not_found` is no proof: a contract may do the same under another name. */
type AbilityAnswer = 'yes' | 'not_found' | 'unknown'

/** What may be done with a contract, in one sentence with its evidence. */
export type Ability = {
  ability: AbilityKind
  answer: AbilityAnswer
  sentence: string
  functions: readonly FoundFunction[]
}

/** What abilities are decided from. */
export type AbilityGround = {
  /** The functions of the contract and of what it forwards to. */
  functions: readonly FoundFunction[]
  /** Every function is known: by a verified ABI, or by a dispatcher that could be read, of each contract that runs. */
  isListWhole: boolean
  /** The bytecode of the contract and of what it forwards to. */
  codes: readonly { address: Hex; facts: BytecodeFacts }[]
  /** `paused()`; undefined if the contract does not tell. */
  isPaused: boolean | undefined
  /** What it forwards to: see `ImplementationPoint`; undefined if no node could tell. */
  proxyKind: string | undefined
}

const pausing = signaturesBySelector([
  'pause()',
  'pause(bool)',
  'setPaused(bool)',
  'setPause(bool)',
  'togglePause()',
  'togglePaused()',
  'pauseContract()',
  'pauseAll()',
  'pauseTransfers()',
  'emergencyPause()',
  'emergencyStop()',
  'freeze()',
  'stop()',
])
const minting = signaturesBySelector([
  'mint()',
  'mint(uint256)',
  'mint(address)',
  'mint(address,uint256)',
  'mint(address,uint256,bytes)',
  'mint(address,uint256,uint256)',
  'mint(address,uint256,uint256,bytes)',
  'mint(address,string)',
  'mint(uint256,address)',
  'mintTo(address)',
  'mintTo(address,string)',
  'mintTo(address,uint256)',
  'mintTo(address,uint256,string,uint256)',
  'mintBatch(address,uint256[],uint256[],bytes)',
  'mintWithTokenURI(address,uint256,string)',
  'safeMint(address)',
  'safeMint(address,uint256)',
  'safeMint(address,string)',
  'safeMint(address,uint256,string)',
  'publicMint(uint256)',
  'ownerMint(address,uint256)',
  'adminMint(address,uint256)',
  'crosschainMint(address,uint256)',
  'bridgeMint(address,uint256)',
  'issue(uint256)',
])
const upgrading = signaturesBySelector([
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'upgradeBeaconToAndCall(address,bytes,bool)',
  'setImplementation(address)',
  '_setImplementation(address)',
  '_setImplementation(address,bool,bytes)',
  '_setPendingImplementation(address)',
  'changeMasterCopy(address)',
  'diamondCut((address,uint8,bytes4[])[],address,bytes)',
])

/** What is said where an ABI names a function that is not in the tables. */
const abiNames = {
  pause: /^_?(emergency)?(pause|freeze|halt)/i,
  mint: /^_?(safe|public|owner|admin|batch)?mint/i,
  upgrade: /^_?upgrade(To|Beacon|Proxy)/,
}

/** More are not named in a sentence. */
const namedMax = 3

export const contractAbilities = (ground: AbilityGround): Ability[] => [
  pauseAbility(ground),
  upgradeAbility(ground),
  mintAbility(ground),
  destroyAbility(ground),
]

const pauseAbility = (ground: AbilityGround): Ability => {
  const found = functionsOf(ground, pausing, abiNames.pause)
  const state = ground.isPaused === undefined ? '' : ground.isPaused ? ' It is paused now.' : ' It is not paused now.'
  if (found.length > 0) return yes('pause', `Can be paused: it has ${named(found)}.${state}`, found)
  if (ground.isPaused !== undefined)
    return {
      ability: 'pause',
      answer: 'unknown',
      functions: [],
      sentence: `It answers \`paused()\`, but no function that pauses it was found.${state}`,
    }
  return notFound('pause', ground, 'pause')
}

const mintAbility = (ground: AbilityGround): Ability => {
  const found = functionsOf(ground, minting, abiNames.mint)
  return found.length > 0
    ? yes('mint', `Can mint: it has ${named(found)}. Who may call it is decided by its code.`, found)
    : notFound('mint', ground, 'mint')
}

/** Contracts that cannot change where they forward to. */
const fixedKinds: Readonly<Record<string, string>> = { eip1167: 'an EIP-1167 clone', clone: 'a clone' }

const proxyWords: Readonly<Record<string, string>> = {
  eip1967: 'an EIP-1967 proxy',
  eip1967_beacon: 'an EIP-1967 beacon proxy',
  eip1822: 'an EIP-1822 proxy',
  eip2535: 'an EIP-2535 diamond',
  eip897: 'an EIP-897 proxy',
  eip7702: 'an account that delegates by EIP-7702',
  safe: 'a Safe proxy',
  zeppelinos: 'a proxy by ZeppelinOS',
  comptroller: 'a proxy of the Compound kind',
}

const upgradeAbility = (ground: AbilityGround): Ability => {
  const { proxyKind, codes } = ground
  const found = functionsOf(ground, upgrading, abiNames.upgrade)
  const fixed = proxyKind && fixedKinds[proxyKind]
  if (fixed)
    return {
      ability: 'upgrade',
      answer: 'not_found',
      functions: [],
      sentence: `Cannot be upgraded: it is ${fixed}, and the address it forwards to is part of its code.`,
    }
  const proxy = proxyKind && proxyWords[proxyKind]
  if (proxyKind === 'eip7702')
    return yes('upgrade', `Can be changed: it is ${proxy}, and its key can choose another contract.`, [])
  if (proxyKind === 'eip1967_beacon')
    return yes('upgrade', `Can be upgraded: it is ${proxy}, and forwards to what its beacon names.`, found)
  if (proxy) {
    const by =
      found.length > 0 ? `by ${named(found)}` : 'though no function for it was found in the code that could be read'
    return yes('upgrade', `Can be upgraded: it is ${proxy} whose implementation is in its storage, ${by}.`, found)
  }
  const own = codes[0]
  if (!own) return unknown('upgrade', 'Unknown: its code could not be read.')
  if (!own.facts.canDelegate)
    return {
      ability: 'upgrade',
      answer: 'not_found',
      functions: [],
      sentence: 'Cannot be upgraded: its code has no DELEGATECALL, so it never runs other code in its own place.',
    }
  if (proxyKind === undefined) {
    const functions = found.length > 0 ? ` It has ${named(found)}.` : ''
    return unknown(
      'upgrade',
      `Unknown: no node could read its storage, where a proxy names the contract that it runs.${functions}`,
    )
  }
  if (found.length > 0)
    return yes('upgrade', `May be upgraded: it has ${named(found)}, but it forwards to nothing now.`, found)
  return unknown(
    'upgrade',
    'Unknown: its code has a DELEGATECALL, as libraries and proxies do, but it is no known kind of proxy.',
  )
}

const destroyAbility = ({ codes }: AbilityGround): Ability => {
  if (codes.length === 0) return unknown('destroy', 'Unknown: its code could not be read.')
  const destructive = codes.filter(({ facts }) => facts.canSelfDestruct)
  if (destructive.length > 0) {
    const where = destructive[0]?.address === codes[0]?.address ? 'its code' : 'the code it forwards to'
    return yes(
      'destroy',
      `Can be destroyed: ${where} contains SELFDESTRUCT. On chains with the Cancun upgrade this only sends its balance away, unless the contract was created in the same transaction.`,
      [],
    )
  }
  const isForwarding = codes.length > 1
  const where = isForwarding ? 'its code or the code it forwards to' : 'its code'
  // A proxy's own DELEGATECALL leads to the code that was read.
  const mayRunMore = codes.slice(isForwarding ? 1 : 0).some(({ facts }) => facts.canDelegate)
  return {
    ability: 'destroy',
    answer: 'not_found',
    functions: [],
    sentence: `No SELFDESTRUCT was found in ${where}${mayRunMore ? ', which may run other code by DELEGATECALL' : ''}.`,
  }
}

const functionsOf = (
  { functions }: AbilityGround,
  table: ReadonlyMap<Hex, string>,
  abiName: RegExp,
): FoundFunction[] => {
  const found = functions.flatMap((one): FoundFunction[] => {
    const known = table.get(one.selector)
    if (known !== undefined) return [{ ...one, signature: known }]
    return one.source === 'abi' && one.signature !== null && abiName.test(one.signature) ? [one] : []
  })
  return [...new Map(found.map((one) => [one.selector, one])).values()]
}

const named = (found: readonly FoundFunction[]): string => {
  const texts = found.slice(0, namedMax).map(({ signature, selector }) => `\`${signature ?? selector}\``)
  const more = found.length - texts.length
  if (more > 0) return `${texts.join(', ')} and ${more} more`
  const last = texts.at(-1) ?? ''
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${last}` : last
}

const yes = (ability: AbilityKind, sentence: string, functions: readonly FoundFunction[]): Ability => ({
  ability,
  answer: 'yes',
  sentence,
  functions,
})
const unknown = (ability: AbilityKind, sentence: string): Ability => ({
  ability,
  answer: 'unknown',
  sentence,
  functions: [],
})

const notFound = (ability: AbilityKind, { isListWhole, functions }: AbilityGround, verb: string): Ability => {
  if (!isListWhole) return unknown(ability, `Unknown: not all of its functions could be read from its bytecode.`)
  const isByAbi = functions.some(({ source }) => source === 'abi')
  const where = isByAbi ? 'its ABI' : `the ${functions.length} functions in its bytecode`
  return { ability, answer: 'not_found', functions: [], sentence: `No function to ${verb} was found in ${where}.` }
}
