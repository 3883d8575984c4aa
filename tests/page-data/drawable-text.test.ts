import { expect, test } from 'vitest'
import { drawableText } from '#components/kit/draw-preview.tsx'

test('characters missing from the font are replaced instead of fetched', () => {
  expect(drawableText('Löwe 🦁 灯笼 \u202e!', 40)).toBe('Löwe · · ·!')
  expect(drawableText('a'.repeat(50), 10)).toBe(`${'a'.repeat(9)}…`)
})
