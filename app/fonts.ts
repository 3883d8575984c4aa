import localFont from 'next/font/local'

/* Latin subsets only, 71 kB together: other scripts are shown in the machine's own fonts. */

/** Inter, for text. What is shown until it has loaded: fonts.css. */
export const textFont = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-text',
  adjustFontFallback: false,
})

/** Geist Mono, for hashes and code. Its characters are as wide as those of most fixed fonts: 0.6 em. */
export const codeFont = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-code',
  adjustFontFallback: false,
})
