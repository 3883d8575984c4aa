import localFont from 'next/font/local'

/*
 * Latin subsets only, 71 kB together: other scripts are shown in the machine's own fonts. They are loaded before the first paint, or
 * used from the next page on: a font that arrives later breaks some line elsewhere, and moves what is below it.
 */

/** Inter, for text. What is shown until it has loaded: fonts.css. */
export const textFont = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-text',
  adjustFontFallback: false,
})

/** Geist Mono, for hashes and code. Its characters are as wide as those of most fixed fonts: 0.6 em. */
export const codeFont = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-code',
  adjustFontFallback: false,
})
