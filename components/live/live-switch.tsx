'use client'

import { classNames } from '#components/ui/class-names.ts'
import { switchLive, useIsLiveOn, useIsRetrying } from './live-choice.ts'

/** Turns live updates on or off for every list, remembered. */
export const LiveSwitch = () => {
  const isOn = useIsLiveOn()
  const isRetrying = useIsRetrying() && isOn
  return (
    <span className="inline-flex items-center gap-1.5 text-muted text-xs">
      <span role="status">{isRetrying && 'Live paused, retrying'}</span>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        onClick={switchLive}
        title={isOn ? 'New rows appear automatically' : 'Live updates are off. Reload to see new rows'}
        className="hit inline-flex items-center gap-1.5 whitespace-nowrap hover:text-accent"
      >
        <span
          aria-hidden
          className={classNames(
            'size-2 rounded-full',
            isOn ? (isRetrying ? 'bg-warn' : 'bg-good') : 'border border-muted',
          )}
        />
        Live{!isOn && ' off'}
      </button>
    </span>
  )
}
