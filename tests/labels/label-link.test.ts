import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Label } from '#components/labels/stored/label.ts'
import { labelKey } from '#components/labels/stored/label.ts'
import { labelFragment, labelsOfFragment } from '#components/labels/stored/label-link.ts'
import { labelPath, linkKey } from '#components/labels/stored/label-path.ts'

const label = (index: number, change: Partial<Label> = {}): Label => ({
  kind: 'wallet',
  chain: 'eth',
  subject: `0x${index.toString(16).padStart(40, '0')}`,
  label: `Ünï <b>${index}</b>`,
  note: index % 2 === 0 ? 'noted' : '',
  isWatched: true,
  updatedAt: 1,
  ...change,
})
const packed = (value: unknown): string =>
  `#labels=${deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')}`

describe('labels in the fragment of a link', () => {
  test('round-trip, except for watching and the time of their creation', async () => {
    const labels = [1, 2, 3].map((index) => label(index))
    const fragment = await labelFragment(labels)
    expect(fragment).toMatch(/^#labels=[\w-]+$/)
    const read = await labelsOfFragment(fragment as string)
    expect(read?.unread).toBe(0)
    expect(read?.labels.map(({ updatedAt: _, ...rest }) => rest)).toEqual(
      labels.map(({ updatedAt: _, ...rest }) => ({ ...rest, isWatched: false })),
    )
  })

  test('are counted but not used if they are invalid', async () => {
    const good = ['wallet', 'eth', label(1).subject, 'good']
    const fragment = packed([
      1,
      [good, null, 5, ['wallet', 'eth', 'javascript:alert(1)', 'x'], ['wallet', 'eth', label(2).subject, 'a‮b'], {}],
    ])
    const read = await labelsOfFragment(fragment)
    expect(read?.labels.map((one) => one.label)).toEqual(['good'])
    expect(read?.unread).toBe(5)
  })

  test.each([
    ['nothing', '#labels='],
    ['invalid base64', '#labels=%%%'],
    ['empty compressed data', '#labels=AAAA'],
    ['invalid JSON', packed('hello')],
    ['another version', packed([2, []])],
    ['an object', packed({ labels: [] })],
    ['invalid UTF-8', `#labels=${deflateRawSync(Buffer.from([0x22, 0xff, 0x22])).toString('base64url')}`],
    ['another fragment', '#logs'],
    ['too many characters', `#labels=${'A'.repeat(30_000)}`],
  ])('%s cannot be read', async (_, fragment) => {
    expect(await labelsOfFragment(fragment)).toBeUndefined()
  })

  test('a small text that decompresses to a huge one is abandoned', async () => {
    const bomb = packed(`[1,[${'0,'.repeat(5_000_000)}0]]`)
    expect(bomb.length).toBeLessThan(24_000)
    expect(await labelsOfFragment(bomb)).toBeUndefined()
  })

  test('more than a link can hold is refused with the reason', async () => {
    expect(await labelFragment(Array.from({ length: 201 }, (_, index) => label(index)))).toHaveProperty('fault')
    expect(await labelFragment([label(1, { label: '', note: '' })])).toHaveProperty('fault')
  })
})

describe('the pages of labels', () => {
  test.each<[Label['kind'], string, string]>([
    ['wallet', 'eth', `0x${'a1'.repeat(20)}`],
    ['collection', 'bsc-testnet', `0x${'a1'.repeat(20)}`],
    ['token', 'eth', `0x${'a1'.repeat(20)}/12`],
    ['transaction', 'eth', `0x${'a1'.repeat(32)}`],
    ['wallet', 'aptos', `0x${'a1'.repeat(32)}`],
    ['collection', 'aptos-testnet', 'a1'.repeat(32)],
    ['token', 'aptos', 'a1'.repeat(32)],
    ['transaction', 'aptos-testnet', '123'],
  ])('a link to the %s of %s finds its label', (kind, chain, subject) => {
    const { pathname, search } = new URL(labelPath({ kind, chain, subject }), 'http://localhost')
    expect(linkKey({ pathname, search })).toBe(labelKey({ chain, subject }))
  })

  test('tabs, lists and blocks have none', () => {
    for (const pathname of ['/', '/eth', `/eth/address/0x${'a1'.repeat(20)}/nfts`, '/eth/block/5', '/aptos/block/5'])
      expect(linkKey({ pathname, search: '' })).toBeUndefined()
  })
})
