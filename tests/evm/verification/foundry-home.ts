import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { foundryBinary } from '#tests/support/anvil.ts'
import { startCompilerDirectory } from './compiler-directory.ts'

/** A project folder, home of Foundry's own programs, which find the installed compiler and no internet. */
export type FoundryHome = {
  folder: string
  /** The version of the compiler: `0.8.37+commit.f401782d`. */
  release: string
  /** Runs a command in the folder and returns what it prints. @throws with its standard error if it fails */
  run(program: 'cast' | 'forge', ...args: string[]): Promise<string>
  stop(): void
}

export const startFoundryHome = async (): Promise<FoundryHome> => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-foundry-'))
  const solc: { version(): string } = createRequire(import.meta.url)('solc')
  const release = solc.version().replace('.Emscripten.clang', '')
  const directory = await startCompilerDirectory(folder, release)
  installCompiler(folder, release)
  const environment = { HOME: folder, NO_COLOR: '1', ...directory.environment, ...(await installLibrary(folder)) }
  return {
    folder,
    release,
    run: async (program, ...args) => {
      const env = { ...process.env, ...environment }
      const { stdout } = await promisify(execFile)(foundryBinary(program), args, { cwd: folder, env })
      return stdout
    },
    stop: () => {
      directory.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The npm compiler under the command line of the native one, where Foundry looks for installed compilers. */
const installCompiler = (folder: string, release: string): void => {
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

/** A repository in place of the one that `forge clone` adds to each project. `git` is told so by its environment. */
const installLibrary = async (folder: string): Promise<Record<string, string>> => {
  const repository = join(folder, 'forge-std')
  mkdirSync(join(repository, 'src'), { recursive: true })
  writeFileSync(join(repository, 'src/Test.sol'), 'pragma solidity >=0.6.2;\n')
  const git = (...args: string[]) => promisify(execFile)('git', ['-C', repository, ...args])
  await git('init', '--quiet')
  await git('add', '.')
  await git('-c', 'user.name=tests', '-c', 'user.email=tests@localhost', 'commit', '--quiet', '--message', 'Test')
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${repository}.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://github.com/foundry-rs/forge-std',
  }
}
