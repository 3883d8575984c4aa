import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readImports, sourceImports } from './imports.ts'

/*
 * `npm ci --omit=dev`, a build and `npm start` are what the image does: all that the product or its build needs is in dependencies,
 * and nothing else.
 */

/** Needed without an import of a module, and by whom. */
const byName: Readonly<Record<string, string>> = {
  '@tailwindcss/postcss': 'postcss.config.mjs',
  tailwindcss: 'app/globals.css',
  '@fontsource-variable/geist-mono': 'app/fonts.ts',
  '@fontsource-variable/inter': 'app/fonts.ts',
  'react-dom': 'Next.js',
  hono: '@hono/node-server, whose peer it is',
  solc: 'its file is run by name (solc-versions.ts)',
  // Next.js refuses to build a project with TypeScript without these three.
  typescript: 'Next.js',
  '@types/node': 'Next.js',
  '@types/react': 'Next.js',
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

test('dependencies are what the product imports or its build calls by name; tests have the rest', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const imported = [...sourceImports().values(), readImports('next.config.mjs')].flat()
  const used = imported.filter(({ specifier, target, isTypeOnly }) => {
    return target === undefined && !isTypeOnly && !specifier.startsWith('node:')
  })
  const needed = new Set([...used.map(({ specifier }) => packageOf(specifier)), ...Object.keys(byName)])
  expect([...needed].sort()).toEqual(Object.keys(dependencies).sort())
})
