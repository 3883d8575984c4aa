import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toDigits } from '#lib/base/bytes.ts'
import { type PreviewName, previewExtension, previewNames } from './preview-sizes.ts'

/**
 * Previews on disk, by the sha256 of their original: `<first 2 hex digits>/<64 hex digits>/low.webp`. The folder
 * contains nothing else and may be removed at any time: previews are recreated on request.
 */
export type PreviewFiles = {
  /** Undefined if there is none. */
  read(contentHash: string, name: PreviewName): Promise<Buffer | undefined>
  hasAll(contentHash: string): Promise<boolean>
  /** Each file appears complete or not at all. */
  write(contentHash: string, files: Readonly<Record<PreviewName, Uint8Array>>): Promise<void>
}

export const createPreviewFiles = (directory: string): PreviewFiles => {
  const folderOf = (contentHash: string): string =>
    join(/* turbopackIgnore: true */ directory, contentHash.slice(0, 2), contentHash)
  const pathOf = (contentHash: string, name: PreviewName): string =>
    join(/* turbopackIgnore: true */ folderOf(contentHash), `${name}.${previewExtension}`)

  return {
    read: async (contentHash, name) => {
      try {
        return await readFile(/* turbopackIgnore: true */ pathOf(contentHash, name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    hasAll: async (contentHash) => {
      try {
        await Promise.all(previewNames.map((name) => access(pathOf(contentHash, name))))
        return true
      } catch {
        return false
      }
    },
    write: async (contentHash, files) => {
      await mkdir(folderOf(contentHash), { recursive: true, mode: 0o700 })
      await Promise.all(
        previewNames.map(async (name) => {
          const path = pathOf(contentHash, name)
          const draft = `${path}.${toDigits(randomBytes(6))}`
          try {
            await writeFile(draft, files[name], { mode: 0o600 })
            await rename(draft, path)
          } catch (error) {
            await rm(draft, { force: true })
            throw error
          }
        }),
      )
    },
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
