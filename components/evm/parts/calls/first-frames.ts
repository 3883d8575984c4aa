import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { cutTexts } from '#lib/format/cut-texts.ts'

const framesMax = 60
const logsMax = 20
const argumentsMax = 20
/** Characters of all frames of a page, as JSON. */
const charactersMax = 60_000

type Frame = EvmCallTree['frames'][number]
type Named = Frame['call']

const cutNamed = (named: Named): Named => named && { ...named, arguments: named.arguments.slice(0, argumentsMax) }

const cutFrame = (frame: Frame): Frame =>
  cutTexts({
    ...frame,
    call: cutNamed(frame.call),
    reason: cutNamed(frame.reason),
    logs: frame.logs.slice(0, logsMax).map((log) => ({ ...log, event: cutNamed(log.event) })),
  })

/** The first calls, as many as a page has room for; the browser requests all of them if `isCut`. */
export const firstFrames = (frames: readonly Frame[]): { frames: Frame[]; isCut: boolean } => {
  const shown: Frame[] = []
  let left = charactersMax
  for (const frame of frames.slice(0, framesMax)) {
    const one = cutFrame(frame)
    left -= JSON.stringify(one).length
    if (left < 0 && shown.length > 0) break
    shown.push(one)
  }
  const isCut =
    shown.length < frames.length || shown.some((frame, index) => frame.logs.length < (frames[index]?.logs.length ?? 0))
  return { frames: shown, isCut }
}
