import { describe, expect, test } from 'vitest'
import { addDealing, type Dealing, type Evidence, noEvidence, suspicionOf, twinIn } from '#lib/format/look-alike.ts'

/** An address by its ends; the same middle makes it the same address. */
const addressOf = (head: string, tail: string, middle = '0'): string =>
  `0x${head}${middle.repeat(32).slice(0, 32)}${tail}`

const wallet = addressOf('aaaa', '1111')
const friend = addressOf('1234', 'abcd', '7')
const forger = addressOf('1234', 'abcd', '9')
const stranger = addressOf('5678', 'ef01')

const sent = (party: string): Dealing => ({ party, kind: 'sent' })
const received = (party: string): Dealing => ({ party, kind: 'received' })
const nothing = (party: string): Dealing => ({ party, kind: 'nothing' })
const zero = (party: string): Dealing => ({ party, kind: 'nothing', doubt: 'zero value' })

const evidenceOf = (dealings: readonly Dealing[]): Evidence => {
  const evidence = noEvidence(wallet)
  for (const dealing of dealings) addDealing(evidence, dealing)
  return evidence
}
const imitatedBy = (dealings: readonly Dealing[], dealing: Dealing) =>
  suspicionOf(evidenceOf(dealings), dealing)?.imitated?.address

describe('imitated addresses', () => {
  test('an address with the same first and last digits as one that the wallet paid is its look-alike, in any order', () => {
    for (const dealings of [
      [zero(forger), sent(friend)],
      [sent(friend), zero(forger)],
      [received(forger), sent(friend)],
    ]) {
      expect(imitatedBy(dealings, nothing(forger))).toBe(friend)
      expect(imitatedBy(dealings, sent(friend))).toBeUndefined()
    }
  })

  test('four digits at each end are required: three at either end are not enough', () => {
    expect(imitatedBy([sent(friend)], zero(addressOf('1235', 'abcd')))).toBeUndefined()
    expect(imitatedBy([sent(friend)], zero(addressOf('1234', 'bbcd')))).toBeUndefined()
  })

  test('two contracts with the same leading zeros do not match by these alone', () => {
    const one = `0x000000000000${'1'.repeat(24)}abcd`
    expect(imitatedBy([sent(one)], nothing(`0x000000000000${'2'.repeat(24)}abcd`))).toBeUndefined()
    expect(imitatedBy([sent(one)], nothing(`0x000000000000${'1'.repeat(20)}2222abcd`))).toBe(one)
  })

  test('of two that sent dust, the one known first is genuine', () => {
    expect(imitatedBy([received(forger), received(friend)], received(forger))).toBe(friend)
    expect(imitatedBy([received(forger), received(friend)], received(friend))).toBeUndefined()
  })

  test('a payment outweighs dust from an older look-alike', () => {
    expect(imitatedBy([sent(friend), received(forger)], received(forger))).toBe(friend)
  })

  test('an imitator that was paid by mistake stays a look-alike of the address paid before', () => {
    const dealings = [sent(forger), zero(forger), sent(friend), zero(forger)]
    expect(imitatedBy(dealings, zero(forger))).toBe(friend)
    expect(imitatedBy(dealings, sent(friend))).toBeUndefined()
  })

  test('two addresses without any dealings imitate no one', () => {
    expect(suspicionOf(evidenceOf([nothing(friend), nothing(forger)]), nothing(forger))).toBeUndefined()
  })

  test("an address with the wallet's own first and last digits imitates the wallet", () => {
    const twin = addressOf('aaaa', '1111', '4')
    const evidence = evidenceOf([received(stranger), sent(twin)])
    expect(suspicionOf(evidence, received(twin))?.imitated?.address).toBe(wallet)
    expect(twinIn(wallet, [received(stranger), sent(wallet), sent(twin)])).toBe(twin)
    expect(twinIn(wallet, [received(stranger), sent(wallet)])).toBeUndefined()
  })
})

describe('folding', () => {
  test('rows sent by the wallet itself are marked and never folded', () => {
    const evidence = evidenceOf([sent(forger), sent(friend)])
    expect(suspicionOf(evidence, sent(forger))).toMatchObject({ imitated: { address: friend }, isFolded: false })
    expect(suspicionOf(evidence, zero(forger))).toMatchObject({ isFolded: true })
  })

  test('a row without a counterparty can still be suspicious', () => {
    expect(suspicionOf(evidenceOf([]), { party: null, kind: 'nothing', doubt: 'spam' })).toMatchObject({
      doubt: 'spam',
    })
    expect(suspicionOf(evidenceOf([]), { party: null, kind: 'received' })).toBeUndefined()
  })
})

describe('a growing list', () => {
  test('earlier rows are judged again when their look-alike appears, and only those', () => {
    const evidence = evidenceOf([received(forger), sent(stranger)])
    const { version } = evidence
    expect(suspicionOf(evidence, received(forger))).toBeUndefined()
    for (let row = 0; row < 100; row++) addDealing(evidence, sent(stranger))
    expect(evidence.version).toBe(version)
    addDealing(evidence, sent(friend))
    expect(evidence.version).toBeGreaterThan(version)
    expect(suspicionOf(evidence, received(forger))?.imitated?.address).toBe(friend)
  })

  test('any number of look-alikes of one address is one group: rows are not compared pairwise', () => {
    const evidence = noEvidence(wallet)
    const many = 20_000
    for (let place = 0; place < many; place++)
      addDealing(evidence, zero(addressOf('1234', 'abcd', place.toString(16).padStart(8, '0'))))
    addDealing(evidence, sent(friend))
    expect([...evidence.best.values()]).toEqual([
      { address: wallet, relation: 3 },
      { address: friend, relation: 2 },
    ])
  })
})
