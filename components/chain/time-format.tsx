'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { TimeFormat } from '#lib/format/moment.ts'

/** The format used by the server; hydration starts with it. */
type Rendered = { format: TimeFormat; now: number }

const RenderedContext = createContext<Rendered>({ format: 'age', now: 0 })

export const TimeFormatProvider = ({ format, now, children }: Rendered & { children: ReactNode }) => (
  <RenderedContext value={{ format, now }}>{children}</RenderedContext>
)

export const useRenderedTime = (): Rendered => useContext(RenderedContext)

const listeners = new Set<() => void>()
let chosen: TimeFormat | undefined

export const chosenTimeFormat = (fallback: TimeFormat): TimeFormat => chosen ?? fallback

export const subscribeToTimeFormat = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes another format for all times of the page; see choose-time-format.ts. */
export const takeTimeFormat = (format: TimeFormat): void => {
  chosen = format
  for (const listener of listeners) listener()
}
