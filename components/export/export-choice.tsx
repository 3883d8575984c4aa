import { useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { type ExportFormat, exportAddress } from '#lib/api/export-address.ts'
import type { ExportedList } from './export-button.tsx'
import type { ExportFile } from './export-job.ts'

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

type Form = { title: string; about: string; address: string; fileName: string; format: ExportFormat }

/** What can be saved of a list. */
const formsOf = ({ address, fileName, forms }: ExportedList): Form[] =>
  forms
    ? forms.map((form) => ({ ...form, format: 'csv' }))
    : formats.map(([format, title, about]) => ({ title, about, address, fileName, format }))

/** The days are of UTC, the last one included. */
type Period = { from: string; to: string; isEveryChain: boolean }

const inPeriod = (address: string, { from, to, isEveryChain }: Period): string => {
  const [path, query] = address.split('?')
  const parameters = new URLSearchParams(query)
  if (from) parameters.set('from_date', `${from}T00:00:00.000Z`)
  if (to) parameters.set('to_date', `${to}T23:59:59.999Z`)
  if (isEveryChain) parameters.delete('chains')
  const asked = parameters.toString()
  return asked === '' ? `${path}` : `${path}?${asked}`
}

const PeriodFields = ({ period, onChange }: { period: Period; onChange: (period: Period) => void }) => (
  <fieldset className="grid gap-3 sm:grid-cols-2">
    <legend className="mb-1.5 text-muted">Period (UTC); empty for all</legend>
    {(['from', 'to'] as const).map((side) => (
      <label key={side} className="grid gap-1">
        <span className="text-muted text-xs">{side === 'from' ? 'First day' : 'Last day'}</span>
        <input
          type="date"
          className="field"
          value={period[side]}
          onChange={({ target }) => onChange({ ...period, [side]: target.value })}
        />
      </label>
    ))}
    <label className="flex items-center gap-2.5 sm:col-span-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={period.isEveryChain}
        onChange={({ target }) => onChange({ ...period, isEveryChain: target.checked })}
      />
      All chains of this server
    </label>
  </fieldset>
)

/** Choice of format and destination: a file that the visitor picks, or the browser's downloads. */
export const ExportChoice = ({
  list,
  onFile,
}: {
  list: ExportedList
  onFile: (address: string, picked: { name: string; file: ExportFile }) => void
}) => {
  const forms = formsOf(list)
  const [place, setPlace] = useState(0)
  const [period, setPeriod] = useState<Period>({ from: '', to: '', isEveryChain: false })
  const [fault, setFault] = useState<string>()
  const form = forms[place]
  if (!form) return null
  const from = exportAddress(list.forms ? inPeriod(form.address, period) : form.address, form.format)
  const name = `${form.fileName}.${form.format}`
  const pick = async () => {
    setFault(undefined)
    try {
      const picked = await pickFile(name, types[form.format])
      if (picked) onFile(from, picked)
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The file could not be opened.')
    }
  }
  return (
    <div className="grid gap-4 p-4 text-sm">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-muted">
          {list.forms
            ? 'What each transaction sent, received and paid, as'
            : 'All rows of this list with the current filters, as'}
        </legend>
        {forms.map(({ title, about }, index) => (
          <label
            key={title}
            className="flex cursor-pointer items-baseline gap-2.5 rounded-lg border border-line px-3 py-2 has-checked:border-accent"
          >
            <input
              type="radio"
              name="format"
              value={title}
              checked={place === index}
              onChange={() => setPlace(index)}
              className="accent-accent"
            />
            <span>
              <span className="font-medium">{title}</span> <span className="text-muted">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {list.forms && <PeriodFields period={period} onChange={setPeriod} />}
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
