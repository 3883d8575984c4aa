import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'

/** Raw text in a scrollable box with a copy button. */
export const RawText = ({
  value,
  label,
  wrap = false,
  className,
}: {
  value: string
  /** The label of the copy button: `Copy input`. */
  label: string
  /** Break anywhere, for hex; otherwise lines stay as they are. */
  wrap?: boolean
  className?: string
}) => (
  <div className={classNames('relative rounded-lg border border-line bg-sunken', className)}>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames(
        'max-h-72 overflow-auto p-3 pr-10 font-mono text-xs leading-5',
        wrap && 'whitespace-pre-wrap break-all',
      )}
    >
      {value}
    </pre>
    <CopyButton value={value} label={label} className="absolute top-1.5 right-3" />
  </div>
)
