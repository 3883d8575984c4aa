import { useCallback, useState } from 'react'
import { Panel } from '#components/ui/panel.tsx'
import type { Pasted } from '#lib/recognise/pasted.ts'
import { ChosenLinks } from './chosen-links.tsx'
import type { Served } from './finding.ts'
import { PastedActions } from './pasted-actions.tsx'
import { PastedItem } from './pasted-item.tsx'
import { rowsOf } from './pasted-rows.ts'
import { leftOutWords, lookUpSummary } from './pasted-summary.ts'
import { useLookUps } from './use-look-ups.ts'

/** The things of a pasted text and what each of them is. With some chosen, files and copies hold only these. */
export const PastedList = ({ pasted, served }: { pasted: Pasted; served: Served }) => {
  const { things } = pasted
  const { lookUps, retry } = useLookUps(things, served)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const choose = useCallback(
    (index: number, isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, index] : [...before].filter((one) => one !== index))),
    [],
  )
  const found = [...things.keys()].filter((index) => lookUps[index]?.state === 'found')
  const picked = found.filter((index) => chosen.has(index))
  const isDone = !lookUps.some(({ state }) => state === 'looking')
  const summary = lookUpSummary(lookUps)
  const leftOut = leftOutWords(pasted)
  const takenRows = () =>
    things.flatMap((thing, index) => {
      const lookUp = lookUps[index]
      return lookUp && (picked.length === 0 || picked.includes(index)) ? rowsOf(thing, lookUp, location.origin) : []
    })
  return (
    <Panel title={`${things.length} ${things.length === 1 ? 'item' : 'items'}`} aside={summary}>
      <p role="status" className="sr-only">
        {isDone && summary}
      </p>
      {leftOut && <p className="border-line border-b px-4 py-2 text-muted text-sm">{leftOut}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-4 py-2">
        <label className="flex min-h-7 items-center gap-3 text-sm">
          <span className="flex w-7 justify-center">
            <input
              type="checkbox"
              checked={picked.length > 0 && picked.length === found.length}
              disabled={found.length === 0}
              onChange={({ target }) => setChosen(new Set(target.checked ? found : []))}
              className="size-4 accent-accent disabled:opacity-40"
            />
          </span>
          {picked.length === 0 ? 'Select all found' : `${picked.length} chosen`}
        </label>
        <PastedActions rowsOf={takenRows} />
      </div>
      {picked.length > 0 && (
        <ChosenLinks
          chosen={picked.flatMap((index) => {
            const [thing, lookUp] = [things[index], lookUps[index]]
            return thing && lookUp?.state === 'found' ? { text: thing.text, findings: lookUp.findings } : []
          })}
        />
      )}
      <ul aria-label="Pasted items">
        {things.map((thing, index) => {
          const lookUp = lookUps[index]
          return (
            lookUp && (
              <PastedItem
                key={thing.text}
                index={index}
                thing={thing}
                lookUp={lookUp}
                isChosen={chosen.has(index)}
                onChoose={choose}
                onRetry={retry}
              />
            )
          )
        })}
      </ul>
    </Panel>
  )
}
