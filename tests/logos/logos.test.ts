import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import logos from '#lib/logos/logos.json' with { type: 'json' }
import { chainLogo, tokenLogo } from '#lib/logos/logos.ts'

const files = readdirSync('public/logos')
const named = [...Object.values(logos.chains), ...Object.values(logos.tokens).flatMap((of) => Object.values(of))]

test('every logo has its file, and every file is the logo of something', () => {
  expect(files.filter((file) => !named.includes(file))).toEqual([])
  expect(named.filter((file) => !files.includes(file))).toEqual([])
})

test('a logo loads nothing and runs nothing', () => {
  for (const file of files) {
    const svg = readFileSync(`public/logos/${file}`, 'utf8')
    expect(svg, file).toMatch(/^<svg [^>]*viewBox="0 0 24 24"/)
    expect(svg, file).not.toMatch(/<(script|style|image|foreignObject)|href=|url\((?!#)|\son\w+=/i)
  }
})

test('a token is known by its address on its chain; a test network looks like the one that it tests', () => {
  expect(tokenLogo(1, '0xdac17f958d2ee523a2206206994597c13d831ec7')).toMatch(/^\/logos\/usdt\.\w{8}\.svg$/)
  expect(tokenLogo(137, '0xdac17f958d2ee523a2206206994597c13d831ec7')).toBeNull()
  expect(chainLogo(11_155_111)).toBe(chainLogo(1))
  expect(chainLogo(123_456)).toBeUndefined()
})
