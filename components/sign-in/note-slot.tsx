'use client'

import { type ComponentProps, lazy } from 'react'
import { Late } from '#components/ui/late.tsx'
import type { NoteControl as Control } from './note-control.tsx'

/** Nearly every visitor reads without being signed in: only who is loads what changes a note. */
const NoteControl = lazy(() => import('./note-control.tsx').then(({ NoteControl }) => ({ default: NoteControl })))

/** The note of a page's subject. Its place is kept while its code is on the way. */
export const NoteSlot = (props: ComponentProps<typeof Control>) => (
  <Late fallback={<div className="mb-4 h-8" />}>
    <NoteControl {...props} />
  </Late>
)
