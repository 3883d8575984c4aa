import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompilerContract } from '#lib/evm/verification/compile-contract.ts'
import { matchContract } from '#lib/evm/verification/verify-contract.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import {
  type ContractName,
  compileAll,
  content,
  contractNames,
  type Deployed,
  deployAll,
  file,
  type SettingsName,
  settingsByName,
} from './deployments.ts'

const compilations = new Map<string, ReturnType<typeof compileAll>>()

const compile = (name: string, settings: SettingsName, text = content): CompilerContract => {
  const key = `${settings} ${text}`
  const all = compilations.get(key) ?? compileAll(settingsByName[settings], text)
  compilations.set(key, all)
  const contract = all.get(name)
  if (!contract) throw new Error(`${name} was not compiled`)
  return contract
}

const names = Object.keys(settingsByName) as SettingsName[]
const deployments = new Map<SettingsName, Map<ContractName, Deployed>>()
let anvil: Anvil

beforeAll(async () => {
  anvil = await startAnvil()
  for (const name of names) deployments.set(name, await deployAll(anvil, settingsByName[name]))
}, 120_000)
afterAll(() => anvil?.stop())

const deployedOf = (settings: SettingsName, name: ContractName): Deployed => {
  const found = deployments.get(settings)?.get(name)
  if (!found) throw new Error(`${name} (${settings}) is not deployed`)
  return found
}

const matchOf = (settings: SettingsName, name: ContractName, change: Partial<Deployed> = {}, text = content) => {
  const { address, runtime, input: creation } = { ...deployedOf(settings, name), ...change }
  return matchContract(compile(name, settings, text), { address, runtime, creation })
}

describe.each(names)('contracts compiled %s', (settings) => {
  const kind = settings.startsWith('without') ? 'match' : 'exact_match'

  test.each(contractNames)('%s matches its deployed and its creation code', (name) => {
    expect(matchOf(settings, name)).toMatchObject({ runtime: kind, creation: kind })
  })
})

describe('what only the chain knows', () => {
  test('immutables, libraries and constructor arguments are read from the code', () => {
    const vault = matchOf('optimised', 'Vault')
    expect(Object.values(vault?.immutables ?? {})).toContain(`0x${'0'.repeat(62)}fa`)
    expect(vault?.constructorArguments).toHaveLength(2 + 64 * 6)
    const basket = matchOf('optimised', 'Basket')
    expect(basket?.libraries).toEqual({ [`${file}:Sums`]: deployedOf('optimised', 'Sums').address })
  })

  test('the deployed code is enough where the creation is unknown', () => {
    const contract = compile('Vault', 'optimised')
    const { address, runtime } = deployedOf('optimised', 'Vault')
    expect(matchContract(contract, { address, runtime })).toMatchObject({
      runtime: 'exact_match',
      creation: undefined,
      constructorArguments: undefined,
    })
  })

  test('a source that differs in a comment matches in part', () => {
    const text = content.replace('so far', 'until now')
    for (const name of ['Counter', 'Factory'] as const)
      expect(matchOf('via IR', name, {}, text)).toMatchObject({ runtime: 'match', creation: 'match' })
  })
})

/** Code with one byte changed where a text is found. */
const replaced = (code: `0x${string}`, from: string, to: string): `0x${string}` => {
  if (from.length !== to.length || !code.includes(from)) throw new Error(`${from} is not in the code`)
  return `0x${code.slice(2).replace(from, to)}`
}

describe('altered contracts do not match', () => {
  const noCreation = { input: undefined } as unknown as Partial<Deployed>

  test.each([
    ['another calculation', 'Counter', 'count++', 'count += 2'],
    ['another limit', 'Counter', 'count >= limit', 'count > limit'],
    ['another error', 'Counter', 'TooHigh', 'TooTall'],
    ['another divisor', 'Vault', '10_000', '10_001'],
    ['another text', 'Vault', 'owner pays nothing', 'owner pays NOTHING'],
    ['another slot', 'Proxy', '382bbc', '382bbd'],
  ] as const)('%s', (_, name, from, to) => {
    expect(content).toContain(from)
    expect(matchOf('optimised', name, {}, content.replaceAll(from, to))).toBeUndefined()
  })

  test('the same sources with other settings', () => {
    const { address, runtime, input: creation } = deployedOf('optimised', 'Vault')
    const contract = compile('Vault', 'plain')
    expect(matchContract(contract, { address, runtime, creation })).toBeUndefined()
  })

  test('an immutable that has two values', () => {
    const { runtime } = deployedOf('optimised', 'Vault')
    const fee = `${'0'.repeat(62)}fa`
    expect(runtime.split(fee).length).toBeGreaterThan(2)
    const altered = replaced(runtime, fee, `${'0'.repeat(62)}fb`)
    expect(matchOf('optimised', 'Vault', { ...noCreation, runtime: altered })).toBeUndefined()
  })

  test('a library that would run at another address', () => {
    const { runtime, address } = deployedOf('optimised', 'Sums')
    const altered = replaced(runtime, address.slice(2), '11'.repeat(20))
    expect(matchOf('optimised', 'Sums', { ...noCreation, runtime: altered })).toBeUndefined()
  })

  test('code in the place of the metadata', () => {
    const { runtime } = deployedOf('optimised', 'Counter')
    const altered: `0x${string}` = `0x${runtime.slice(2, -20)}${'5b'.repeat(10)}`
    expect(matchOf('optimised', 'Counter', { ...noCreation, runtime: altered })).toBeUndefined()
  })

  test('more bytes after the constructor arguments', () => {
    const { input } = deployedOf('optimised', 'Vault')
    const altered = matchOf('optimised', 'Vault', { input: `${input}00` })
    expect(altered).toMatchObject({ runtime: 'exact_match', creation: undefined })
  })
})
