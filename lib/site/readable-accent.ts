/** A colour for text and buttons, and the text on such buttons, for the light and the dark palette. */
export type Accent = { light: string; onLight: string; dark: string; onDark: string }

/** WCAG 2.2 AA for text. */
const contrastMin = 4.5
/** The surfaces of both palettes (app/globals.css) on which accent-coloured text is hardest to read. */
const hardest = { light: '#eceeeb', dark: '#121b24' }
const steps = 100

type Rgb = [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Linear light of an sRGB component, from 0 to 1. */
const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance, WCAG 2.2. */
const luminance = (hex: string): number => {
  const [red, green, blue] = rgbOf(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const mixed = (hex: string, towards: string, share: number): string => {
  const [red, green, blue] = rgbOf(hex)
  const [redEnd, greenEnd, blueEnd] = rgbOf(towards)
  return hexOf([red + (redEnd - red) * share, green + (greenEnd - green) * share, blue + (blueEnd - blue) * share])
}

/** The shade nearest to `hex` that is readable on `surface`. */
const readable = (hex: string, surface: string, towards: string): string => {
  for (let step = 0; step < steps; step += 1) {
    const shade = mixed(hex, towards, step / steps)
    if (contrast(shade, surface) >= contrastMin) return shade
  }
  return towards
}

const textOn = (hex: string): string => (contrast('#ffffff', hex) >= contrast('#04120f', hex) ? '#ffffff' : '#04120f')

/** Shades of a brand colour that pass WCAG AA: darkened for the light palette and lightened for the dark one where needed. */
export const readableAccent = (colour: string): Accent => {
  const light = readable(colour, hardest.light, '#000000')
  const dark = readable(colour, hardest.dark, '#ffffff')
  return { light, onLight: textOn(light), dark, onDark: textOn(dark) }
}
