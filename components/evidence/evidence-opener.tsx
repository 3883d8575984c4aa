'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { onHandedFile, takeHandedFile } from './handed-file.ts'
import { type OpenedEvidence, openEvidence } from './open-evidence.ts'
import { Snapshot } from './snapshot.tsx'

type State = { opened?: OpenedEvidence; fault?: string; isBusy?: boolean }

/** Opens files of evidence, by choosing or by dropping them; nothing of them leaves the browser. */
export const EvidenceOpener = () => {
  const [{ opened, fault, isBusy }, setState] = useState<State>({})
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const open = async (file: File) => {
      setState({ isBusy: true })
      setState(
        await openEvidence(file).then(
          (known) => ({ opened: known }),
          (error: unknown) => ({ fault: error instanceof Error ? error.message : 'The file could not be read.' }),
        ),
      )
    }
    const chosen = () => {
      const file = input.current?.files?.[0]
      if (file) open(file)
    }
    const given = takeHandedFile()
    if (given) open(given)
    const field = input.current
    field?.addEventListener('change', chosen)
    const stop = onHandedFile(open)
    return () => {
      field?.removeEventListener('change', chosen)
      stop()
    }
  }, [])
  return (
    <>
      <Panel aria-label="File" aria-busy={isBusy} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 text-sm">
        <input ref={input} type="file" accept=".html,text/html" aria-label="File of evidence" className="sr-only" />
        <Button look={opened ? 'plain' : 'primary'} onClick={() => input.current?.click()}>
          {opened ? 'Open another file' : 'Choose a file'}
        </Button>
        <span className="text-muted">
          {isBusy ? 'Reading…' : 'Or drop one anywhere on this site. It is read in this browser and sent nowhere.'}
        </span>
      </Panel>
      {fault !== undefined && (
        <Panel aria-label="What went wrong" className="mt-4">
          <ErrorState title="This file is no evidence">{fault}</ErrorState>
        </Panel>
      )}
      {opened && <Snapshot key={opened.evidence.saved_at + opened.found} {...opened} />}
    </>
  )
}
