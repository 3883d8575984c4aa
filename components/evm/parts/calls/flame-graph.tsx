import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Frame = EvmCallTree['frames'][number]

const levelsMax = 14
/** Narrower calls would not be seen. */
const shareMin = 0.002
const boxesMax = 240
/** Narrower boxes have no room for a name. */
const namedFrom = 0.045

type Box = { frame: Frame; level: number; from: number; share: number }

/**
 * The calls as boxes: as wide as their share of the gas, below the call that made them, in order. What a call used itself is the
 * space at the right of its inner calls.
 */
export const flameBoxes = (frames: readonly Frame[]): Box[] => {
  const total = Number(frames[0]?.gas_used ?? 0)
  if (total === 0) return []
  const placed = new Map<string, Box & { used: number }>()
  for (const frame of frames) {
    const level = frame.frame.split('-').length - 1
    const above = placed.get(frame.frame.slice(0, frame.frame.lastIndexOf('-')))
    if (level > 0 && !above) continue
    const room = above ? above.share - above.used : 1
    // Refunds and stipends let inner calls use more than the outer one reports.
    const share = Math.min(room, Number(frame.gas_used) / total)
    const from = above ? above.from + above.used : 0
    if (share < shareMin || level >= levelsMax || placed.size === boxesMax) continue
    if (above) above.used += share
    placed.set(frame.frame, { frame, level, from, share, used: 0 })
  }
  return [...placed.values()].map(({ frame, level, from, share }) => ({ frame, level, from, share }))
}

const percent = (share: number): string => `${+(100 * share).toFixed(3)}%`

/** One hue for each called contract. */
const hueOf = ({ to }: Frame): number => (to === null ? 0 : (Number.parseInt(to.slice(2, 8), 16) * 47) % 360)

const nameOf = ({ call, selector, type, to_label }: Frame): string => call?.label ?? selector ?? to_label ?? type

const rowHeight = 24

/** Which calls used the gas. Each leads to its details in the tree, which has the same for screen readers. */
export const FlameGraph = ({ frames }: { frames: readonly Frame[] }) => {
  const boxes = flameBoxes(frames)
  if (boxes.length < 3) return null
  const levels = Math.max(...boxes.map(({ level }) => level)) + 1
  return (
    <figure aria-label="Gas by call" className="border-line border-b px-4 pt-3 pb-2">
      <div aria-hidden className="relative" style={{ height: levels * rowHeight }}>
        {boxes.map(({ frame, level, from, share }) => (
          <a
            key={frame.frame}
            href={`#call-${frame.frame}`}
            tabIndex={-1}
            title={`${nameOf(frame)}: ${groupedNumber(frame.gas_used)} gas, ${(100 * share).toFixed(1)}%${frame.error ? `, ${frame.error}` : ''}`}
            className="flame"
            data-failed={frame.error ? '' : undefined}
            style={{
              left: percent(from),
              width: percent(share),
              top: level * rowHeight,
              ...({ '--hue': hueOf(frame) } as object),
            }}
          >
            {share >= namedFrom && nameOf(frame)}
          </a>
        ))}
      </div>
      <figcaption className="mt-1.5 text-label text-muted">
        Width: gas used, inner calls below. One colour for each contract; failed calls are hatched.
      </figcaption>
    </figure>
  )
}
