import { Download } from 'lucide'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-text.ts'
import { Icon } from '#components/ui/icon.tsx'
import { saveText } from '#components/ui/save-text.ts'
import { type PastedRow, rowsAsCsv, rowsAsJson, rowsAsText } from './pasted-rows.ts'

/** Takes the rows elsewhere: as files, or as text of the clipboard. */
export const PastedActions = ({ rowsOf }: { rowsOf: () => PastedRow[] }) => {
  const [said, setSaid] = useState('')
  const copy = async () => setSaid((await copyText(rowsAsText(rowsOf()))) ? 'Copied' : 'The browser blocked copying')
  const save = (name: string, type: string, text: string) => {
    saveText(name, type, text)
    setSaid(`Saved ${name}`)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => save('pasted.csv', 'text/csv;charset=utf-8', rowsAsCsv(rowsOf()))}>
        <Icon of={Download} size={15} /> CSV
      </Button>
      <Button onClick={() => save('pasted.json', 'application/json', rowsAsJson(rowsOf()))}>
        <Icon of={Download} size={15} /> JSON
      </Button>
      <Button onClick={copy}>Copy as text</Button>
      <span role="status" className="text-muted text-xs">
        {said}
      </span>
    </div>
  )
}
