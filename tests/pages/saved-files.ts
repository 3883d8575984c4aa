import type { Page } from '@playwright/test'
import { demoKey } from '#tests/support/demo-servers.ts'

/* Lists as their API has them, and as a page saved them. */

const headers = { 'x-api-key': demoKey }

/** Every record of a list, page by page as any client asks for them. */
export const allOf = async (base: string, path: string): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url = new URL(path, base)
    if (cursor) url.searchParams.set('cursor', cursor)
    const page = await (await fetch(url, { headers })).json()
    rows.push(...page.result)
    cursor = page.cursor
  }
  return rows
}

/** Headless browsers show no dialog to choose a file in: the files of this page's own storage stand in, each write a little late. */
export const chooseFilesOfThePage = (page: Page, writeMs = 0) =>
  page.addInitScript((delayMs) => {
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle(suggestedName, { create: true })
      return {
        name: suggestedName,
        createWritable: async () => {
          const stream = await handle.createWritable()
          return {
            write: async (bytes: Uint8Array<ArrayBuffer>) => {
              await new Promise((resolve) => setTimeout(resolve, delayMs))
              await stream.write(bytes)
            },
            close: () => stream.close(),
            abort: () => stream.abort(),
          }
        },
      }
    }
    Object.assign(window, { showSaveFilePicker })
  }, writeMs)

export const fileText = (page: Page, name: string): Promise<string> =>
  page.evaluate(async (wanted) => {
    const folder = await navigator.storage.getDirectory()
    return (await (await folder.getFileHandle(wanted)).getFile()).text()
  }, name)
