import { expect, test } from 'vitest'
import { demoPages, type HtmlPage } from './html-page.ts'

const demo = demoPages()

test('a link includes the time format, which then applies to the next pages', async () => {
  const isUnix = (page: HtmlPage) => {
    const times = page.texts('main time')
    return times.length > 0 && times.every((text) => /^\d{10} unix$/.test(text))
  }
  const linked = await demo.read('/demo/block/25?t=unix')
  expect(isUnix(linked)).toBe(true)
  const cookie = linked.headers
    .getSetCookie()
    .map((one) => one.replace(/;.*/, ''))
    .join('; ')
  for (const path of ['/demo/block/26', '/demo/block/26?t=sundial'])
    expect.soft(isUnix(await demo.read(path, { headers: { cookie } })), path).toBe(true)
})
