import { expect, test } from 'vitest'
import { type AbilityGround, contractAbilities } from '#lib/evm/bytecode/abilities.ts'

const address = `0x${'11'.repeat(20)}` as const

/** What is said of upgrading a contract whose storage no node could read. */
const upgradeOf = (canDelegate: boolean, functions: AbilityGround['functions'] = []) =>
  contractAbilities({
    functions,
    isListWhole: true,
    codes: [{ address, facts: { selectors: [], canSelfDestruct: false, canDelegate } }],
    isPaused: undefined,
    proxyKind: undefined,
  }).find(({ ability }) => ability === 'upgrade')

test('a contract whose storage cannot be read is not said to have unreadable code', () => {
  const upgradeTo = { selector: '0x3659cfe6', signature: 'upgradeTo(address)', address, source: 'bytecode' } as const
  expect(upgradeOf(true)).toMatchObject({
    answer: 'unknown',
    sentence: 'Unknown: no node could read its storage, where a proxy names the contract that it runs.',
  })
  expect(upgradeOf(true, [upgradeTo])?.sentence).toMatch(/contract that it runs\. It has `upgradeTo\(address\)`\.$/)
})

test('code without DELEGATECALL cannot be upgraded, whatever its storage has', () => {
  expect(upgradeOf(false)).toMatchObject({
    answer: 'not_found',
    sentence: expect.stringMatching(/^Cannot be upgraded/),
  })
})
