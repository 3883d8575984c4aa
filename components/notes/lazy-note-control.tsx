'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { NoteControl as Control } from './note-control.tsx'

/** Loaded for signed-in visitors only. */
const NoteControl = lazy(() => import('./note-control.tsx').then(({ NoteControl }) => ({ default: NoteControl })))

/** The note on a page's subject. Its space is reserved while the code loads. */
export const LazyNoteControl = (props: ComponentProps<typeof Control>) => (
  <LazyBoundary fallback={<div className="mb-4 h-8" />}>
    <NoteControl {...props} />
  </LazyBoundary>
)
