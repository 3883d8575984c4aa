import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type LockedPackage = { optionalDependencies?: Record<string, string>; resolved?: string }
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

test('every optional dependency that the lock file names is in it, so that npm ci works on every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path || 'package.json'} → ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry host', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
})
