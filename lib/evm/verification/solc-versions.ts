import { hash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { toHex } from '#lib/base/bytes.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'
import { programFolder } from '#lib/process/program-folder.ts'
import { makePrivateFolder } from '#lib/store/drivers/sqlite/private-files.ts'

/** The codes of Sourcify's API for verifications that failed. */
type VerificationFaultCode =
  | 'unsupported_language'
  | 'unsupported_compiler_version'
  | 'compiler_error'
  | 'contract_not_found_in_compiler_output'
  | 'cannot_fetch_bytecode'
  | 'contract_not_deployed'
  | 'no_match'
  | 'internal_error'

/** Why a contract could not be verified, in words for its author. */
export class VerificationFault extends Error {
  override readonly name = 'VerificationFault'
  readonly code: VerificationFaultCode

  constructor(code: VerificationFaultCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A compiler on this machine. */
type SolcBuild = { path: string; version: string }

export type SolcVersions = {
  /** @throws VerificationFault `unsupported_compiler_version` */
  find(version: string, signal?: AbortSignal): Promise<SolcBuild>
}

export type SolcSource = {
  /** A folder with `list.json` and compilers, such as those of binaries.soliditylang.org. */
  url: string
  /** Where downloads are kept. */
  directory: string
  outbound: Outbound
}

const installed = z.object({ version: z.string() })

const compilerPackage = 'solc'

/** The compiler that is installed with this program. Resolved from the program's folder, so that web does not bundle its 9 MB. */
export const bundledSolc = (): SolcBuild => {
  const require = createRequire(join(programFolder, 'package.json'))
  return {
    path: require.resolve(`${compilerPackage}/soljson.js`),
    version: installed.parse(require(`${compilerPackage}/package.json`)).version,
  }
}

const digest = z.string().regex(/^0x[0-9a-f]{64}$/)
const list = z.object({
  builds: z.array(
    z.object({
      path: z.string().regex(/^[\w.+-]{1,200}$/),
      version: z.string(),
      longVersion: z.string(),
      sha256: digest,
      keccak256: digest,
    }),
  ),
})
type Build = z.output<typeof list>['builds'][number]

const listBytesMax = 4 * 1024 * 1024
const compilerBytesMax = 64 * 1024 * 1024
const downloadMs = 120_000
const listAgeMaxMs = 3_600_000

/** `v0.8.30+commit.73712a01` as `0.8.30+commit.73712a01`; undefined if it is not a version. */
export const plainVersion = (text: string): string | undefined =>
  /^v?(\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[\w.]{1,60})?(?:\+commit\.[0-9a-f]{8})?)/.exec(text)?.[1]

/** The version without its commit. */
const numberOf = (version: string): string => version.split('+', 1)[0] ?? version

/** The installed compiler, and with a source any other version, downloaded once and checked against the source's checksums. */
export const createSolcVersions = (source?: SolcSource, now: () => number = Date.now): SolcVersions => {
  const bundled = bundledSolc()
  let builds: { builds: readonly Build[]; readAt: number } | undefined

  const unsupported = (version: string): VerificationFault =>
    new VerificationFault(
      'unsupported_compiler_version',
      source
        ? `There is no compiler ${version} at the source of compilers.`
        : `Only Solidity ${bundled.version} is installed here. Other versions need SOLC_URL.`,
    )

  const listed = async ({ url, outbound }: SolcSource, signal?: AbortSignal): Promise<readonly Build[]> => {
    if (builds && now() - builds.readAt < listAgeMaxMs) return builds.builds
    const { body } = await outbound.fetch(`${url}/list.json`, { bytesMax: listBytesMax, signal })
    builds = { builds: list.parse(JSON.parse(Buffer.from(body).toString('utf8'))).builds, readAt: now() }
    return builds.builds
  }

  const download = async (from: SolcSource, build: Build, signal?: AbortSignal): Promise<string> => {
    const path = resolve(join(from.directory, build.path))
    const kept = await readFile(path).catch(() => undefined)
    if (kept && isIntact(kept, build)) return path
    const options = { bytesMax: compilerBytesMax, totalMs: downloadMs, signal }
    const { body } = await from.outbound.fetch(`${from.url}/${build.path}`, options)
    if (!isIntact(body, build))
      throw new VerificationFault(
        'unsupported_compiler_version',
        `The compiler ${build.longVersion} that was downloaded does not have the expected checksum.`,
      )
    makePrivateFolder(from.directory)
    const part = `${path}.${process.pid}.part`
    await writeFile(part, body, { mode: 0o600 })
    await rename(part, path)
    return path
  }

  return {
    find: async (wanted, signal) => {
      const version = plainVersion(wanted)
      if (version === undefined) throw unsupported(wanted.slice(0, 60))
      if (numberOf(version) === bundled.version) return bundled
      if (source === undefined) throw unsupported(version)
      try {
        const builds = await listed(source, signal)
        const isNamed = version.includes('+')
        const build = builds.findLast((each) => (isNamed ? each.longVersion === version : each.version === version))
        if (build === undefined) throw unsupported(version)
        return { path: await download(source, build, signal), version: build.longVersion }
      } catch (error) {
        if (error instanceof VerificationFault) throw error
        if (!(error instanceof OutboundError || error instanceof SyntaxError || error instanceof z.ZodError))
          throw error
        throw new VerificationFault(
          'unsupported_compiler_version',
          `The compiler ${version} could not be downloaded. Please try again later.`,
        )
      }
    },
  }
}

const isIntact = (body: Uint8Array, { sha256, keccak256: keccak }: Build): boolean =>
  `0x${hash('sha256', body)}` === sha256 && toHex(keccak256(body)) === keccak
