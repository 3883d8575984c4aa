import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, foundryBinary, startAnvil } from '#tests/support/anvil.ts'
import { type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { startCompilerDirectory } from './compiler-directory.ts'
import { counterSource } from './counter.ts'

/* forge's own commands, as docs/verification.md shows them, against a real server, worker and node. */

const chain = '4242'
/** The first account of every anvil. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const solc: { version(): string } = createRequire(import.meta.url)('solc')
const release = solc.version().replace('.Emscripten.clang', '')

let folder: string
let anvil: Anvil
let server: RunningApiServer
let directory: Awaited<ReturnType<typeof startCompilerDirectory>>

/** The npm compiler under the command line of the native one, where forge looks for installed compilers. */
const installCompiler = (): void => {
  const compiler = join(folder, 'compiler.cjs')
  writeFileSync(
    compiler,
    `const solc = require(${JSON.stringify(createRequire(import.meta.url).resolve('solc'))})
if (process.argv.includes('--version')) console.log('solc\\nVersion: ' + solc.version())
else process.stdout.write(solc.compile(require('node:fs').readFileSync(0, 'utf8')))
`,
  )
  const [version = ''] = release.split('+')
  const place = join(folder, '.svm', version)
  mkdirSync(place, { recursive: true })
  const command = join(place, `solc-${version}`)
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${compiler} "$@"\n`)
  chmodSync(command, 0o755)
}

const forge = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(foundryBinary('forge'), args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, NO_COLOR: '1', ...directory.environment },
  })
  return stdout
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-forge-'))
  directory = await startCompilerDirectory(folder, release)
  anvil = await startAnvil(['--chain-id', chain])
  server = await startApiServer({ NODE_URL_LOCAL: anvil.url, SOURCIFY_URL: '', RATE_LIMIT_ANONYMOUS: '1000' })
  installCompiler()
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/Counter.sol'), counterSource)
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
  directory?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each(['sourcify', 'etherscan', 'custom'])('forge verifies a contract by --verifier %s', async (verifier) => {
  const etherscan = `[etherscan]\nlocal = { key = "any", url = "${server.url}/etherscan/api", chain = ${chain} }\n`
  writeFileSync(
    join(folder, 'foundry.toml'),
    `[profile.default]\noffline = true\n\n${verifier === 'etherscan' ? etherscan : ''}`,
  )
  const node = ['--rpc-url', anvil.url]
  const created = await forge(
    ...['create', 'src/Counter.sol:Counter', ...node, '--private-key', privateKey, '--broadcast'],
    ...['--constructor-args', '7'],
  )
  const address = /Deployed to: (0x[0-9a-fA-F]{40})/.exec(created)?.[1] ?? created
  const url = `${server.url}/${verifier === 'sourcify' ? 'sourcify/' : 'etherscan/api'}`
  await forge(
    ...['verify-contract', '--verifier', verifier, '--verifier-url', url, '--chain', chain, ...node],
    ...(verifier === 'custom' ? ['--verifier-api-key', 'any'] : []),
    ...['--compiler-version', release, '--constructor-args', '7'.padStart(64, '0'), address, 'src/Counter.sol:Counter'],
  )
  const found = async () => (await fetch(`${server.url}/sourcify/v2/contract/${chain}/${address}`)).json()
  await expect
    .poll(found, { timeout: 60_000 })
    .toMatchObject({ match: 'exact_match', creationMatch: 'exact_match', runtimeMatch: 'exact_match' })
})
