'use client'

import { useState } from 'react'
import { copyText } from '#components/ui/copy-text.ts'
import { saveText } from '#components/ui/save-text.ts'
import { type TextPath, textAt } from './text-at.ts'

const messages = {
  idle: '',
  loading: 'Loading…',
  copied: 'Copied',
  failed: 'It could not be loaded. Try again.',
} as const

/** Copies or downloads a text of a response, which is requested then: the page need not contain it. */
export const TextTools = ({
  address,
  path,
  name,
  noun,
}: {
  /** The request that returns the text. */
  address: string
  path: TextPath
  /** Of the downloaded file. */
  name: string
  noun: string
}) => {
  const [state, setState] = useState<keyof typeof messages>('idle')
  const load = async (use: (text: string) => Promise<keyof typeof messages> | keyof typeof messages) => {
    setState('loading')
    try {
      const response = await fetch(address, { headers: { accept: 'application/json' } })
      setState(response.ok ? await use(textAt(await response.json(), path)) : 'failed')
    } catch {
      setState('failed')
    }
  }
  const copy = () => load(async (text) => ((await copyText(text)) ? 'copied' : 'failed'))
  const save = () =>
    load((text) => {
      saveText(name, 'text/plain;charset=utf-8', text)
      return 'idle'
    })
  return (
    <>
      <span role="status">{messages[state]}</span>
      <button type="button" className="text-accent hover:underline" aria-label={`Copy ${noun}`} onClick={copy}>
        Copy
      </button>
      <button type="button" className="text-accent hover:underline" aria-label={`Download ${noun}`} onClick={save}>
        Download
      </button>
    </>
  )
}
