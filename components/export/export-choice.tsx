import { useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { type ExportFormat, exportAddress } from '#lib/api/export-address.ts'
import type { ExportFile } from './export-job.ts'
import type { ExportedList } from './exported-list.ts'

type SaveOptions = { suggestedName: string; types: { description: string; accept: Record<string, string[]> }[] }

declare global {
  interface Window {
    showSaveFilePicker?: (options: SaveOptions) => Promise<{ name: string; createWritable(): Promise<ExportFile> }>
  }
}

/** Whether pages can write files that the visitor chooses: some browsers do, on https and on this machine. */
const canPickFile = (): boolean => 'showSaveFilePicker' in window

/** Lets the visitor choose where the file goes; undefined when they choose nothing. */
const pickFile = async (
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

const formats = [
  ['csv', 'CSV', 'for spreadsheets: nested fields as columns, times in UTC'],
  ['jsonl', 'JSON Lines', 'for programs: one API record per line'],
] as const satisfies readonly (readonly [ExportFormat, string, string])[]

const types = { csv: ['text/csv', '.csv'], jsonl: ['application/jsonl', '.jsonl'] } as const

/** Choice of format and destination: a file that the visitor picks, or the browser's downloads. */
export const ExportChoice = ({
  list: { address, fileName },
  onFile,
}: {
  list: ExportedList
  onFile: (address: string, picked: { name: string; file: ExportFile }) => void
}) => {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [fault, setFault] = useState<string>()
  const from = exportAddress(address, format)
  const name = `${fileName}.${format}`
  const pick = async () => {
    setFault(undefined)
    try {
      const picked = await pickFile(name, types[format])
      if (picked) onFile(from, picked)
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The file could not be opened.')
    }
  }
  return (
    <div className="grid gap-4 p-4 text-sm">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-muted">All rows of this list with the current filters, as</legend>
        {formats.map(([value, title, about]) => (
          <label
            key={value}
            className="flex cursor-pointer items-baseline gap-2.5 rounded-lg border border-line px-3 py-2 has-checked:border-accent"
          >
            <input
              type="radio"
              name="format"
              value={value}
              checked={format === value}
              onChange={() => setFormat(value)}
              className="accent-accent"
            />
            <span>
              <span className="font-medium">{title}</span> <span className="text-muted">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {fault && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
      {canPickFile() ? (
        <Button look="primary" className="h-10" onClick={pick}>
          Choose a file
        </Button>
      ) : (
        <>
          <a href={from} download={name} className={buttonClasses('primary', 'h-10')}>
            Download
          </a>
          <p className="text-muted text-xs">
            Your browser’s downloads show the progress. If the export fails partway, the download fails.
          </p>
        </>
      )}
    </div>
  )
}
