'use client'
import { type ReactNode, useMemo } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { type ActivityLine, byTransaction, withOwnKeys } from '#components/aptos/parts/lists/activity-line.ts'
import { ActivityBadge, activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { responseRequestId } from '#components/browser-send.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { NextPageQuery } from '#components/kit/list-end.tsx'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { useListPages } from '#components/kit/use-list.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

/** The participants and amount of an activity, shown after its kind. */
const ActivityParties = ({ line, network }: { line: ActivityLine; network: AptosNetwork }) => {
  const { kind, from, to, amount, token } = line
  const parts: [word: string, address: string][] = []
  // The event of a claim belongs to the offering account; the other one made it.
  const [actor, other] = kind === 'claimed' ? [to, from] : kind === 'received' ? [to, from] : [from, to]
  if (actor !== null) parts.push(['by', actor])
  if (other !== null) parts.push([otherWords[kind] ?? 'to', other])
  return (
    <span className="flex min-w-0 flex-wrap gap-x-1.5">
      {parts.map(([word, address]) => (
        <Part key={word} word={word}>
          <AccountLink address={address} network={network} className="min-w-0" />
        </Part>
      ))}
      {kind !== 'changed' && amount !== '1' && <span>× {groupedNumber(amount)}</span>}
      {token.propertyVersion !== '0' && <span className="text-muted">property version {token.propertyVersion}</span>}
    </span>
  )
}

const otherWords: Partial<Record<ActivityLine['kind'], string>> = {
  claimed: 'from',
  received: 'from',
  cancelled: 'who offered it to',
}

const Part = ({ word, children }: { word: string; children: ReactNode }) => (
  <span className="inline-flex min-w-0 max-w-full gap-x-1.5">
    <span className="shrink-0 text-muted">{word}</span>
    {children}
  </span>
)

const { pages: tokenTransfersPages } = fromAptosExplorer('/aptos/tokens/:token_data_id_hash/transfers')
type Input = Parameters<typeof tokenTransfersPages>[0]

type View = {
  network: AptosNetwork
  /** Shown above the first event that is known, when all are loaded. */
  beginning?: ReactNode
}

/** The history of one token, oldest first. Its newest part is rendered by the server; earlier parts are loaded on request. */
export const ProvenanceRail = ({
  input,
  first,
  view: { network, beginning },
  children,
}: ListViewProps<ActivityLine, View, Input>) => {
  const { query, pages } = useListPages(activityList, tokenTransfersPages(input), first)
  const steps = useMemo(() => byTransaction(withOwnKeys(pages.flatMap(({ result }) => result).toReversed())), [pages])
  if (steps.length === 0 && !query.hasNextPage) return children
  return (
    <>
      <Earlier query={query} beginning={beginning} />
      <ol aria-label="Provenance" className="px-4 pt-4">
        {steps.map((lines) => (
          <Step key={lines[0]?.key} lines={lines} network={network} />
        ))}
      </ol>
    </>
  )
}

const Earlier = ({ query, beginning }: { query: NextPageQuery; beginning: ReactNode }) => {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  if (isFetchNextPageError)
    return (
      <ErrorState
        title="Earlier events could not be loaded"
        requestId={responseRequestId(error)}
        action={<Button onClick={() => fetchNextPage()}>Try again</Button>}
      >
        {error?.message}
      </ErrorState>
    )
  if (hasNextPage)
    return (
      <p className="border-line border-b px-4 py-3 text-center">
        <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Show earlier events'}
        </Button>
      </p>
    )
  return beginning ? <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{beginning}</p> : null
}

/** One transaction with all of its effects on the token. */
const Step = ({ lines, network }: { lines: readonly ActivityLine[]; network: AptosNetwork }) => {
  const [line] = lines
  if (line === undefined) return null
  return (
    <li className="relative border-line border-l pb-5 pl-5 last:border-transparent">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[5px] size-[9px] rounded-full border-2 border-accent bg-surface"
      />
      <p className="flex flex-wrap gap-x-2 text-muted text-xs leading-5">
        <Timestamp iso={line.timestamp} />
        <span>
          version <VersionLink version={line.version} network={network} />
        </span>
      </p>
      <ul className="mt-1 grid gap-1">
        {lines.map((one) => (
          <li
            key={one.key}
            className="grid min-h-6 grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-2 text-sm leading-6"
          >
            <span>
              <ActivityBadge line={one} />
            </span>
            <ActivityParties line={one} network={network} />
          </li>
        ))}
      </ul>
    </li>
  )
}
