import { expect, test } from 'vitest'
import { drawableText } from '#components/kit/drawable-text.ts'

test('what the font cannot draw is not asked of others', () => {
  expect(drawableText('Löwe 🦁 灯笼 \u202e!', 40)).toBe('Löwe · · ·!')
  expect(drawableText('a'.repeat(50), 10)).toBe(`${'a'.repeat(9)}…`)
})
