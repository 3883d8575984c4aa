import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toHex } from '#lib/base/bytes.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { createCompiler, defaultSolcLimits, runSolc } from '#lib/evm/verification/compile-contract.ts'
import {
  bundledSolc,
  createSolcVersions,
  type SolcSource,
  VerificationFault,
} from '#lib/evm/verification/solc-versions.ts'
import { standardJson } from '#lib/evm/verification/standard-json.ts'
import { matchContract } from '#lib/evm/verification/verify-contract.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { isFull } from '#tests/support/tier.ts'
import { compileAll, content, file, inputWith, settingsByName } from './deployments.ts'

const { version, path } = bundledSolc()
/** Compiled in a moment: the start of a process costs half a second as it is. */
const small = inputWith({}, 'contract A {}')
const compiler = createCompiler(createSolcVersions())
const faultOf = (promise: Promise<unknown>): Promise<VerificationFault> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => {
      if (error instanceof VerificationFault) return error
      throw error
    },
  )

describe('a compiler in a process of its own', () => {
  test('returns the same code as one in this process', { timeout: 60_000 }, async () => {
    const { contract, compilerVersion } = await compiler.compile(
      inputWith(settingsByName.optimised),
      { file, name: 'Factory' },
      `v${version}`,
    )
    expect(contract.evm.bytecode.object).toBe(compileAll(settingsByName.optimised).get('Factory')?.evm.bytecode.object)
    expect(compilerVersion).toMatch(/^\d+\.\d+\.\d+\+commit\.[0-9a-f]{8}$/)
    const runtime = `0x${contract.evm.deployedBytecode.object}` as const
    expect(matchContract(contract, { address: `0x${'00'.repeat(20)}`, runtime })).toMatchObject({
      runtime: 'exact_match',
    })
  })

  // `npm test` has the compiler's words for an import, below.
  if (isFull)
    test('faults of the sources are those of the compiler', { timeout: 60_000 }, async () => {
      const wrong = inputWith({}, 'pragma solidity ^0.8.0; contract A { uint x = "text"; }')
      expect(await faultOf(compiler.compile(wrong, { file, name: 'A' }, version))).toMatchObject({
        code: 'compiler_error',
        message: expect.stringContaining('TypeError'),
      })
    })

  test('a contract that the sources lack is not found', { timeout: 60_000 }, async () => {
    expect(await faultOf(compiler.compile(small, { file, name: 'Missing' }, version))).toMatchObject({
      code: 'contract_not_found_in_compiler_output',
    })
  })

  test('imports are never read from this machine', { timeout: 60_000 }, async () => {
    expect(existsSync('/etc/hostname')).toBe(true)
    const reader = inputWith({ remappings: ['x=/etc'] }, 'import "/etc/hostname"; import "x/hosts"; contract A {}')
    const { code, message } = await faultOf(compiler.compile(reader, { file, name: 'A' }, version))
    expect([code, message]).toEqual(['compiler_error', expect.stringContaining('not found')])
  })

  test('other versions and other builds of a version are refused', { timeout: 60_000 }, async () => {
    for (const other of ['0.8.1', 'latest', '', `${version}+commit.00000000`])
      expect((await faultOf(compiler.compile(small, { file, name: 'A' }, other))).code).toBe(
        'unsupported_compiler_version',
      )
  })
})

describe('limits of the compiler', () => {
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { [file]: { content: isFull ? content : 'contract A {}' } },
    settings: { optimizer: { enabled: true }, viaIR: true, outputSelection: { '*': { '*': ['*'] } } },
  })
  const limited = (limits: Partial<typeof defaultSolcLimits>) =>
    faultOf(runSolc(path, input, { ...defaultSolcLimits, ...limits }))

  test('time', async () => {
    expect((await limited({ timeMs: 50 })).message).toContain('did not finish within 0.05 seconds')
  })

  test('memory', { timeout: 60_000 }, async () => {
    expect((await limited({ memoryBytes: 20 * 1024 ** 2 })).message).toContain('ran out of memory')
  })

  test('output', { timeout: 60_000 }, async () => {
    expect((await limited({ outputBytes: 1_000 })).message).toContain('output of the compiler is too large')
  })
})

describe('standard JSON', () => {
  const refused = (input: unknown): string => JSON.stringify(standardJson.safeParse(input).error?.issues ?? 'accepted')

  test('what the databases or the compiler could not take is refused', () => {
    expect(refused({ language: 'Vyper', sources: { a: { content: '' } } })).toContain('must be Solidity or Yul')
    expect(refused({ language: 'Solidity', sources: {} })).toContain('must contain a file')
    expect(refused({ language: 'Solidity', sources: { a: { urls: ['file:///etc/passwd'] } } })).toContain('URLs')
    expect(refused({ language: 'Solidity', sources: { a: { content: 'a\0b' } } })).toContain('NUL')
    expect(refused({ language: 'Solidity', sources: { a: { content: '\ud800' } } })).toContain('NUL')
    expect(refused({ language: 'Solidity', sources: { ['a'.repeat(600)]: { content: '' } } })).toContain('512')
  })
})

describe('compilers of SOLC_URL', () => {
  const bytes = readFileSync(path)
  const name = 'soljson-v0.8.1+commit.df193b15.js'
  const build = {
    path: name,
    version: '0.8.1',
    longVersion: '0.8.1+commit.df193b15',
    sha256: `0x${hash('sha256', bytes)}`,
    keccak256: toHex(keccak256(bytes)),
  }
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-solc-'))
  const asked: string[] = []
  const site = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/bin/list.json')
      response.end(
        JSON.stringify({
          builds: [build, { ...build, path: 'changed.js', version: '0.8.2', longVersion: '0.8.2+commit.661d1103' }],
        }),
      )
    else if (request.url === `/bin/${name}`) response.end(bytes)
    else if (request.url === '/bin/changed.js') response.end('module.exports = {}')
    else response.writeHead(404).end()
  })
  let source: SolcSource
  beforeAll(async () => {
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    source = { url: `http://${host}/bin`, directory: join(folder, 'kept'), outbound: createOutbound({ allow: [host] }) }
  })
  afterAll(async () => {
    await source?.outbound.close()
    site.closeAllConnections()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('are downloaded once, and compile in the same process of their own', { timeout: 60_000 }, async () => {
    const contract = { file, name: 'A' }
    const first = createCompiler(createSolcVersions(source))
    const { compilerVersion } = await first.compile(small, contract, 'v0.8.1')
    expect(compilerVersion).toMatch(/^\d+\.\d+\.\d+\+commit\./)
    if (isFull) {
      // The installed compiler, under the name of another: it does not pass for that one.
      const named = await faultOf(first.compile(small, contract, 'v0.8.1+commit.df193b15'))
      expect(named.code).toBe('unsupported_compiler_version')
    }
    const { path: kept } = await createSolcVersions(source).find('0.8.1')
    expect(kept).toBe(join(folder, 'kept', name))
    expect(readFileSync(kept).equals(bytes)).toBe(true)
    expect(asked).toEqual(['/bin/list.json', `/bin/${name}`, '/bin/list.json'])
  })

  test('are refused with another checksum, and where the list has none', async () => {
    const versions = createSolcVersions(source)
    expect(await faultOf(versions.find('0.8.2'))).toMatchObject({
      code: 'unsupported_compiler_version',
      message: expect.stringContaining('does not have the expected checksum'),
    })
    expect(existsSync(join(folder, 'kept', 'changed.js'))).toBe(false)
    for (const version of ['0.8.3', '0.8.1+commit.00000000'])
      expect((await faultOf(versions.find(version))).message).toContain('There is no compiler')
  })
})
