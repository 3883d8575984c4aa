import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type LockedPackage = {
  optionalDependencies?: Record<string, string>
  resolved?: string
  link?: boolean
  dev?: boolean
  engines?: { node?: string }
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> }

/** Where Node would look for `name` from the package at `path`: its own folder first, then every folder above. */
const isLocked = (path: string, name: string): boolean => {
  let base = path
  for (;;) {
    if (`${base === '' ? '' : `${base}/`}node_modules/${name}` in lock.packages) return true
    if (base === '') return false
    const cut = base.lastIndexOf('/node_modules/')
    base = cut === -1 ? '' : base.slice(0, cut)
  }
}

test('the lock file contains every optional dependency that it names, so that npm ci works on every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path || 'package.json'} → ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry host', () => {
  const isFolderOfOurs = ({ resolved, link }: LockedPackage): boolean => link === true && resolved === 'tests/anvil'
  const resolved = Object.values(lock.packages).filter((locked) => locked.resolved !== undefined)
  expect(resolved.filter((locked) => !isFolderOfOurs(locked))).toEqual([])
})

test('an installation without development dependencies has no EVM node for tests', () => {
  const anvil = Object.entries(lock.packages).filter(([path]) => path.includes('@foundry-rs/'))
  expect(anvil.length).toBeGreaterThan(0)
  expect(anvil.filter(([, { dev }]) => dev !== true)).toEqual([])
})

/** Whether a version satisfies a range of `>=`, `^` and plain alternatives, as dependencies write theirs. */
const satisfies = ([major = 0, minor = 0]: readonly number[], range: string): boolean =>
  range.split('||').some((alternative) => {
    const [, operator, ...parts] = /^\s*(>=|\^|)\s*v?(\d+)(?:\.(\d+))?/.exec(alternative) ?? []
    const [wantedMajor = 0, wantedMinor = 0] = parts.map((part) => Number(part ?? 0))
    if (operator === undefined) throw new Error(`The range of Node versions cannot be read: ${range}`)
    return (major > wantedMajor && operator === '>=') || (major === wantedMajor && minor >= wantedMinor)
  })

test('the minimum Node version that `npm start` accepts satisfies every production dependency', () => {
  const [, ...oldest] = /Node (\d+)\.(\d+) or newer/.exec(readFileSync('lib/server/check-node.mjs', 'utf8')) ?? []
  const demanding = Object.entries(lock.packages).flatMap(([path, { dev, engines }]) =>
    dev || !engines?.node || satisfies(oldest.map(Number), engines.node) ? [] : [`${path}: ${engines.node}`],
  )
  expect(oldest).toHaveLength(2)
  expect(demanding.filter((line) => !line.startsWith('node_modules/@img/sharp-win32-ia32'))).toEqual([])
})
