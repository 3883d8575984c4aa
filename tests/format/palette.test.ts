import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Relative luminance of WCAG 2.2 for `#rrggbb`. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
const palette = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light: light ?? '', dark: dark ?? '' },
  ]),
)
const colour = (name: string, theme: 'light' | 'dark'): string => palette.get(name)?.[theme] ?? ''

test.each(['light', 'dark'] as const)(
  'every text has a contrast of 4.5:1 on every background of the %s theme',
  (theme) => {
    for (const ground of ['canvas', 'surface', 'sunken'])
      for (const text of ['ink', 'muted', 'accent', 'good', 'bad', 'warn'])
        expect(contrast(colour(text, theme), colour(ground, theme)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('on-accent', theme), colour('accent', theme))).toBeGreaterThanOrEqual(4.5)
  },
)
