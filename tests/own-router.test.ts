import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * components/router stands in for parts of Next's client runtime. It was made for one version: with another one, look at what
 * the replaced modules do there, run the browser tests, and change the version here.
 */
const madeFor = '16.4.5'
const read = (path: string): string => readFileSync(path, 'utf8')

test('Next is pinned to the version that the own router was made for', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const installed = JSON.parse(read('node_modules/next/package.json')) as { version: string }
  expect([dependencies.next, installed.version]).toEqual([madeFor, madeFor])
})

test("Next's own modules still ask for what is replaced", () => {
  const client = 'node_modules/next/dist/client'
  expect(read(`${client}/app-next-turbopack.js`)).toContain("require('./app-index')")
  expect(read(`${client}/components/layout-router.js`)).toContain('./render-tree')
  expect(read('node_modules/next/dist/shared/lib/app-dynamic.js')).toContain('./lazy-dynamic/loadable')
})

test('the query library still asks for what is replaced of it, and nothing here mutates by it', () => {
  expect(read('node_modules/@tanstack/query-core/build/modern/queryClient.js')).toContain('"./mutationCache.js"')
  const asked = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(asked.filter((name) => /\buseMutation\b/.test(read(`components/${name}`)))).toEqual([])
})
