import type { ExportFile } from './export-job.ts'

type SaveOptions = { suggestedName: string; types: { description: string; accept: Record<string, string[]> }[] }

declare global {
  interface Window {
    showSaveFilePicker?: (options: SaveOptions) => Promise<{ name: string; createWritable(): Promise<ExportFile> }>
  }
}

/** Whether pages can write files that the visitor chooses: some browsers do, on https and on this machine. */
export const canPickFile = (): boolean => 'showSaveFilePicker' in window

/** Lets the visitor choose where the file goes; undefined when they choose nothing. */
export const pickFile = async (
  suggestedName: string,
  [type, ending]: readonly [type: string, ending: string],
): Promise<{ name: string; file: ExportFile } | undefined> => {
  try {
    const handle = await window.showSaveFilePicker?.({
      suggestedName,
      types: [{ description: ending.slice(1).toUpperCase(), accept: { [type]: [ending] } }],
    })
    return handle && { name: handle.name, file: await handle.createWritable() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}
