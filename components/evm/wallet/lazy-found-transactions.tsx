'use client'

import { lazy } from 'react'

/** Loaded with the first filter. */
export const FoundTransactions = lazy(() => import('./found-transactions.tsx'))
