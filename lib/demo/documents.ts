import { z } from 'zod'
import { readArchive } from './archive.ts'

export type DemoDocument = { contentType: string; body: Uint8Array }

const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
}
const archive = z.record(z.string(), z.string())
let loading: Promise<Record<string, string>> | undefined

/**
 * A metadata document or an image of the demo ledger's NFTs, or undefined when it is not ours. Takes `ipfs://<cid>/<name>`,
 * `ipfs://ipfs/<cid>/<name>` and any gateway's `https://…/ipfs/<cid>/<name>`.
 */
export async function demoDocument(uri: string): Promise<DemoDocument | undefined> {
  const path = /(?:^ipfs:\/\/(?:ipfs\/)?|\/ipfs\/)([a-z0-9]+\/[^/?#]+)$/.exec(uri)?.[1]
  if (!path) return undefined
  loading ??= readArchive('documents.archive', archive)
  const files = await loading
  const content = Object.hasOwn(files, path) ? files[path] : undefined
  const contentType = contentTypes[path.slice(path.lastIndexOf('.') + 1)]
  if (content === undefined || !contentType) return undefined
  return { contentType, body: Buffer.from(content, contentType === 'image/png' ? 'base64' : 'utf8') }
}
