'use client'

import { useState } from 'react'

/** Runs one action at a time, with its pending state and the last error. */
export const useAction = () => {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  /** Whether it worked. */
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true)
    setError(undefined)
    try {
      await action()
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, error, run }
}
