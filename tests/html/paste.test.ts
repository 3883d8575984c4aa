import { expect, test } from 'vitest'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test('without JavaScript the paste page says that it needs it', async () => {
  const { $ } = await demo.read('/paste')
  expect($('main noscript').text()).not.toBe('')
  expect($('main button:contains("Look up")').attr('disabled')).toBeDefined()
})
