import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { hexOf, keccak256 } from '#lib/base/keccak.ts'
import { standardJson } from '#lib/evm/verification/compile/standard-json.ts'
import { compilerMetadata } from '#lib/evm/verification/sourcify/from-metadata.ts'
import type { Sources } from '#lib/evm/verification/stored/verified-contract.ts'
import type { Artifact } from './read-artifact.ts'

/** What an artifact was built from. */
export type ArtifactBuild = {
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
    if (text !== undefined && hexOf(keccak256(Buffer.from(text))) === hash) return text
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
