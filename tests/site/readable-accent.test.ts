import { expect, test } from 'vitest'
import { contrast, readableAccent } from '#lib/site/readable-accent.ts'

const surfaces = { light: ['#f6f7f5', '#ffffff', '#eceeeb'], dark: ['#0c131a', '#121b24', '#0a1016'] }

test.each(['#000000', '#ffffff', '#ffee00', '#0000ff', '#00ff00', '#ff0000', '#808080', '#c0392b', '#0a6570'])(
  'text and buttons in shades of %s are readable on every surface of both palettes',
  (colour) => {
    const { light, onLight, dark, onDark } = readableAccent(colour)
    for (const surface of surfaces.light) expect(contrast(light, surface)).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces.dark) expect(contrast(dark, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onLight, light)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(4.5)
  },
)

test('a readable colour is unchanged', () => {
  expect(readableAccent('#0a6570').light).toBe('#0a6570')
  expect(readableAccent('#63c8cc').dark).toBe('#63c8cc')
})
