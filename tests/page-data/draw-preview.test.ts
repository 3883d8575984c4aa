import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPreview } from '#components/kit/draw-preview.tsx'

const asked: string[] = []
const { fetch } = globalThis
beforeEach(() => {
  globalThis.fetch = async (address) => {
    asked.push(String(address))
    throw new Error('no network')
  }
})
afterEach(() => {
  globalThis.fetch = fetch
})

const characters = Array.from({ length: 0x100 - 0xa1 }, (_, index) => String.fromCodePoint(0xa1 + index)).join('')

test('an image is drawn without fetching a font, whatever the names contain', async () => {
  const hostile = { kind: '灯笼', title: '🦁 <script>', place: '\u202e\u0000', facts: [['a', '𝕏'] as const] }
  for (const summary of [characters.slice(0, 40), characters.slice(40), `–—…· ${'long '.repeat(200)}`]) {
    const bytes = Buffer.from(await drawPreview({ ...hostile, summary }))
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630])
  }
  expect(asked.filter((address) => !address.startsWith('file:') && !address.startsWith('data:'))).toEqual([])
})

test('identical images are drawn once, and the queue is limited to a few seconds of work', async () => {
  const about = { kind: 'Block', title: '25', summary: 'One.', place: 'Here', facts: [] }
  const twice = await Promise.all([drawPreview(about), drawPreview({ ...about })])
  expect(twice[0]).toBe(twice[1])
  const many = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => drawPreview({ ...about, title: `many ${index}` })),
  )
  const refused = many.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(10)
  expect((refused[0] as PromiseRejectedResult).reason.code).toBe('rate_limited')
  expect((await drawPreview({ ...about, title: 'after' })).length).toBeGreaterThan(1_000)
})
