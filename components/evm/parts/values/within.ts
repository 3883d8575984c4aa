import type { ReactNode } from 'react'

/** What is shown for the bytes at this place among the arguments, before them: the calls that they are. */
export type Within = (path: readonly number[]) => ReactNode | undefined
