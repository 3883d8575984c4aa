import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { toHex } from '#lib/base/bytes.ts'
import { type Clock, sleep } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import { hashOfText } from '#lib/base/keccak.ts'
import type { ContractSources, Documentation, KnownSources } from '#lib/evm/abi/contract-sources.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { ArtifactContracts, DeployedArtifact } from './artifact-folder.ts'
import type { Artifact } from './read-artifact.ts'
import { compilerMetadata, standardJson } from './standard-json.ts'
import { type Creation, isCodeOf, matchContract, type Sources } from './verify-contract.ts'
import { readSources, readVerified } from './verify-desk.ts'

/** The indexed transaction that created a contract. */
const indexedCreation = async (db: Kysely<EvmTables>, chain: number, address: Hex): Promise<Creation | undefined> => {
  const row = await creationRow(db, chain, address)
  return row && { hash: toHex(row.hash), input: toHex(row.input) }
}

/** An index that is further behind reads history, and will not reach a new block soon. */
const behindMax = 1_000
const waitMs = { total: 30_000, poll: 500 }

/** As `indexedCreation`, for a contract that may be newer than the index: waits until the index has reached block `head`. */
export const creationUpTo = async (
  head: number,
  { db, chain, address }: { db: Kysely<EvmTables>; chain: number; address: Hex },
  clock: Clock,
  signal: AbortSignal,
): Promise<Creation | undefined> => {
  const until = clock.now() + waitMs.total
  for (;;) {
    const newest = (await readIntervals(db, chain)).at(-1)?.last ?? Number.NEGATIVE_INFINITY
    const found = await indexedCreation(db, chain, address)
    const isComing = newest < head && newest >= head - behindMax && clock.now() < until
    if (found || !isComing) return found
    await sleep(clock, waitMs.poll, signal)
  }
}

const hex = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
const sent = z.object({ input: hex }).nullable()
const receipt = z.object({ contractAddress: hex.nullish(), status: z.string().optional() }).nullable()

/** A transaction that is said to have created a contract, from a node; undefined if it did not. */
export const givenCreation = async (
  pool: NodePool,
  hash: Hex,
  address: Hex,
  signal?: AbortSignal,
): Promise<Creation | undefined> => {
  const calls = ['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) => ({ method, params: [hash] }))
  const [transaction, result] = await pool.callMany(calls, { signal })
  const input = sent.safeParse(transaction).data?.input
  const created = receipt.safeParse(result).data
  const isCreation = created?.contractAddress === address && created.status !== '0x0'
  return input !== undefined && isCreation ? { hash, input } : undefined
}

/** What an artifact was built from. */
type ArtifactBuild = {
  sources: Sources
  settings: unknown
  language: string
  compilerVersion: string
}

const sourceBytesMax = 2 * 1024 * 1024
const buildInfoBytesMax = 64 * 1024 * 1024
/** A project's folder is the artifacts' parent, or a little above: `out`, `build/artifacts`. */
const parentsMax = 3

/** Sources and settings of a contract of this folder: those that still are what it was compiled from. */
export const readBuild = async (folder: string, { contract, build }: Artifact): Promise<ArtifactBuild | undefined> =>
  build.kind === 'build_info' ? await readBuildInfo(folder, build.id) : await readProject(folder, contract.metadata)

const buildInfo = z.object({ solcLongVersion: z.string(), input: standardJson })

const readBuildInfo = async (folder: string, id: string): Promise<ArtifactBuild | undefined> => {
  if (!/^[\w.-]{1,200}$/.test(id)) return undefined
  const { data } = buildInfo.safeParse(await readJson(join(folder, 'build-info', `${id}.json`)))
  if (!data) return undefined
  const { language, sources, settings } = data.input
  const texts = Object.entries(sources).map(([path, { content }]) => [path, content])
  return { sources: Object.fromEntries(texts), settings, language, compilerVersion: data.solcLongVersion }
}

const readProject = async (folder: string, text: string): Promise<ArtifactBuild | undefined> => {
  const { data } = compilerMetadata.safeParse(jsonOf(text))
  if (!data) return undefined
  const found = await Promise.all(
    Object.entries(data.sources).map(async ([path, { keccak256: hash }]) => [
      path,
      await readSource(folder, path, hash),
    ]),
  )
  const { compilationTarget: _, ...settings } = data.settings
  return {
    sources: Object.fromEntries(found.filter(([, content]) => content !== undefined)),
    settings,
    language: data.language,
    compilerVersion: data.compiler.version,
  }
}

/** A file with exactly this hash: a source that was edited since would not be what runs. */
const readSource = async (folder: string, path: string, hash: string): Promise<string | undefined> => {
  let root = resolve(folder)
  const places = isAbsolute(path) ? [path] : []
  for (let parents = 0; parents < parentsMax && places.length < parentsMax; parents++) {
    root = dirname(root)
    if (!isAbsolute(path)) places.push(join(root, path))
  }
  for (const place of places) {
    const facts = await stat(place).catch(() => undefined)
    if (!facts?.isFile() || facts.size > sourceBytesMax) continue
    const text = await readFile(place, 'utf8').catch(() => undefined)
    if (text !== undefined && hashOfText(text) === hash) return text
  }
  return undefined
}

const readJson = async (path: string): Promise<unknown> => {
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile() || facts.size > buildInfoBytesMax) return undefined
  return jsonOf(await readFile(path, 'utf8').catch(() => ''))
}

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Characters of source text. */
const keptMax = 50_000_000

export type KnownSourcesOptions = {
  store: Store<EvmTables>
  /** The folder of `ARTIFACTS_DIR`, and the contracts that were found in it. */
  artifacts: { folder: string; contracts: ArtifactContracts } | undefined
}

/** The source code that this server has: of build artifacts, and of contracts that were verified here. */
export const createKnownSources = ({ store, artifacts }: KnownSourcesOptions): ContractSources => {
  const builds = new LRUCache<string, ArtifactBuild>({
    maxSize: keptMax,
    sizeCalculation: ({ sources }) => 1 + charactersOf(sources),
  })

  const buildOf = async (
    folder: string,
    { artifact, version }: DeployedArtifact,
  ): Promise<ArtifactBuild | undefined> => {
    const key = `${version} ${artifact.file}:${artifact.name}`
    const known = builds.get(key)
    if (known) return known
    const build = await readBuild(folder, artifact)
    if (build) builds.set(key, build)
    return build
  }

  const ofArtifact = async (chain: number, address: Hex): Promise<KnownSources | undefined> => {
    const found = await artifacts?.contracts.artifactOf(chain, address)
    const build = found && artifacts && (await buildOf(artifacts.folder, found))
    if (!build) return undefined
    const { artifact, code } = found
    const creation = await indexedCreation(store.db, chain, address)
    const match = matchContract(artifact.contract, { address, runtime: code, creation: creation?.input }) ?? found.match
    const { libraries, constructorArguments, runtime, creation: creationMatch } = match
    const { sources: files, language, compilerVersion, settings } = build
    return {
      by: 'artifacts',
      verifiedThrough: undefined,
      verifiedAt: undefined,
      match: { runtime, creation: creationMatch },
      ...{ name: artifact.name, file: artifact.file, abi: artifact.contract.abi },
      ...{ language, compilerVersion, settings, files, libraries, constructorArguments },
      documentation: documentationIn(artifact.contract.metadata),
      storageLayout: artifact.contract.storageLayout,
    }
  }

  const ofStore = async (chain: number, address: Hex, code: Hex): Promise<KnownSources | undefined> => {
    const contract = await readVerified(store.db, chain, address)
    if (!contract || !isCodeOf(contract, code)) return undefined
    const { name, file, abi, language, compilerVersion, settings } = contract
    const { libraries, constructorArguments, runtime, creation } = contract.match
    return {
      by: 'server',
      verifiedThrough: contract.verifiedBy,
      verifiedAt: contract.verifiedAt,
      match: { runtime, creation },
      ...{ name, file, abi, language, compilerVersion, settings, libraries, constructorArguments },
      documentation: contract.documentation,
      storageLayout: contract.storageLayout,
      files: await readSources(store.db, chain, address),
    }
  }

  return {
    find: async ({ id }, { address, code }) => (await ofArtifact(id, address)) ?? (await ofStore(id, address, code)),
  }
}

const metadataSchema = z.object({
  output: z.object({ devdoc: z.unknown().optional(), userdoc: z.unknown().optional() }),
})

/** The documentation in the compiler's metadata. */
const documentationIn = (metadata: string): Documentation | undefined => {
  try {
    return metadataSchema.safeParse(parseJson(metadata)).data?.output
  } catch {
    return undefined
  }
}

const charactersOf = (files: Readonly<Record<string, string>>): number =>
  Object.values(files).reduce((sum, text) => sum + text.length, 0)
