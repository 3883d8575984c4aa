import { expect, test } from 'vitest'
import { labelledPages } from '#tests/pages/labelled-pages.ts'
import { demoPages } from './html-page.ts'

const demo = demoPages()

test.each(labelledPages)('$path offers to label its subject', async ({ path, kind, chain, subject }) => {
  const { $ } = await demo.read(path)
  const offers = $('main button[data-opens="label"]')
  expect(offers).toHaveLength(1)
  expect(offers.data()).toMatchObject({ kind, chain })
  expect(offers.attr('data-subject')).toBe(subject)
})
