import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAddressLists } from '#lib/evm/labels/load-address-lists.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spyglass-lists-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [alice, bob] = [walletOf(1), walletOf(2)]
let written = 0
/** Each version is a second newer than the one before, as an editor's would be. */
const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  const time = 1_700_000_000 + ++written
  await utimes(path, time, time)
  return path
}

const logged = () => {
  const lines: { level: string; facts: object }[] = []
  const log = {
    info: (facts: object) => void lines.push({ level: 'info', facts }),
    warn: (facts: object) => void lines.push({ level: 'warn', facts }),
  }
  return { lines, log }
}

test('a changed file is loaded on use; an invalid one is reported once, and its last valid lines stay in use', async () => {
  const labels = await write('labels.csv', `eth,${alice},Alice`)
  const { lines, log } = logged()
  let now = 0
  const known = await loadAddressLists({ labels }, { log, now: () => now })
  expect(known.labelOf(1, alice)).toBe('Alice')

  await write('labels.csv', `eth,${alice},Alice Again`)
  now = 9_999
  expect(known.labelOf(1, alice)).toBe('Alice')
  now = 10_000
  await expect.poll(() => known.labelOf(1, alice)).toBe('Alice Again')
  expect(lines).toEqual([{ level: 'info', facts: { variable: 'LABELS_FILE', lines: 1 } }])

  await write('labels.csv', `eth,${alice},Alice Broken\neth,nobody,x`)
  for (let look = 1; look <= 3; look++) {
    now += 10_000
    known.labelOf(1, alice)
    await expect.poll(() => lines).toHaveLength(2)
  }
  expect(lines[1]).toMatchObject({ level: 'warn', facts: { fault: expect.stringContaining('line 2 has no address') } })
  expect(known.labelOf(1, alice)).toBe('Alice Again')

  await rm(labels)
  now += 10_000
  known.labelOf(1, alice)
  await expect.poll(() => lines[2]).toMatchObject({ level: 'warn', facts: { fault: 'there is no such file' } })
  await write('labels.csv', `eth,${alice},Alice Back`)
  now += 10_000
  await expect.poll(() => known.labelOf(1, alice)).toBe('Alice Back')
})

test('all unusable files are reported at the start with their errors', async () => {
  const verified = await write('verified.csv', 'nochain,0x12')
  const spam = join(folder, 'not-there.csv')
  await expect(loadAddressLists({ verified, spam, labels: folder }, logged())).rejects.toThrow(
    /LABELS_FILE cannot be used: it is a folder\nVERIFIED_FILE cannot be used: line 1 does not name a known chain[^\n]*\nSPAM_FILE cannot be used: there is no such file/,
  )
})

test("the operator's lines take precedence over built-in lists", async () => {
  const labels = await write('own.csv', `demo,${alice},Mine`)
  const besides = { labels: [alice, bob].map((address) => ({ chain: 5_460_057, address, text: 'Demo' })) }
  const known = await loadAddressLists({ labels }, { ...logged(), besides })
  expect([known.labelOf(5_460_057, alice), known.labelOf(5_460_057, bob)]).toEqual(['Mine', 'Demo'])
  expect(known.findNamed(5_460_057, 'min', 5)).toEqual([{ address: alice, label: 'Mine' }])
})

test('lists too long for one statement are refused', async () => {
  const spam = await write('long.csv', Array.from({ length: 10_001 }, () => `*,${alice}`).join('\n'))
  await expect(loadAddressLists({ spam }, logged())).rejects.toThrow(
    /SPAM_FILE cannot be used: it has 10001 lines, more than/,
  )
})
