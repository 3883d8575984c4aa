import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { fieldClasses } from '#components/ui/field.ts'

type Props = {
  search: string
  onSearch: (text: string) => void
  hasClosed: boolean
  /** Opens all calls if any is closed, otherwise closes all. */
  onToggleAll: () => void
  /** Whether calls of proxies are folded into what they delegate to; undefined without proxies. */
  isFolded: boolean | undefined
  onFold: () => void
  status: string
  hasFailed: boolean
}

/** Above a call tree: search, collapsing, proxies, and whether all calls are there. */
export const CallToolbar = ({
  search,
  onSearch,
  hasClosed,
  onToggleAll,
  isFolded,
  onFold,
  status,
  hasFailed,
}: Props) => (
  <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
    <input
      type="search"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
      placeholder="Address, method, argument or error"
      aria-label="Search the calls"
      className={classNames(fieldClasses, 'max-w-80 grow basis-48')}
    />
    <Button onClick={onToggleAll}>{hasClosed ? 'Expand all' : 'Collapse all'}</Button>
    {isFolded !== undefined && (
      <Button aria-pressed={!isFolded} onClick={onFold}>
        {isFolded ? 'Show delegate calls of proxies' : 'Fold proxies'}
      </Button>
    )}
    <span role="status" className="text-muted text-sm">
      {status}
    </span>
    {hasFailed && <span className="text-bad text-sm">The other calls could not be loaded. Reload to try again.</span>}
  </div>
)
