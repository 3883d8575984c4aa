import { useState } from 'react'
import { fromAccount } from './account-request.ts'

const buttons = [
  { path: '/sign-out', title: 'Sign out' },
  { path: '/sign-out-everywhere', title: 'Sign out everywhere' },
] as const

/** Signs out here or in every browser. The page is reloaded, so that no account data stays in it. */
export const SignOutButtons = ({ className }: { className: string }) => {
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const signOut = async (path: (typeof buttons)[number]['path']) => {
    setIsBusy(true)
    setHasFailed(false)
    try {
      await fromAccount(path, 'POST').call({})
      location.reload()
    } catch {
      setHasFailed(true)
      setIsBusy(false)
    }
  }
  return (
    <>
      {buttons.map(({ path, title }) => (
        <button key={path} type="button" disabled={isBusy} onClick={() => signOut(path)} className={className}>
          {title}
        </button>
      ))}
      {hasFailed && (
        <p role="alert" className="px-4 py-1 text-bad text-sm">
          Signing out failed. Please try again.
        </p>
      )}
    </>
  )
}
