import { expect, test } from 'vitest'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test('a path that is not a page is reported at its field', async () => {
  const page = await demo.read('/compare?a=/demo/block/25&b=/sign-in')
  expect(page.$('input[name="b"]').attr('aria-invalid')).toBe('true')
  expect(page.$('input[name="a"]').attr('aria-invalid')).toBeUndefined()
  expect(page.text('#compare-b-fault')).toMatch(/^This is not a page of this site/)
})
