import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Decompressed; a hostile source could be a thousand times its compressed size. */
const bytesMax = 1_000_000
const decompress = promisify(gunzip)

export type ModuleSource = { source: string | null; source_note: string | null }

/** A source as it is stored with a package: gzip in hex, empty if the publisher left it out. */
export const moduleSource = async (stored: string | undefined): Promise<ModuleSource> => {
  if (stored === undefined) return missing('The module belongs to no package that its account has registered.')
  if (stored === '0x') return missing('Its publisher did not store the source.')
  try {
    const text = await decompress(Buffer.from(stored.slice(2), 'hex'), { maxOutputLength: bytesMax })
    return { source: new TextDecoder('utf-8', { fatal: true }).decode(text), source_note: null }
  } catch {
    return missing('The stored source is not readable: it is no compressed text, or has more than 1 MB.')
  }
}

const missing = (source_note: string): ModuleSource => ({ source: null, source_note })
